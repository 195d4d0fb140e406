import { expect, it } from 'vitest';
import { nextPrompt } from './next-prompt.ts';
import type { Verdict } from './schema/decision.ts';

it.each<[Verdict, string]>([
  [{ kind: 'answers', answers: [{ kind: 'words', words: 'go on' }] }, 'go on'],
  [{ kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }] }, ''],
  [{ kind: 'answers', answers: [] }, ''],
  [{ kind: 'redirect', message: 'look at the roadmap first' }, 'look at the roadmap first'],
  [{ kind: 'decline', message: 'stop here' }, 'stop here'],
  [{ kind: 'decline' }, ''],
])('of %j', (verdict, prompt) => {
  expect(nextPrompt(verdict)).toBe(prompt);
});
