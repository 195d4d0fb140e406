// Precedents: how the same question was decided before, for people to see. same-question.ts defines "the same".
import { sameQuestion } from './same-question.ts';
import type { Ask, Question } from './schema/ask.ts';
import type { AskView } from './schema/history.ts';
import type { Precedent } from './schema/result.ts';
import { summarise } from './summary.ts';

/** `doctor` answers its own question as a person would; that must not become a precedent. */
export const SELF_TEST = 'self-test';
export function decidedByPeople({ decision, overruled }: Pick<AskView, 'decision' | 'overruled'>): boolean {
  return decision?.by.kind === 'person' && !overruled && !isSelfTest({ decision });
}
export const isSelfTest = ({ decision }: Pick<AskView, 'decision'>): boolean => decision?.by.surface === SELF_TEST;

/** The text to search for to find asks with this question: its longest part without line breaks or runs of spaces. */
export function probe(question: Pick<Question, 'text'>): string {
  const parts = question.text.trim().split(/\s{2,}|[^\S ]/u);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** In the order of the questions, and for each in the order of `earlier`. Skipped questions are left out. */
export function precedents(ask: Ask, earlier: readonly AskView[]): readonly Precedent[] {
  return ask.questions.flatMap((question, index) =>
    earlier.flatMap((view): Precedent[] => {
      const { decision } = view;
      if (isSelfTest(view) || !decision || view.id === ask.id) return [];
      const same = view.questions.findIndex((other) => sameQuestion({ ask, question }, { ask: view, question: other }));
      if (same < 0) return [];
      const { outcome, answers, message } = summarise(view, decision);
      const answer = answers[same];
      if (answer?.skipped) return [];
      const { by, at, reason } = decision;
      return [{ question: index, ask: view.id, outcome, answer, message, by, reason, at, state: view.state }];
    }),
  );
}
