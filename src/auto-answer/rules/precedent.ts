// The rule "precedent": repeats what people answered to the same question in this project, if they always gave the same answer.
import { z } from 'zod';
import { decidedByPeople } from '../../ask/precedent.ts';
import { type AskedQuestion, comparable, sameQuestion } from '../../ask/same-question.ts';
import type { Answer, Question } from '../../ask/schema/ask.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { defineRuleKind, pass, type RuleAnswer, type RuleFacts } from './rule-kind.ts';

const DEFAULT_TIMES = 3;

export const precedent = defineRuleKind<{ readonly times: number }>({
  name: 'precedent',
  brief: 'repeats what people answered to the same question and options in this project, at least this many times and always the same',
  example: 'precedent: { times: 3 }',
  schema: () => z.strictObject({ times: z.int().min(1).max(1000).default(DEFAULT_TIMES) }),
  needsPast: true,
  describe: ({ times }) => `precedent of ${times}`,
  narrowed: (users, projects) => ({ ...users, times: Math.max(users.times, projects.times) }),
  decide: (question, { times }, facts) => asBefore(question, times, facts),
});

/** Only people make precedents: otherwise a rule that followed one would confirm itself. */
function asBefore(question: Question, times: number, { ask, past }: RuleFacts): RuleAnswer {
  const rulings = past.filter((view) => view.id !== ask.id && decidedByPeople(view)).flatMap((view) => rulingsOf(view, { ask, question }));
  if (rulings.length < times) return pass(`people answered this ${rulings.length} of the ${times} times that are needed`);
  const [first] = rulings;
  if (first === undefined || rulings.some((ruling) => ruling.said !== first.said))
    return pass('people did not always answer this the same');
  const answer = answerOf(first, question);
  return answer === undefined
    ? pass('what people did before cannot be repeated here')
    : { kind: 'answer', answer, why: `people answered it so ${rulings.length} times` };
}

/** What people answered to one question: labels, not numbers, because the order of options may change. */
type Ruling = {
  readonly said: string;
  readonly labels?: readonly string[];
  readonly words?: string | undefined;
  readonly note?: string | undefined;
};

function rulingsOf(view: AskView, wanted: AskedQuestion): Ruling[] {
  const { decision } = view;
  if (!decision) return [];
  return view.questions.flatMap((question, i) => {
    if (!sameQuestion(wanted, { ask: view, question })) return [];
    if (decision.kind !== 'answers') return [{ said: decision.kind }];
    return [rulingOf(decision.answers[i], question)];
  });
}

function rulingOf(answer: Answer | undefined, question: Question): Ruling {
  if (answer === undefined || answer.kind === 'skipped') return { said: 'skipped' };
  const labels = answer.kind === 'chosen' ? answer.chosen.map((n) => comparable(question.options[n - 1]?.label ?? '')) : [];
  const { words, note } = answer;
  return { said: JSON.stringify([[...labels].sort(), words ?? null, note ?? null]), labels, words, note };
}

function answerOf({ labels, words, note }: Ruling, question: Question): Answer | undefined {
  if (labels === undefined) return undefined;
  const noted = note === undefined ? {} : { note };
  const offered = question.options.map((option) => comparable(option.label));
  if (labels.some((label) => offered.indexOf(label) !== offered.lastIndexOf(label) || !offered.includes(label))) return undefined;
  const chosen = labels.map((label) => offered.indexOf(label) + 1);
  if (chosen.length > 0) return { kind: 'chosen', chosen, ...(words === undefined ? {} : { words }), ...noted };
  return words === undefined ? undefined : { kind: 'words', words, ...noted };
}
