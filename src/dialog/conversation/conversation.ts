// A conversation about one open ask. A person taps what is offered, or writes; the result is the next state, and the verdict when there is one. Pure.
//
//   question ── an option, a number, a label ──▶ chosen; then the next question, the review, or (without a review) submit
//     │          where several may be chosen: ticked until Next or Send, or, in a conversation that confirms, the same as above
//     │      ── any other text ──▶ own words, which are the answer or, where several may be chosen, a part of it
//     ├── words ─────▶ words ── a text ──▶ as above, but always own words
//     ├── note ──────▶ note ── a text ──▶ question
//     ├── redirect ──▶ redirect ── a text ──▶ submit a redirect
//     ├── decline ───▶ decline ── send, or a text as the reason ──▶ submit a decline
//     └── skip, next ──▶ the next question, or the review
//   review ── a number ──▶ that question · yes, send ──▶ submit · no, back ──▶ the last question
//   anywhere ── back ──▶ the list without the text, or the question before
//
// Invariants: an action that is not offered at the moment does nothing (`actionsOf`); whatever is submitted is valid for the ask.
import { findOption } from '../../ask/answer.ts';
import type { Ask, Question } from '../../ask/schema/ask.ts';
import type { Verdict } from '../../ask/schema/decision.ts';
import { isSecret } from '../../ask/sealed.ts';
import { onlyAt } from '../../ask/verdict.ts';
import { printable } from '../../text/printable.ts';
import { isVisible } from '../../text/visible.ts';
import { answeredInWords, chosenRow, type Draft, draftsOf, withDraft } from '../dialog/state.ts';
import { fieldOf } from '../dialog/text-field.ts';
import { cannotSkip, draftState, tooLong, verdictOf } from '../dialog/verdict.ts';

/** list: a question or the review · the others wait for a text; `decline` also for a confirmation */
export type Mode = 'list' | 'words' | 'note' | 'redirect' | 'decline';

/** Plain data, so that it can be stored. */
export type Conversation = {
  readonly drafts: readonly Draft[];
  /** The index of a question; the number of questions is the review. */
  readonly page: number;
  readonly mode: Mode;
  /** Every answer is reviewed before it is sent. Otherwise only several are: a single one is seen as a whole while it is given. */
  readonly confirms: boolean;
};

/** `tell` is for the person who tapped or wrote. */
export type Step = { readonly state: Conversation; readonly verdict?: Verdict; readonly tell?: string };

const COMMANDS = ['words', 'note', 'redirect', 'decline', 'skip', 'back', 'next', 'send'] as const;
type Command = (typeof COMMANDS)[number];

/**
 * What can be tapped. `tick2` and `untick2` do what they say, however late they come; `question1` opens a question from the review. Those without a
 * number can also be written, with a text where they need one: /note later
 */
export type Action = `${'choose' | 'tick' | 'untick' | 'question'}${number}` | Command;

export const openConversation = (ask: Ask, confirms: boolean): Conversation => ({ drafts: draftsOf(ask), page: 0, mode: 'list', confirms });

export const questionOf = (ask: Ask, { page }: Conversation): Question | undefined => ask.questions[page];
export const hasReview = ({ questions }: Ask, { confirms }: Conversation): boolean => confirms || questions.length > 1;
export const onReview = ({ questions }: Ask, { page }: Conversation): boolean => page === questions.length;

/** Shown as chosen. A skipped question keeps its choice, but does not show it. */
export function isChosen({ drafts, page }: Conversation, number: number): boolean {
  const draft = drafts[page];
  return draft?.chosen.includes(number) === true && !draft.skipped;
}

export function actionsOf(ask: Ask, state: Conversation): readonly Action[] {
  if (onlyAt(ask) !== undefined) return [];
  if (state.mode === 'decline') return ['send', 'back'];
  if (state.mode !== 'list') return ['back'];
  const whole: readonly Action[] = ['redirect', 'decline'];
  if (isSecret(ask)) return whole;
  const back: readonly Action[] = state.page > 0 ? ['back'] : [];
  if (onReview(ask, state)) return [...ask.questions.map((_, i): Action => `question${i + 1}`), 'send', ...back, ...whole];
  const question = questionOf(ask, state);
  const draft = state.drafts[state.page];
  if (!question || !draft) return whole;
  const verb = (number: number) => (!question.multiSelect ? 'choose' : isChosen(state, number) ? 'untick' : 'tick');
  const forward: Action = hasReview(ask, state) ? 'next' : 'send';
  return [
    ...question.options.flatMap((option, i): Action[] => (option.unseen === true ? [] : [`${verb(i + 1)}${i + 1}`])),
    ...(draftState(draft) === 'missing' ? [] : [forward]),
    ...back,
    'words',
    'note',
    ...(cannotSkip(ask) === undefined ? (['skip'] as const) : []),
    ...whole,
  ];
}

// ── a tap ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Undefined if this is not offered. */
export function press(ask: Ask, state: Conversation, action: string): Step | undefined {
  const number = numberIn(action);
  const offered: readonly string[] = actionsOf(ask, state);
  const isOffered = offered.includes(action) || (isTick(action) && offered.some((each) => isTick(each) && numberIn(each) === number));
  if (!isOffered) return undefined;
  const name = action.replace(/\d*$/, '') as 'choose' | 'tick' | 'untick' | 'question' | Command;
  switch (name) {
    case 'choose':
      return choose(ask, state, [number]);
    case 'tick':
    case 'untick':
      return { state: ticked(state, number, name === 'tick') };
    case 'question':
      return { state: toPage(state, number - 1) };
    case 'next':
      return goOn(ask, state);
    case 'skip':
      return goOn(ask, withDraft(state, { skipped: true }));
    case 'back':
      return { state: state.mode === 'list' ? toPage(state, state.page - 1) : { ...state, mode: 'list' } };
    case 'send':
      return state.mode === 'decline' ? { state, verdict: { kind: 'decline' } } : submit(ask, state);
    case 'words':
    case 'note':
    case 'redirect':
    case 'decline':
      return { state: { ...state, mode: name } };
  }
}

export const isTick = (action: string): boolean => /^(?:un)?tick\d/.test(action);
export const numberIn = (action: string): number => Number(/\d*$/.exec(action)?.[0]);

function ticked(state: Conversation, number: number, isWanted: boolean): Conversation {
  const draft = state.drafts[state.page];
  const others = draft?.skipped ? [] : (draft?.chosen.filter((each) => each !== number) ?? []);
  return withDraft(state, { chosen: isWanted ? [...others, number] : others, skipped: false });
}

// ── a text ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export function say(ask: Ask, state: Conversation, text: string): Step {
  const [, command, rest = ''] = COMMAND.exec(text) ?? [];
  return command === undefined ? take(ask, state, text) : obey(ask, state, command.toLowerCase() as Command, rest.trim());
}

/** Some chats take a slash for themselves, so an exclamation mark does as well. Others add the name of the bot. */
const COMMAND = new RegExp(`^[/!](${COMMANDS.join('|')})(?:@\\w+)?(?:\\s+([\\s\\S]*))?$`, 'i');

function obey(ask: Ask, state: Conversation, command: Command, text: string): Step {
  const step = press(ask, state, command);
  if (!step) return { state, tell: whyNot(ask, state, command) };
  return text === '' || step.state.mode !== command ? step : take(ask, step.state, text);
}

function whyNot(ask: Ask, state: Conversation, command: Command): string {
  const isQuestion = state.mode === 'list' && !onReview(ask, state) && !isSecret(ask) && onlyAt(ask) === undefined;
  if (isQuestion && command === 'back') return 'This is the first question.';
  if (isQuestion && command === (hasReview(ask, state) ? 'next' : 'send')) return 'Nothing is chosen yet.';
  return (isQuestion && command === 'skip' ? cannotSkip(ask) : undefined) ?? `/${command} is not possible here.`;
}

/** A text that is no command. */
function take(ask: Ask, state: Conversation, text: string): Step {
  const place = onlyAt(ask);
  if (place !== undefined) return { state, tell: `This can only be answered in its own terminal: ${printable(place)}` };
  const long = tooLong(text);
  if (long !== undefined) return { state, tell: long };
  const isAnswer = state.mode !== 'redirect' && state.mode !== 'decline';
  if (isAnswer && isSecret(ask)) return { state, tell: 'This asks for a secret. Secrets are not accepted here, so it was not used.' };
  if (state.mode === 'list' && onReview(ask, state)) return review(ask, state, text.trim());
  if (!isVisible(text)) return nothing(state);
  switch (state.mode) {
    case 'redirect':
    case 'decline':
      return { state, verdict: { kind: state.mode, message: text } };
    case 'note':
      return { state: { ...withDraft(state, { note: fieldOf(text) }), mode: 'list' } };
    case 'words':
      return ownWords(ask, state, text);
    case 'list':
      return answer(ask, state, text);
  }
}

function nothing(state: Conversation): Step {
  if (state.mode !== 'note') return { state: { ...state, mode: 'list' }, tell: 'Nothing was written.' };
  return { state: { ...withDraft(state, { note: fieldOf('') }), mode: 'list' }, tell: 'No note.' };
}

function review(ask: Ask, state: Conversation, typed: string): Step {
  if (/^y(es)?$/i.test(typed)) return submit(ask, state);
  if (/^no?$/i.test(typed)) return { state: toPage(state, state.page - 1) };
  const number = Number(typed);
  if (Number.isInteger(number) && number >= 1 && number <= ask.questions.length) return { state: toPage(state, number - 1) };
  return { state, tell: 'Type y to send, n to go back, or the number of a question to change its answer.' };
}

function answer(ask: Ask, state: Conversation, text: string): Step {
  const typed = text.trim();
  const question = questionOf(ask, state) as Question;
  const isNumbers = /^\d+(?:[\s,]+\d+)*$/.test(typed) && question.options.length > 0;
  if (isNumbers) return choose(ask, state, [...new Set(typed.split(/[\s,]+/).map(Number))]);
  const named = findOption(typed, question, '');
  return typeof named === 'number' ? choose(ask, state, [named]) : ownWords(ask, state, text);
}

// ── answers ────────────────────────────────────────────────────────────────────────────────────────────────────────

function choose(ask: Ask, state: Conversation, numbers: readonly number[]): Step {
  const question = questionOf(ask, state) as Question;
  const draft = state.drafts[state.page] as Draft;
  const unknown = numbers.filter((number) => typeof findOption(number, question, '') !== 'number');
  if (unknown.length > 0)
    return { state, tell: `There is no option ${unknown.join(' or ')}. For own words that are a number: /words ${numbers.join(',')}` };
  if (question.multiSelect) return answered(ask, withDraft(state, { chosen: numbers, other: false, skipped: false }));
  if (numbers.length > 1) return { state, tell: 'Only one option can be chosen.' };
  return answered(ask, withDraft(state, chosenRow(draft, numbers[0] ?? 0, question)));
}

function ownWords(ask: Ask, state: Conversation, text: string): Step {
  const question = questionOf(ask, state) as Question;
  return answered(ask, { ...withDraft(state, answeredInWords(fieldOf(text), question)), mode: 'list' });
}

/** Where several may be chosen there may be more to come, unless all is reviewed anyway. */
function answered(ask: Ask, state: Conversation): Step {
  return questionOf(ask, state)?.multiSelect && !state.confirms ? { state } : goOn(ask, state);
}

function goOn(ask: Ask, state: Conversation): Step {
  return hasReview(ask, state) ? { state: toPage(state, state.page + 1) } : submit(ask, state);
}

function submit(ask: Ask, state: Conversation): Step {
  const result = verdictOf({ ask, drafts: state.drafts });
  return result.kind === 'ok' ? { state, verdict: result.verdict } : { state: toPage(state, result.page), tell: printable(result.message) };
}

const toPage = (state: Conversation, page: number): Conversation => ({ ...state, page, mode: 'list' });
