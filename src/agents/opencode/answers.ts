// Converts answers to opencode's format, one list of texts per question, and back.
import type { Answer, Question } from '../../ask/schema/ask.ts';
import type { Decision } from '../../ask/schema/decision.ts';
import type { RecordedAnswer } from '../../ask/schema/result.ts';

type Items = readonly string[];

/** In the order of the questions. A question without an answer has an empty list: opencode tells the model "Unanswered". */
export function itemsOf(questions: readonly Question[], answers: readonly Answer[]): readonly Items[] {
  return questions.map((question, i) => answerItems(question, answers[i]));
}

/** opencode has no notes. A note is sent as one more item, so that the label before it stays exactly as offered. */
function answerItems(question: Question, answer: Answer | undefined): Items {
  if (!answer) return [];
  const labels = answer.kind === 'chosen' ? answer.chosen.map((n) => question.options[n - 1]?.label ?? '') : [];
  const words = answer.kind === 'skipped' || answer.words === undefined ? [] : [answer.words];
  return [...labels, ...words, ...(answer.note === undefined ? [] : [`Note: ${answer.note}`])];
}

/** What opencode recorded for each question, in our format. The decision is needed to tell apart what looks the same in opencode. */
export function recordedAnswers(
  questions: readonly Question[],
  recorded: readonly unknown[],
  decision: Decision | undefined,
): readonly (RecordedAnswer | null)[] {
  return questions.map((question, i) => {
    const items = textsIn(recorded[i]);
    const answer = decision?.kind === 'answers' ? decision.answers[i] : undefined;
    return answer && sameItems(items, answerItems(question, answer)) ? asDecided(question, answer) : asRead(question, items);
  });
}

export function textsIn(value: unknown): Items {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function sameItems(these: Items, those: Items): boolean {
  return these.length === those.length && these.every((item, i) => item === those[i]);
}

/** The record of an answer that was kept exactly as decided. */
export function asDecided(question: Question, answer: Answer | undefined): RecordedAnswer | null {
  if (!answer || answer.kind === 'skipped') return null;
  const chosen = answer.kind === 'chosen' ? answer.chosen.map((n) => question.options[n - 1]?.label ?? '') : [];
  const words = answer.words === undefined ? {} : { words: answer.words };
  return { chosen, ...words, ...(answer.note === undefined ? {} : { note: answer.note }) };
}

function asRead({ options }: Question, items: Items): RecordedAnswer | null {
  if (items.length === 0) return null;
  const labels = new Set(options.map(({ label }) => label));
  const words = items.filter((item) => !labels.has(item)).join(', ');
  return { chosen: items.filter((item) => labels.has(item)), ...(words === '' ? {} : { words }) };
}
