// Turns what somebody sent into answers that fit the ask, or into the reasons why they do not.

import { isVisible, normalised } from '../text/visible.ts';
import { problem, questionName, shown } from './problem.ts';
import { comparable } from './same-question.ts';
import type { Answer, Ask, Question } from './schema/ask.ts';
import type { AnswerInput } from './schema/input.ts';
import type { Problem } from './schema/problem.ts';

export type Resolved<T> = { readonly kind: 'ok'; readonly value: T } | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** Invariant of an `ok` result: one answer per question, none empty, at least one not skipped. */
export function resolveAnswers(inputs: readonly AnswerInput[], ask: Pick<Ask, 'questions'>): Resolved<readonly Answer[]> {
  const expected = ask.questions.length;
  if (inputs.length !== expected) {
    const message = `the ask has ${plural(expected, 'question')}, but ${plural(inputs.length, 'answer')} came; answer or skip every question, in order`;
    return invalid([problem('answer-count', 'answers', inputs.length, message)]);
  }
  const results = ask.questions.map((question, index) => resolveAnswer(inputs[index] as AnswerInput, question, index));
  const problems = results.flatMap((r) => (r.kind === 'invalid' ? r.problems : []));
  if (problems.length > 0) return invalid(problems);
  const answers = results.flatMap((r) => (r.kind === 'ok' ? [r.value] : []));
  if (answers.every((a) => a.kind === 'skipped')) {
    return invalid([problem('all-skipped', 'answers', null, 'every question is skipped, which answers nothing; decline the ask instead')]);
  }
  return { kind: 'ok', value: answers };
}

/** The reverse: an answer in the form in which it is sent. */
export function answerInputOf(answer: Answer): AnswerInput {
  const note = answer.note === undefined ? {} : { note: answer.note };
  if (answer.kind === 'skipped') return { skip: true, ...note };
  const words = answer.words === undefined ? {} : { words: answer.words };
  return { ...(answer.kind === 'chosen' ? { choose: [...answer.chosen] } : {}), ...words, ...note };
}

export function resolveAnswer(input: AnswerInput, question: Question, index: number): Resolved<Answer> {
  const { choose, words, note, skip } = spelledOut(input);
  const where = questionName(index, question.header);
  const texts = [...emptyText('words', words, where), ...emptyText('note', note, where)];
  if (texts.length > 0) return invalid(texts);
  const noted = note === undefined ? {} : { note };
  if (skip) return { kind: 'ok', value: { kind: 'skipped', ...noted } };

  const picks = choose.map((value) => findOption(value, question, where));
  const unknown = picks.flatMap((pick) => (typeof pick === 'number' ? [] : [pick]));
  if (unknown.length > 0) return invalid(unknown);
  const chosen = [...new Set(picks as number[])];

  const broken = countProblem(chosen, words, question, where);
  if (broken) return invalid([broken]);
  if (chosen.length === 0) return { kind: 'ok', value: { kind: 'words', words: words as string, ...noted } };
  return { kind: 'ok', value: { kind: 'chosen', chosen, ...(words === undefined ? {} : { words }), ...noted } };
}

/** The option number for a position (number) or a label (string). A label must match exactly, or in any case if that is unambiguous. */
export function findOption(value: number | string, question: Question, where: string): number | Problem {
  const { options } = question;
  if (typeof value === 'number') {
    if (options[value - 1]?.unseen === true)
      return problem(
        'option-unseen',
        where,
        value,
        `option ${value} of ${where} is not on the agent's screen, so it cannot be chosen from here`,
      );
    if (Number.isInteger(value) && value >= 1 && value <= options.length) return value;
    return problem('option-number', where, value, `${where} has no option ${value}; ${offer(question)}`);
  }
  const wanted = normalised(value);
  const exact = numbersOf(options.map((o) => normalised(o.label) === wanted));
  const matches = exact.length > 0 ? exact : numbersOf(options.map((o) => comparable(o.label) === comparable(value)));
  const [first, ...others] = matches;
  if (first === undefined) return problem('option-label', where, value, `${where} has no option ${shown(value)}; ${offer(question)}`);
  if (others.length === 0) return findOption(first, question, where);
  return problem(
    'option-ambiguous',
    where,
    value,
    `${where} has several options ${shown(value)} (${matches.join(', ')}); choose by number`,
  );
}

function countProblem(chosen: readonly number[], words: string | undefined, question: Question, where: string): Problem | undefined {
  if (chosen.length === 0 && words === undefined) {
    return problem('answer-empty', where, null, `${where}: the answer is empty; ${offer(question)}, or use your own words, or skip it`);
  }
  if (question.multiSelect) return undefined;
  if (chosen.length > 1) return problem('one-choice', where, chosen, `${where} takes exactly one choice, not ${chosen.length}`);
  if (chosen.length === 1 && words !== undefined) {
    return problem(
      'one-choice',
      where,
      words,
      `${where} takes either an option or your own words, not both; add a note to an option instead`,
    );
  }
  return undefined;
}

function emptyText(name: string, value: string | undefined, where: string): Problem[] {
  if (value === undefined || isVisible(value)) return [];
  return [problem(`${name}-empty`, where, value, `${where}: the ${name} ${shown(value)} show nothing; write something or leave them out`)];
}

function spelledOut(input: AnswerInput): { choose: readonly (number | string)[]; words?: string; note?: string; skip: boolean } {
  if (typeof input === 'number' || typeof input === 'string') return { choose: [input], skip: false };
  if (isList(input)) return { choose: input, skip: false };
  const { note } = input as { note?: string };
  const noted = note === undefined ? {} : { note };
  if ('skip' in input) return { choose: [], skip: true, ...noted };
  return { choose: input.choose ?? [], skip: false, ...(input.words === undefined ? {} : { words: input.words }), ...noted };
}

/** Array.isArray does not narrow to a readonly list. */
const isList = (input: AnswerInput): input is readonly (number | string)[] => Array.isArray(input);

function offer({ options, unseen }: Question): string {
  if (unseen === true) return "it could not be read from the agent's screen, so answer at the agent's own keyboard";
  if (options.length === 0) return 'it has no options, so answer in your own words';
  return `choose from ${options.map((o, i) => `${i + 1} ${shown(o.label)}`).join(', ')}`;
}

const numbersOf = (flags: readonly boolean[]): number[] => flags.flatMap((flag, i) => (flag ? [i + 1] : []));
const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
const invalid = (problems: readonly Problem[]): { kind: 'invalid'; problems: readonly Problem[] } => ({ kind: 'invalid', problems });
