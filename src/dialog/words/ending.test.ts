// The message when a dialog is over.
import { expect, test } from 'vitest';
import { anAsk } from '../../../test/support/samples.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { endingLine } from './ending.ts';

const view = (over: Partial<AskView>): AskView => ({ ...anAsk(), state: 'answered', version: 2, updatedAt: 0, ...over });
const decision = {
  kind: 'answers',
  answers: [{ kind: 'chosen', chosen: [2] }],
  key: 'k',
  at: 0,
  by: { kind: 'person', name: 'bob', surface: 'web' },
} as const;

test.each([
  ['ours', { kind: 'over', ours: true, view: view({ decision }) }, '✓ SQLite'],
  ['somebody else’s', { kind: 'over', ours: false, view: view({ decision }) }, 'bob was first (web): SQLite'],
  [
    'withdrawn',
    { kind: 'over', ours: false, view: view({ state: 'withdrawn', ending: 'gone\u001b[2J' }) },
    /^The question was withdrawn: gone␛\[2J\. It no longer needs/,
  ],
  ['expired', { kind: 'over', ours: false, view: view({ state: 'expired' }) }, /expired: nobody answered/],
  ['left', { kind: 'left', interrupted: true }, /stays open\. Reopen it with: answerback show k3f9 --answer$/],
] as const)('%s', (_, ending, expected) => {
  expect(endingLine(ending, 'k3f9')).toMatch(expected);
});

test('a very long answer is cut', () => {
  const long = { ...decision, answers: [{ kind: 'words', words: 'x'.repeat(50_000) }] } as const;
  expect(endingLine({ kind: 'over', ours: true, view: view({ decision: long }) }, 'k3f9').length).toBeLessThan(500);
});
