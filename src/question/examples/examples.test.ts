import { describe, expect, it } from 'vitest';
import { categoryScores, EXAMPLES, irreversibleScore, precision, recall } from './measure.ts';

/** What the README says, rounded down: a change that makes it worse is noticed. */
const FLOOR = {
  confirmation: [0.95, 0.95],
  style: [0.7, 0.8],
  scope: [0.7, 0.7],
  architecture: [0.65, 0.7],
  'open floor': [0.95, 0.95],
  delegation: [0.95, 0.6],
} as const;

describe('sixty labelled examples', () => {
  it('are sixty, all different', () => {
    expect(new Set(EXAMPLES.map(({ ask }) => JSON.stringify(ask))).size).toBe(60);
  });

  it.each(categoryScores())('$name is told apart as well as we say', (score) => {
    const [leastPrecision, leastRecall] = FLOOR[score.name as keyof typeof FLOOR];
    expect(precision(score)).toBeGreaterThanOrEqual(leastPrecision);
    expect(recall(score)).toBeGreaterThanOrEqual(leastRecall);
  });

  it('nothing that cannot be undone is missed, and not too much is held back', () => {
    expect(recall(irreversibleScore())).toBe(1);
    expect(precision(irreversibleScore())).toBeGreaterThanOrEqual(0.75);
  });
});
