// What no machine decides by itself: one guard for every verdict of a rule or an agent. In doubt it holds.
import { stance } from '../../question/category-words.ts';
import { irreversible, irreversibleAsk } from '../../question/irreversible.ts';
import { questionName } from '../../question/problem.ts';
import type { Answer, Ask, Question, Verdict } from '../../question/words.ts';
import { languageOf } from './language.ts';

export type Guarded = { readonly kind: 'free' } | { readonly kind: 'held'; readonly reason: string };

/** The verdict must have been held against the ask before (`resolveAnswers`). `allowed`: the user's own file says `irreversible: allow`. */
export function guard(ask: Ask, verdict: Verdict, allowed: boolean): Guarded {
  if (allowed) return { kind: 'free' };
  const reason = verdict.kind === 'answers' ? answersReason(ask, verdict.answers) : saidReason(verdict.message ?? '', 'the message');
  return reason === undefined
    ? { kind: 'free' }
    : { kind: 'held', reason: `${reason} (irreversible: allow in your own file would let it pass)` };
}

function answersReason(ask: Ask, answers: readonly Answer[]): string | undefined {
  const marked = irreversibleAsk(ask);
  for (const [index, answer] of answers.entries()) {
    const question = ask.questions[index];
    const name = questionName(index, question?.header);
    if (question === undefined) return `${name} does not exist`;
    const said = saidReason(wordsOf(answer), `${name}: the words`, question);
    if (said !== undefined) return said;
    for (const number of answer.kind === 'chosen' ? answer.chosen : []) {
      const why = marked.find((each) => each.question === index && each.option === number)?.reason ?? optionReason(ask, question, number);
      if (why !== undefined) return `${name}, option ${number}: ${why}`;
    }
  }
  return undefined;
}

function optionReason(ask: Ask, question: Question, number: number): string | undefined {
  const option = question.options[number - 1];
  if (option === undefined) return 'there is no such option';
  if (stance(option.label) === 'no') return undefined;
  if (question.cut === true || question.unseen === true) return 'it was read off a screen that did not show all of it';
  if (ask.kind === 'permission') return permissionReason(ask, question, number);
  const foreign = (text: string) => text.trim() !== '' && languageOf(text) === 'unknown';
  const own = `${option.label} ${option.description ?? ''}`;
  const plan = ask.detail?.kind === 'plan' ? ask.detail.plan : '';
  if (!foreign(question.text) && !foreign(plan) && (isPlain(own) || !foreign(own))) return undefined;
  return 'it is in a language that cannot be read here for what cannot be undone';
}

/** Labels are names more often than sentences: without accents they are not held for lack of small words. */
const isPlain = (text: string): boolean => !/(?![\p{ASCII}])\p{L}/u.test(text);

/** A machine may allow a thing once. What lasts beyond this one call is for people. */
function permissionReason({ detail }: Ask, question: Question, number: number): string | undefined {
  if (detail?.kind !== 'permission') return 'what the permission is for cannot be read';
  if (isReadOff(detail.input)) return 'what the permission is for was only read off a screen';
  const { label = '', description = '' } = question.options[number - 1] ?? {};
  const suggested = number > 1 && number <= (detail.suggestions?.length ?? 0) + 1;
  const lasting = suggested || LASTING.test(label) || LASTING.test(description);
  return lasting ? 'it allows more than this one call' : undefined;
}
/** Without the call itself, a line on a screen is all there is: where a command begins and ends nobody can tell. */
const isReadOff = (input: unknown): boolean => typeof (input as { screen?: unknown } | null)?.screen === 'string';

const LASTING =
  /\b(?:always|don['’]t ask|do not ask|never ask|again|from now on|session|permanent(?:ly)?|every(?:thing| time)?|all|any|switch|mode|bypass|folder|director(?:y|ies)|forever|remember|rules?)\b/i;

/** Own words, notes and messages are orders too: they are read as an option with that label would be. */
function saidReason(text: string, place: string, question: Question = NOBODY): string | undefined {
  if (text === '') return undefined;
  const verdict = irreversible({ label: text }, question);
  if (verdict.irreversible) return `${place}: ${verdict.reason}`;
  return languageOf(text) === 'unknown' && !isPlain(text)
    ? `${place}: they are in a language that cannot be read here for what cannot be undone`
    : undefined;
}
const NOBODY: Question = { text: '', options: [], multiSelect: false };

function wordsOf(answer: Answer): string {
  const words = answer.kind === 'skipped' ? '' : (answer.words ?? '');
  return [words, answer.note ?? ''].filter((text) => text !== '').join('\n');
}
