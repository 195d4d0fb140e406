// What no machine decides by itself: one guard for every verdict of a rule or an agent. In doubt it holds.
import { delegatingOption } from '../../question/category.ts';
import { stance } from '../../question/category-words.ts';
import { type IrreversibleOption, irreversible, irreversibleAsk, readsIrreversible } from '../../question/irreversible.ts';
import { LONGEST_SUBJECT, subjectOf } from '../../question/permission.ts';
import { questionName } from '../../question/problem.ts';
import { isRefusal } from '../../question/refusal.ts';
import { CONTROL, hiding } from '../../question/spelling.ts';
import type { Answer, Ask, Question, Verdict } from '../../question/words.ts';
import { promptReason, wordsReason } from './guard-words.ts';
import { type Named, permissionReason } from './harmless-tool.ts';
import { sensitive, unknownOrder, unknownProposal } from './known-orders.ts';
import { languageOf } from './language.ts';

export type { Named } from './harmless-tool.ts';

export type Guarded = { readonly kind: 'free' } | { readonly kind: 'held'; readonly reason: string };

/**
 * The verdict must have been held against the ask before (`resolveAnswers`). `allowed`: the user's own file says `irreversible: allow`.
 * `named`: which criteria of the user's own route name what this permission is for (`Routed.named`).
 */
export function guard(ask: Ask, verdict: Verdict, allowed: boolean, named: Named = {}): Guarded {
  // Whatever is allowed: what moves a cursor or ends a line is no text.
  if (saidIn(verdict).some((text) => CONTROL.test(text))) return { kind: 'held', reason: 'there are control characters in what it says' };
  if (allowed) return { kind: 'free' };
  const seen: Seen = { ask, named, marked: irreversibleAsk(ask) };
  const reason = verdict.kind === 'answers' ? answersReason(seen, verdict.answers) : messageReason(seen, verdict.message ?? '');
  return reason === undefined
    ? { kind: 'free' }
    : { kind: 'held', reason: `${reason} (irreversible: allow in your own file would let it pass)` };
}

/** Why a machine's reason must not reach the asking agent, to whom it would be one more order. It never stands in the way of the answer. */
export function guardReason(reason: string, allowed: boolean): Guarded {
  if (CONTROL.test(reason)) return { kind: 'held', reason: 'there are control characters in its reason' };
  const why = allowed ? undefined : wordsReason(reason, NOBODY, false);
  return why === undefined ? { kind: 'free' } : { kind: 'held', reason: `its reason is not passed on: ${why}` };
}

type Seen = { readonly ask: Ask; readonly named: Named; readonly marked: readonly IrreversibleOption[] };

function messageReason(seen: Seen, message: string): string | undefined {
  const why = wordsReason(message, NOBODY, isRisky(seen));
  return why === undefined ? undefined : `the message: ${why}`;
}

function answersReason(seen: Seen, answers: readonly Answer[]): string | undefined {
  const { ask, marked } = seen;
  for (const [index, answer] of answers.entries()) {
    const question = ask.questions[index];
    const name = questionName(index, question?.header);
    if (question === undefined) return `${name} does not exist`;
    const said = ownWordsReason(seen, question, answer);
    if (said !== undefined) return `${name}: the words: ${said}`;
    if (answer.kind === 'chosen' && answer.chosen.length === 0 && isRisky(seen)) return `${name}: choosing none may mean losing all`;
    for (const number of answer.kind === 'chosen' ? answer.chosen : []) {
      const why = marked.find((each) => each.question === index && each.option === number)?.reason ?? optionReason(seen, question, number);
      if (why !== undefined) return `${name}, option ${number}: ${why}`;
    }
  }
  return undefined;
}

function ownWordsReason(seen: Seen, question: Question, answer: Answer): string | undefined {
  const said = wordsOf(answer);
  const last = seen.ask.detail?.kind === 'idle' ? (seen.ask.detail.lastMessage ?? '') : '';
  if (seen.ask.kind === 'idle') return said.map((text) => promptReason(text, question, last)).find((why) => why !== undefined);
  return said.map((text) => wordsReason(text, question, isRisky(seen))).find((why) => why !== undefined);
}

/** Somewhere in the ask something irreversible is offered or asked for, or nobody can tell. The words of one answer may point to another question. */
function isRisky(seen: Seen): boolean {
  const { ask, marked } = seen;
  if (marked.length > 0 || subjectReason(seen) !== undefined) return true;
  return ask.questions.some((question) =>
    ask.kind === 'permission'
      ? otherWordsReason(ask, question) !== undefined
      : readsIrreversible(question) || textReason(question) !== undefined,
  );
}

/** Why machines may not allow what a permission is for. */
const subjectReason = ({ ask, named }: Seen): string | undefined => (ask.kind === 'permission' ? permissionReason(ask, named) : undefined);

function optionReason(seen: Seen, question: Question, number: number): string | undefined {
  const { ask } = seen;
  const option = question.options[number - 1];
  if (option === undefined) return 'there is no such option';
  const own = [option.label, option.description ?? '', option.preview ?? ''];
  const hidden = own.map(hiding).find((why) => why !== undefined);
  if (hidden !== undefined) return `it hides letters: ${hidden}`;
  const refuses = isRefusal(option.label);
  if (ask.kind === 'permission' && refuses) return undefined;
  const text = ask.kind === 'permission' ? otherWordsReason(ask, question) : textReason(question);
  if (text !== undefined) return text;
  if (refuses) return undefined;
  if (question.cut === true || question.unseen === true) return 'it was read off a screen that did not show all of it';
  const subject = subjectReason(seen) ?? planReason(ask);
  if (subject !== undefined) return subject;
  if (ask.kind === 'permission' || ask.kind === 'plan') return lastingReason(ask, question, number);
  if (LASTING.test(option.label)) return 'it allows more than this once';
  if (pointsElsewhere(question, number) && isRisky(seen)) return 'it points to another option, and one of them looks irreversible';
  const shown = irreversible({ label: option.preview ?? '' }, NOBODY);
  if (shown.irreversible) return `its preview: ${shown.reason}`;
  const given = stance(option.label) === 'yes' ? sensitive(question.text) : undefined;
  if (given !== undefined) return `"${given}" is nothing that a machine says yes to`;
  const order = stance(option.label) === 'yes' ? unknownProposal(question.text) : unknownOrder(option.label);
  if (order !== undefined) return `"${order.slice(0, 40)}" is not known to be ordinary work`;
  return isForeign(own.slice(0, 2).join(' ')) && !isPlain(own.slice(0, 2).join(' ')) ? FOREIGN : undefined;
}

/** What makes a whole question unreadable: then even a no could mean anything. */
function textReason(question: Question): string | undefined {
  if (isForeign(question.text)) return FOREIGN;
  const hidden = [question.text, question.header ?? '', ...question.options.map((option) => option.label)].map(hiding);
  const why = hidden.find((each) => each !== undefined);
  return why === undefined ? undefined : `the question hides letters: ${why}`;
}

/** The text of a permission repeats the call, which is judged by itself. What it says beside that must be harmless too. */
function otherWordsReason({ detail }: Ask, question: Question): string | undefined {
  const input = detail?.kind === 'permission' ? detail.input : undefined;
  const repeated = [subjectOf(input), ...(typeof input === 'object' && input !== null ? Object.values(input) : [])];
  const rest = repeated.reduce<string>(
    (text, value) => (typeof value === 'string' && value !== '' ? text.replace(value.slice(0, LONGEST_SUBJECT), '') : text),
    question.text,
  );
  return readsIrreversible({ ...question, text: rest }) ? 'the question asks for more than the call, and it looks irreversible' : undefined;
}

function planReason({ kind, detail }: Ask): string | undefined {
  if (kind !== 'plan' && detail?.kind !== 'plan') return undefined;
  if (detail?.kind !== 'plan' || detail.plan.trim() === '') return 'the plan cannot be read';
  const hidden = hiding(detail.plan);
  if (hidden !== undefined) return `the plan hides letters: ${hidden}`;
  return isForeign(detail.plan) ? FOREIGN : undefined;
}

/** A machine may allow a thing once, in so many words. What lasts beyond this one call is for people. */
function lastingReason({ detail }: Ask, question: Question, number: number): string | undefined {
  const { label = '', description = '' } = question.options[number - 1] ?? {};
  const suggestions = detail?.kind === 'permission' ? (detail.suggestions?.length ?? 0) : 0;
  const plain = label
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  const once = ONCE.has(plain) && !LASTING.test(description) && !(number > 1 && number <= suggestions + 1);
  return once ? undefined : 'it allows more than this one call, or does not plainly say that it does not';
}
const ONCE = new Set(
  'yes|y|ok|okay|allow|allow it|allow once|allow this once|allow one time|yes allow|yes allow once|yes allow it once|yes this time|yes just this once|just this once|once|approve|approve once|approve plan|accept|proceed|yes proceed|continue|run|run it|run once|go ahead|yes go ahead|yes manually approve edits|yes and manually approve edits|manually approve edits'.split(
    '|',
  ),
);
const LASTING =
  /\b(?:always|don['’]t ask|do not ask|never ask|again|from now on|session|permanent(?:ly)?|every ?time|auto|bypass|forever|remember|trust|skip permissions|without asking)\b|\ball (?:edits|commands|calls|tools|future)\b|\bswitch to\b/i;

/** "You decide", "The first one", "OK": what it means is said somewhere else. */
function pointsElsewhere(question: Question, number: number): boolean {
  const [option] = question.options.slice(number - 1, number);
  if (option === undefined || stance(option.label) === 'yes') return true;
  return delegatingOption({ ...question, options: [option] }) !== undefined || POINTS.test(option.label);
}
const POINTS =
  /\b(?:options?|first|second|third|last|others?|former|latter|above|below|both|all|same|recommend\w*|suggest\w*|proposed?|default|previous|opposite|whatever|whichever|you|your|go|do)\b|^\W*[\da-z]\W*$/i;

const isForeign = (text: string): boolean => text.trim() !== '' && languageOf(text) === 'unknown';
const FOREIGN = 'it is in a language that cannot be read here for what cannot be undone';
/** Labels are names more often than sentences: without accents they are not held for lack of small words. */
const isPlain = (text: string): boolean => !/(?![\p{ASCII}])\p{L}/u.test(text);

const NOBODY: Question = { text: '', options: [], multiSelect: false };

function wordsOf(answer: Answer): readonly string[] {
  return [answer.kind === 'skipped' ? '' : (answer.words ?? ''), answer.note ?? ''].filter((text) => text !== '');
}

const saidIn = (verdict: Verdict): readonly string[] =>
  verdict.kind === 'answers' ? verdict.answers.flatMap(wordsOf) : [verdict.message ?? ''];
