// The guard on the labelled examples: nothing irreversible passes, and the README says how much else waits.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { precision, recall } from '../../question/examples/measure.ts';
import { heldScore } from './measure.ts';

it('holds everything that is labelled irreversible, and the README says how much else', () => {
  const score = heldScore();
  expect(recall(score)).toBe(1);
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  expect(readFileSync('README.md', 'utf8')).toContain(
    `| held by the guard (per option) | ${score.labelled} of 131 | ${percent(precision(score))} | 100 % |`,
  );
});
