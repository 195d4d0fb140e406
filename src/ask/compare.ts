// Compares what the agent recorded with what was decided, question by question.

import { normalised } from '../text/visible.ts';
import { questionName } from './problem.ts';
import type { Ask } from './schema/ask.ts';
import type { Decision, Difference } from './schema/decision.ts';
import type { AnswerSummary, RecordedAnswer } from './schema/result.ts';
import { type Summary, summarise } from './summary.ts';

/** What an agent says it received, in our terms. `null` for a question without a record. */
export type Recorded =
  | { readonly kind: 'answers'; readonly answers: readonly (RecordedAnswer | null)[] }
  | { readonly kind: 'redirect'; readonly message?: string | undefined }
  | { readonly kind: 'decline'; readonly message?: string | undefined };

/** Empty if the record matches the decision. Ignores white space, Unicode form and the order of a multi-select. */
export function differences(ask: Pick<Ask, 'questions'>, decision: Decision, recorded: Recorded): Difference[] {
  const intended = summarise(ask, decision);
  if (intended.outcome !== recorded.kind) {
    return [{ what: 'a different outcome was recorded', intended: intended.outcome, recorded: recorded.kind }];
  }
  if (recorded.kind === 'answers') {
    return intended.answers.flatMap((answer, index) => {
      const labels = ask.questions[index]?.options.map(({ label }) => label) ?? [];
      const told = recorded.answers[index];
      return answerDifferences(asTold(answer, labels), told ? asTold(told, labels) : null, index);
    });
  }
  return messageDifference(intended, recorded.message);
}

/** Agents are told only texts, so own words that equal the label of an option are that option. */
function asTold<A extends RecordedAnswer>(answer: A, labels: readonly string[]): A {
  const { words } = answer;
  const label = words === undefined ? undefined : labels.find((each) => normalised(each) === normalised(words));
  return label === undefined ? answer : { ...answer, chosen: [...answer.chosen, label], words: undefined };
}

function answerDifferences(intended: AnswerSummary, recorded: RecordedAnswer | null, question: number): Difference[] {
  const name = questionName(question, intended.header);
  if (intended.skipped || recorded === null) {
    if (intended.skipped === (recorded === null)) return [];
    const said = recorded ? spoken(recorded) : '(nothing)';
    return [
      {
        question,
        what: `${name}: ${recorded ? 'was to be skipped' : 'no answer was recorded'}`,
        intended: intended.skipped ? '(skipped)' : spoken(intended),
        recorded: said,
      },
    ];
  }
  return [
    ...setDifference(name, question, intended.chosen, recorded.chosen),
    ...textDifference(`${name}: own words differ`, question, intended.words, recorded.words),
    ...textDifference(`${name}: the note differs`, question, intended.note, recorded.note),
  ];
}

function setDifference(name: string, question: number, intended: readonly string[], recorded: readonly string[]): Difference[] {
  const missing = without(intended, recorded);
  const extra = without(recorded, intended);
  if (missing.length === 0 && extra.length === 0) return [];
  const what = [missing.length > 0 ? `missing ${list(missing)}` : '', extra.length > 0 ? `extra ${list(extra)}` : '']
    .filter(Boolean)
    .join(', ');
  return [{ question, what: `${name}: ${what}`, intended: list(intended), recorded: list(recorded) }];
}

function textDifference(what: string, question: number, intended: string | undefined, recorded: string | undefined): Difference[] {
  if (normalised(intended ?? '') === normalised(recorded ?? '')) return [];
  return [{ question, what, intended: intended ?? '(none)', recorded: recorded ?? '(none)' }];
}

function messageDifference(intended: Summary, recorded: string | undefined): Difference[] {
  if (normalised(intended.message ?? '') === normalised(recorded ?? '')) return [];
  return [{ what: 'the message differs', intended: intended.message ?? '(none)', recorded: recorded ?? '(none)' }];
}

function without(these: readonly string[], those: readonly string[]): string[] {
  const known = new Set(those.map(normalised));
  return these.filter((item) => !known.has(normalised(item)));
}

const list = (items: readonly string[]): string => (items.length === 0 ? '(none)' : items.map((i) => JSON.stringify(i)).join(', '));
const spoken = (a: RecordedAnswer): string => list(a.words === undefined ? a.chosen : [...a.chosen, a.words]);
