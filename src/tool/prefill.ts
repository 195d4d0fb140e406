// Suggested answers as a model writes them: "Postgres", "Auth, Billing", "Auth, Other: single sign-on". Unknown parts are ignored.
import { findOption } from '../ask/answer.ts';
import type { Question } from '../ask/schema/ask.ts';
import type { AnswerInput } from '../ask/schema/input.ts';

const OTHER = /(?:^|,)\s*Other:\s*([\s\S]*)$/iu;

export function prefill(suggested: string, question: Question): AnswerInput | undefined {
  const words = OTHER.exec(suggested)?.[1]?.trim() || undefined;
  const choose = [...new Set(labelsIn(suggested.replace(OTHER, ''), question))];
  if (question.multiSelect) return choose.length > 0 || words ? { choose, ...(words ? { words } : {}) } : undefined;
  const [first] = choose;
  if (first !== undefined) return { choose: [first] };
  return words ? { words } : undefined;
}

/** A label may contain commas itself: the longest run of parts that is a label counts. */
function labelsIn(text: string, question: Question): number[] {
  const parts = text.split(',');
  const found: number[] = [];
  for (let at = 0; at < parts.length; ) {
    const length = longestLabel(parts, at, question, found);
    at += length;
  }
  return found;
}

function longestLabel(parts: readonly string[], at: number, question: Question, found: number[]): number {
  for (let end = parts.length; end > at; end -= 1) {
    const option = findOption(parts.slice(at, end).join(','), question, '');
    if (typeof option !== 'number') continue;
    found.push(option);
    return end - at;
  }
  return 1;
}
