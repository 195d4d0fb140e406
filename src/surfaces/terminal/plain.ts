// The dialog without a screen: numbered prompts, one line at a time. For screen readers, dumb terminals and pipes. Pure.
import { findOption } from '../../question/answer.ts';
import { isVisible } from '../../question/visible.ts';
import type { Ask, Question, Verdict } from '../../question/words.generated.ts';
import { type DialogState, type Draft, openDialog, withDraft } from '../views/dialog/state.ts';
import { fieldOf } from '../views/dialog/text-field.ts';
import { nameOf, standing, verdictOf } from '../views/dialog/verdict.ts';
import { label } from './dialog/agent-text.ts';

/** What the next line is for. A text continues on the next line if a line ends with a backslash. */
type Expecting = 'choice' | 'words' | 'note' | 'redirect' | 'decline' | 'review';

export type PlainState = { readonly dialog: DialogState; readonly expecting: Expecting; readonly begun: string };
export type PlainEffect = { readonly kind: 'submit'; readonly verdict: Verdict } | { readonly kind: 'leave' };
/** `say` is printed before the next prompt. */
export type Replied = { readonly state: PlainState; readonly say: readonly string[]; readonly effect?: PlainEffect };

export function openPlain(ask: Ask): PlainState {
  return { dialog: openDialog(ask), expecting: 'choice', begun: '' };
}

export function reply(state: PlainState, line: string): Replied {
  const typed = line.trim();
  if (state.expecting === 'choice') return typedChoice(state, typed);
  if (state.expecting === 'review') return typedReview(state, typed);
  if (/\\$/.test(line)) return stay({ ...state, begun: `${state.begun}${line.slice(0, -1)}\n` });
  const text = state.begun + line;
  const fresh: PlainState = { ...state, begun: '' };
  switch (state.expecting) {
    case 'words':
      return ownWords(fresh, text);
    case 'note':
      return stay(changed({ ...fresh, expecting: 'choice' }, { note: fieldOf(text) }), isVisible(text) ? ['Noted.'] : ['No note.']);
    case 'redirect':
      if (!isVisible(text)) return stay({ ...fresh, expecting: 'choice' }, ['Nothing was written, so nothing is sent.']);
      return submit(fresh, { kind: 'redirect', message: text });
    case 'decline':
      if (text.trim() === 'b') return stay({ ...fresh, expecting: 'choice' }, ['Not declined.']);
      return submit(fresh, { kind: 'decline', ...(isVisible(text) ? { message: text } : {}) });
  }
}

// ── a question ─────────────────────────────────────────────────────────────────────────────────────────────────────

function typedChoice(state: PlainState, typed: string): Replied {
  const { ask, page } = state.dialog;
  const question = ask.questions[page] as Question;
  const draft = state.dialog.drafts[page] as Draft;
  const [, letter = '', rest = ''] = /^([a-z?])(?:\s+(.*))?$/is.exec(typed) ?? [];
  switch (rest === '' || letter.toLowerCase() === 'o' ? letter.toLowerCase() : '') {
    case 'o':
      return rest === '' ? stay({ ...state, expecting: 'words' }) : ownWords(state, rest);
    case 'n':
      return stay({ ...state, expecting: 'note' });
    case 'r':
      return stay({ ...state, expecting: 'redirect' });
    case 'd':
      return stay({ ...state, expecting: 'decline' });
    case 's':
      if (ask.questions.length === 1) return stay(state, ['This is the only question, so it cannot be skipped. d declines it.']);
      return goOn(changed(state, { skipped: true }));
    case 'b':
      return page === 0 ? stay(state, ['This is the first question.']) : stay(toPage(state, page - 1));
    case 'q':
      return { state, say: [], effect: { kind: 'leave' } };
    case '?':
      return stay(state, HELP);
  }
  if (typed === '') {
    if (standing(draft) !== 'missing') return goOn(state);
    return stay(state, ['Nothing is chosen yet. Type a number, or ? for help.']);
  }
  const numbers =
    /^\d+(?:[\s,]+\d+)*$/.test(typed) && question.options.length > 0 ? [...new Set(typed.split(/[\s,]+/).map(Number))] : undefined;
  if (numbers) return chosen(state, question, numbers);
  const named = findOption(typed, question, '');
  return typeof named === 'number' ? chosen(state, question, [named]) : ownWords(state, typed);
}

function chosen(state: PlainState, question: Question, numbers: readonly number[]): Replied {
  const unknown = numbers.filter((n) => n < 1 || n > question.options.length);
  if (unknown.length > 0)
    return stay(state, [`There is no option ${unknown.join(' or ')}; type a number from 1 to ${question.options.length}.`]);
  if (!question.multiSelect && numbers.length > 1) return stay(state, ['Only one of them can be chosen; type one number.']);
  return goOn(changed(state, { chosen: numbers, other: false, skipped: false }));
}

function ownWords(state: PlainState, text: string): Replied {
  const question = state.dialog.ask.questions[state.dialog.page] as Question;
  if (!isVisible(text)) return stay({ ...state, expecting: 'choice' }, ['Nothing was written.']);
  const next = changed(state, { words: fieldOf(text), other: true, skipped: false, ...(question.multiSelect ? {} : { chosen: [] }) });
  return goOn({ ...next, expecting: 'choice' });
}

function goOn(state: PlainState): Replied {
  const { ask, page } = state.dialog;
  return stay(page + 1 < ask.questions.length ? toPage(state, page + 1) : { ...state, expecting: 'review' });
}

// ── the review ─────────────────────────────────────────────────────────────────────────────────────────────────────

function typedReview(state: PlainState, typed: string): Replied {
  const { questions } = state.dialog.ask;
  const number = Number(typed);
  if (/^(y|yes)$/i.test(typed)) {
    const result = verdictOf(state.dialog);
    return result.kind === 'ok' ? submit(state, result.verdict) : stay(toPage(state, result.page), [result.message]);
  }
  if (Number.isInteger(number) && number >= 1 && number <= questions.length) return stay(toPage(state, number - 1));
  if (/^(b|n|no)$/i.test(typed)) return stay(toPage(state, questions.length - 1));
  if (/^r$/i.test(typed)) return stay({ ...state, expecting: 'redirect' });
  if (/^d$/i.test(typed)) return stay({ ...state, expecting: 'decline' });
  if (/^q$/i.test(typed)) return { state, say: [], effect: { kind: 'leave' } };
  return stay(state, [
    `Type y to submit${questions.length > 1 ? ', a number to change that answer' : ', n to change the answer'}, or q to leave the question open.`,
  ]);
}

/** The verdict did not arrive. */
export const plainFailed = (state: PlainState): PlainState => ({ ...state, expecting: 'review' });

// ── messages ───────────────────────────────────────────────────────────────────────────────────────────────────────

const HELP: readonly string[] = [
  'A number chooses that option; several, where allowed, as 1,3.',
  'o answers in your own words: o, or o and the words, or simply the words.',
  'n adds a note. s skips the question. b goes back. Enter keeps what is chosen.',
  'r redirects: the agent reads your message instead of an answer. d declines to answer. q leaves the question open.',
  'End a line with a backslash to continue the text on the next line.',
];

/** All answers, each on its own line. */
export function reviewText({ dialog }: PlainState): string[] {
  return dialog.drafts.flatMap((draft, i) => {
    const question = dialog.ask.questions[i];
    const said = [
      ...draft.chosen.map((n) => label(question?.options[n - 1]?.label ?? '')),
      ...(draft.other && isVisible(draft.words.text) ? [`“${label(draft.words.text)}”`] : []),
    ];
    const answer = standing(draft) === 'missing' ? 'not answered yet' : draft.skipped ? 'skipped' : said.join(', ');
    const note = isVisible(draft.note.text) ? [`   note: ${label(draft.note.text)}`] : [];
    return [`${dialog.ask.questions.length > 1 ? `${i + 1}. ` : ''}${label(nameOf(question, i))}: ${answer}`, ...note];
  });
}

// ── helpers ────────────────────────────────────────────────────────────────────────────────────────────────────────

const stay = (state: PlainState, say: readonly string[] = []): Replied => ({ state, say });
const submit = (state: PlainState, verdict: Verdict): Replied => ({ state, say: [], effect: { kind: 'submit', verdict } });
const toPage = (state: PlainState, page: number): PlainState => ({ ...state, expecting: 'choice', dialog: { ...state.dialog, page } });

const changed = (state: PlainState, change: Partial<Draft>): PlainState => ({ ...state, dialog: withDraft(state.dialog, change) });
