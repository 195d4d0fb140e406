// What a tap and a text do in a conversation: the next state, and the verdict when there is one. Pure.
//
//   list ── an option ──▶ chosen: the next question, the review, or (one question) submit · where several may be chosen: ticked, then Next or Send
//     │  ── a text ─────▶ a number or a label chooses, anything else is own words
//     ├── Own words ──▶ words ── text ──▶ as above, but always own words
//     ├── Note ───────▶ note ── text ──▶ list
//     ├── Message instead ──▶ redirect ── text ──▶ submit a redirect
//     └── Decline ────▶ decline ── Decline, or a text as the reason ──▶ submit a decline
//   review ── a question ──▶ that question · Send ──▶ submit
//   submit of a choice with a warning ──▶ warned ── Send anyway ──▶ submit
//   anywhere ── Back ──▶ list, or the question before
//
// Invariant: a tap that the current card does not offer does nothing (see `actionsOf`).
import { findOption } from '../../question/answer.ts';
import { isSecret } from '../../question/sealed.ts';
import { onlyAt } from '../../question/verdict.ts';
import { isVisible } from '../../question/visible.ts';
import { chosenWarnings } from '../../question/warning.ts';
import type { Ask, Question } from '../../question/words.generated.ts';
import { chosenRow } from '../views/dialog/state.ts';
import { fieldOf } from '../views/dialog/text-field.ts';
import { standing, tooLong, verdictOf } from '../views/dialog/verdict.ts';
import { dialogOf, hasReview, onReview, questionOf, type Step, type Talk, type TalkMode, withDraft } from './talk.ts';

/**
 * `c2` chooses option 2; where several may be chosen, `t2` ticks it and `u2` unticks it, so that each does what its label says, however late it comes.
 * `q1` opens question 1 from the review; the others are single letters.
 */
export type Action = `${'c' | 't' | 'u' | 'q'}${number}` | 'w' | 'n' | 'r' | 'd' | 's' | 'b' | 'g' | 'y';

/** Everything that can be tapped now. */
export function actionsOf(ask: Ask, talk: Talk): readonly Action[] {
  if (onlyAt(ask) !== undefined) return [];
  if (talk.mode === 'decline' || talk.mode === 'warned') return ['y', 'b'];
  if (talk.mode !== 'list') return ['b'];
  const whole: readonly Action[] = ['r', 'd'];
  if (isSecret(ask)) return whole;
  if (onReview(ask, talk)) return [...ask.questions.map((_, i): Action => `q${i + 1}`), 'y', ...whole];
  const question = questionOf(ask, talk);
  const draft = talk.drafts[talk.page];
  if (!question || !draft) return whole;
  const letter = (number: number) => (!question.multiSelect ? 'c' : draft.chosen.includes(number) && !draft.skipped ? 'u' : 't');
  const options = question.options.flatMap((option, i): Action[] => (option.unseen === true ? [] : [`${letter(i + 1)}${i + 1}`]));
  const forward: readonly Action[] = hasReview(ask) ? ['g'] : ['y'];
  return [
    ...options,
    ...(standing(draft) !== 'missing' ? forward : []),
    ...(talk.page > 0 ? (['b'] as const) : []),
    ...(options.length > 0 ? (['w'] as const) : []),
    'n',
    ...(hasReview(ask) ? (['s'] as const) : []),
    ...whole,
  ];
}

/** Undefined if the card offers no such action. */
export function press(ask: Ask, talk: Talk, action: string): Step | undefined {
  const known = actionsOf(ask, talk).find(
    (each) => each === action || (isTick(each) && isTick(action) && each.slice(1) === action.slice(1)),
  );
  if (known === undefined) return undefined;
  const number = Number(known.slice(1));
  switch (action[0]) {
    case 'c':
      return choose(ask, talk, number);
    case 't':
    case 'u':
      return { talk: ticked(talk, number, action[0] === 't') };
    case 'q':
      return { talk: toPage(talk, number - 1) };
    case 'y':
      return confirm(ask, talk);
    case 'g':
      return goOn(ask, talk);
    case 's':
      return goOn(ask, withDraft(talk, { skipped: true }));
    case 'b':
      return { talk: back(talk) };
    default:
      return { talk: { ...talk, mode: MODES[known as keyof typeof MODES] } };
  }
}
const isTick = (action: string): boolean => /^[tu]/.test(action);
const MODES = { w: 'words', n: 'note', r: 'redirect', d: 'decline' } as const satisfies Record<string, TalkMode>;

/** A text about this ask. `message` names the person's message. */
export function say(ask: Ask, talk: Talk, text: string, message: string): Step {
  const step = heard(ask, talk, text);
  if (step.verdict !== undefined || step.tell !== undefined) return step;
  const said = { ...step.talk.said, [message]: { page: talk.page, mode: talk.mode } };
  return { talk: { ...step.talk, said } };
}

/** The person has changed a message: as if it had been said like this. Undefined if this conversation has not used it. */
export function reword(ask: Ask, talk: Talk, text: string, message: string): Step | undefined {
  const place = talk.said[message];
  if (!place) return undefined;
  const step = say(ask, { ...talk, ...place }, text, message);
  if (step.verdict !== undefined || step.talk.mode !== 'list') return step;
  return { ...step, talk: { ...step.talk, page: Math.max(step.talk.page, talk.page) } };
}

function heard(ask: Ask, talk: Talk, text: string): Step {
  const command = COMMAND.exec(text);
  if (command) return obey(ask, talk, (command[1] ?? '').toLowerCase(), (command[2] ?? '').trim());
  const place = onlyAt(ask);
  if (place !== undefined) return { talk, tell: `This can only be answered in its own terminal: ${place}` };
  if (!isVisible(text)) return { talk, tell: 'The message is empty.' };
  const long = tooLong(text);
  if (long !== undefined) return { talk, tell: long };
  switch (talk.mode) {
    case 'redirect':
      return { talk, verdict: { kind: 'redirect', message: text } };
    case 'decline':
      return { talk, verdict: { kind: 'decline', message: text } };
    case 'warned':
      if (YES.test(text.trim())) return confirm(ask, talk);
      return { talk: back(talk), tell: 'Nothing was sent. Choose again, and reply /yes to confirm.' };
    case 'note':
      return isSecret(ask) ? refused(talk) : { talk: { ...withDraft(talk, { note: fieldOf(text) }), mode: 'list' } };
    case 'words':
      return isSecret(ask) ? refused(talk) : ownWords(ask, talk, text);
    case 'list':
      return isSecret(ask) ? refused(talk) : typed(ask, talk, text);
  }
}

/** Slack and Discord take a slash for themselves, so an exclamation mark does as well. Telegram may add the name of the bot. */
const COMMAND = /^[/!](words|note|redirect|decline|skip|back|next|send|yes)(?:@\w+)?(?:\s+([\s\S]*))?$/i;
const YES = /^y(es)?$/i;

function obey(ask: Ask, talk: Talk, command: string, text: string): Step {
  const letter =
    { words: 'w', note: 'n', redirect: 'r', decline: 'd', skip: 's', back: 'b', next: 'g', send: 'y', yes: 'y' }[command] ?? '';
  const offered: readonly string[] = actionsOf(ask, talk);
  // On a question without options every text is own words, so there is no button for it.
  const isWords = letter === 'w' && !onReview(ask, talk) && talk.mode === 'list' && !isSecret(ask) && onlyAt(ask) === undefined;
  if (!offered.includes(letter) && !isWords) return { talk, tell: `/${command} is not possible here.` };
  const opened = isWords ? { talk: { ...talk, mode: 'words' as const } } : press(ask, talk, letter);
  if (text === '' || !opened || !['w', 'n', 'r', 'd'].includes(letter)) return opened ?? { talk };
  return heard(ask, opened.talk, text);
}

function typed(ask: Ask, talk: Talk, text: string): Step {
  const trimmed = text.trim();
  const numbers = /^\d+(?:[\s,]+\d+)*$/.test(trimmed) ? [...new Set(trimmed.split(/[\s,]+/).map(Number))] : undefined;
  if (onReview(ask, talk)) {
    if (YES.test(trimmed)) return confirm(ask, talk);
    const [number] = numbers ?? [];
    if (number !== undefined && number >= 1 && number <= ask.questions.length) return { talk: toPage(talk, number - 1) };
    return { talk, tell: 'Reply /send to send the answers, or the number of a question to change it.' };
  }
  const question = questionOf(ask, talk) as Question;
  if (numbers && question.options.length > 0) return chooseAll(ask, talk, question, numbers);
  const named = findOption(trimmed, question, '');
  return typeof named === 'number' ? chooseAll(ask, talk, question, [named]) : ownWords(ask, talk, text);
}

function chooseAll(ask: Ask, talk: Talk, question: Question, numbers: readonly number[]): Step {
  const unknown = numbers.filter((n) => n < 1 || n > question.options.length || question.options[n - 1]?.unseen === true);
  if (unknown.length > 0)
    return { talk, tell: `There is no option ${unknown.join(' or ')}. For own words that are a number, reply /words ${numbers.join(',')}` };
  if (!question.multiSelect && numbers.length > 1) return { talk, tell: 'Only one option can be chosen.' };
  if (!question.multiSelect) return choose(ask, talk, numbers[0] ?? 0);
  return { talk: withDraft(talk, { chosen: numbers, skipped: false }) };
}

function ticked(talk: Talk, number: number, isWanted: boolean): Talk {
  const draft = talk.drafts[talk.page];
  const others = draft?.skipped ? [] : (draft?.chosen.filter((each) => each !== number) ?? []);
  return withDraft(talk, { chosen: isWanted ? [...others, number] : others, skipped: false });
}

function choose(ask: Ask, talk: Talk, number: number): Step {
  const question = questionOf(ask, talk);
  const draft = talk.drafts[talk.page];
  if (!question || !draft) return { talk };
  const next = withDraft(talk, chosenRow(draft, number, question));
  return goOn(ask, next);
}

function ownWords(ask: Ask, talk: Talk, text: string): Step {
  const isMulti = questionOf(ask, talk)?.multiSelect === true;
  const changed = withDraft(talk, { words: fieldOf(text), other: true, skipped: false, ...(isMulti ? {} : { chosen: [] }) });
  return isMulti ? { talk: { ...changed, mode: 'list' } } : goOn(ask, { ...changed, mode: 'list' });
}

function goOn(ask: Ask, talk: Talk): Step {
  return hasReview(ask) ? { talk: toPage(talk, talk.page + 1) } : submit(ask, talk);
}

function confirm(ask: Ask, talk: Talk): Step {
  if (talk.mode === 'decline') return { talk, verdict: { kind: 'decline' } };
  if (talk.mode !== 'warned') return submit(ask, talk);
  const result = verdictOf(dialogOf(ask, talk));
  return result.kind === 'ok' ? { talk, verdict: result.verdict } : submit(ask, talk);
}

function submit(ask: Ask, talk: Talk): Step {
  const result = verdictOf(dialogOf(ask, talk));
  if (result.kind === 'wrong') return { talk: { ...talk, mode: 'list' }, tell: result.message };
  if (chosenWarnings(ask, result.verdict).length > 0) return { talk: { ...talk, mode: 'warned' } };
  return { talk: { ...talk, mode: 'list' }, verdict: result.verdict };
}

const toPage = (talk: Talk, page: number): Talk => ({ ...talk, page, mode: 'list' });
const back = (talk: Talk): Talk => (talk.mode === 'list' ? toPage(talk, Math.max(0, talk.page - 1)) : { ...talk, mode: 'list' });
const refused = (talk: Talk): Step => ({ talk, tell: 'This asks for a secret. Secrets are not accepted in a chat, so it was not used.' });
