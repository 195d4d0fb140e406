import { expect, it } from 'vitest';
import { anAsk, aQuestion } from '../../test/support/samples.ts';
import type { Decision } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import { correction } from './correction.ts';

const by = { kind: 'agent', name: 'claw', surface: 'broker' } as const;
const decided = (over: Partial<AskView>, decision: Partial<Decision>): AskView => ({
  ...anAsk({ questions: [aQuestion({ text: 'Which\n  database?' })] }),
  state: 'verified',
  version: 4,
  updatedAt: 1,
  decision: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [2] }], key: 'k', by, at: 1, ...decision } as Decision,
  ...over,
});

it('names the question and the answer on one line, and then says it in the words of the person', () => {
  expect(correction(decided({}, {}), 'Use files.\nNo server.')).toBe(
    'Correction: the answer "SQLite" to "Which database?" was wrong. Use files.\nNo server.',
  );
});

it('names a prompt as such, without control characters and at most 300 characters of it', () => {
  const words = `/gsd:plan-phase \u001b[31m${'3'.repeat(400)}`;
  const view = decided({ kind: 'idle', questions: [aQuestion({ options: [] })] }, { kind: 'answers', answers: [{ kind: 'words', words }] });
  expect(correction(view, 'Plan phase 4.')).toMatch(/^Correction: the prompt "\/gsd:plan-phase \[31m3{279}…" was wrong\. Plan phase 4\.$/);
});
