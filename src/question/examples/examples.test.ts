import { readFileSync } from 'node:fs';
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

  it('the README says what is measured', () => {
    const readme = readFileSync('README.md', 'utf8');
    const percent = (share: number) => `${Math.round(share * 100)} %`;
    for (const score of [...categoryScores(), irreversibleScore()])
      expect(readme).toMatch(new RegExp(`^\\| ${score.name}.* \\| ${percent(precision(score))} \\| ${percent(recall(score))} \\|`, 'm'));
  });

  it('nothing that cannot be undone is missed, and not too much is held back', () => {
    expect(recall(irreversibleScore())).toBe(1);
    expect(precision(irreversibleScore())).toBeGreaterThanOrEqual(0.75);
  });
});
