// What each version accepts at its keyboard, and the review of a version that quotes nothing.
import { describe, expect, it } from 'vitest';
import { olderScreen } from '../../../../test/support/claude-code/screens/recorded.ts';
import type { Answer, Question } from '../../../question/words.generated.ts';
import { readScreen } from '../screen/read.ts';
import { type Goal, quirksOf, untypable } from './goal.ts';
import { nextStep } from './plan.ts';
import { newMemory } from './question.ts';

const cities = {
  text: 'Which cities?',
  header: 'Cities',
  options: ['Paris, France', 'Rome', 'Oslo, Norway'].map((label) => ({ label })),
  multiSelect: true,
};
const goal = (version: string | undefined, answer: Answer, question: Question = cities): Goal => ({
  ask: { kind: 'question', questions: [question] },
  verdict: { kind: 'answers', answers: [answer] },
  version: quirksOf(version),
});

describe('text of several lines', () => {
  const problem = (version?: string) => untypable(goal(version, { kind: 'words', words: 'one\ntwo' }, { ...cities, multiSelect: false }));

  it.each(['2.1.100', '2.1.150', '2.1.250', '2.1.321', '2.1.325', '3.0.0'])('can be typed into %s', (version) => {
    expect(problem(version)).toBeUndefined();
  });

  it('is refused for a version that is not known', () => {
    expect(problem()).toContain('multi-line');
  });
});

describe('a review that shows labels with commas without quotes', () => {
  const review = readScreen(olderScreen('2.1.150-review-of-commas'));
  const step = (chosen: number[], byUs: boolean) => {
    const memory = newMemory();
    if (byUs) memory.done.add(0);
    const next = nextStep(review, goal('2.1.150', { kind: 'chosen', chosen }), memory);
    return next.kind === 'press' ? next.key : next.kind;
  };

  it('is confirmed if we gave the answer', () => {
    expect([step([1, 3], true), step([3, 1], true)]).toEqual(['Enter', 'Enter']);
  });

  it('is not confirmed if it shows another answer, or if somebody else gave it', () => {
    expect([step([1, 2], true), step([1, 3], false)]).toEqual(['Left', 'Left']);
  });
});
