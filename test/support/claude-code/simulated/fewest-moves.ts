// The smallest number of pointer moves that a decision needs.
import type { Pointer } from '../../../../src/agents/claude-code/screen/state.ts';
import type { Question } from '../../../../src/ask/schema/ask.ts';
import type { Verdict } from '../../../../src/ask/schema/decision.ts';
import { moved } from './layout.ts';

/** The shortest path of the pointer through all rows that it has to visit, tab by tab. */
export function fewestMoves(questions: readonly Question[], verdict: Verdict): number {
  const [first] = questions;
  if (verdict.kind === 'decline' || !first) return 0;
  const start: Pointer = { on: 'option', number: 1 };
  if (verdict.kind === 'redirect') return distance(first, start, { on: 'chat' });
  return questions.reduce((sum, question, index) => {
    const answer = verdict.answers[index];
    if (!answer || answer.kind === 'skipped') return sum;
    const options: Pointer[] = answer.kind === 'chosen' ? answer.chosen.map((number) => ({ on: 'option', number })) : [];
    const text: Pointer[] = answer.words === undefined ? [] : [{ on: 'text' }];
    return sum + shortest(question, start, [...options, ...text], question.multiSelect ? { on: 'submit' } : undefined);
  }, 0);
}

function shortest(question: Question, from: Pointer, through: readonly Pointer[], to: Pointer | undefined): number {
  if (through.length === 0) return to ? distance(question, from, to) : 0;
  return Math.min(
    ...through.map(
      (next) =>
        distance(question, from, next) +
        shortest(
          question,
          next,
          through.filter((other) => other !== next),
          to,
        ),
    ),
  );
}

function distance(question: Question, from: Pointer, to: Pointer): number {
  const same = (a: Pointer, b: Pointer) => a.on === b.on && (a.on !== 'option' || b.on !== 'option' || a.number === b.number);
  let reached = [from];
  for (let steps = 0; steps < 20; steps += 1) {
    if (reached.some((pointer) => same(pointer, to))) return steps;
    reached = reached
      .flatMap((pointer) => [moved(pointer, 'Up', question), moved(pointer, 'Down', question)])
      .filter((pointer, index, all) => all.findIndex((other) => same(pointer, other)) === index);
  }
  return Number.POSITIVE_INFINITY;
}
