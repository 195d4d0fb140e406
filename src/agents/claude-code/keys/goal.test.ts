// What each version accepts at its keyboard, and the review of a version that quotes nothing.
import { describe, expect, it } from 'vitest';
import { olderScreen } from '../../../../test/support/claude-code/screens/recorded.ts';
import type { Answer, Question } from '../../../ask/schema/ask.ts';
import { readScreen } from '../screen/read.ts';
import { type Goal, quirksOf, tooSmall, untypable } from './goal.ts';
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

it.each<[version: string, pastes: boolean, ticksTyped: boolean, leavesNotes: boolean]>([
  ['2.1.327', true, true, true],
  ['2.1.200', true, true, true],
  ['2.1.150', true, false, true],
])('what %s accepts, as seen in the real program', (version, pastes, ticksTyped, leavesNotes) => {
  expect(quirksOf(version)).toMatchObject({ pastes, ticksTyped, leavesNotes });
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

describe('a long note', () => {
  const problem = (rows: number, note: string) => tooSmall(goal('2.1.327', { kind: 'chosen', chosen: [1], note }), { columns: 60, rows });

  it('is refused in a pane of few rows, which it would fill', () => {
    expect(problem(15, 'calm, '.repeat(12))).toBe('the pane is too small for a note of this length: it has 15 rows');
    expect([problem(24, 'calm, '.repeat(12)), problem(15, 'calm')]).toEqual([undefined, undefined]);
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
