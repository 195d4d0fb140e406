// Words for the agent are never typed where it would take them as a command; commands that people want as prompts are.
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../ask/schema/ask.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import { submittable } from '../../../ask/taken-as.ts';
import { type Goal, quirksOf, untypable } from './goal.ts';
import { submittable as submittableInDialog, untypableNext, untypablePrompt } from './prompt-text.ts';

const question: Question = { text: 'Which?', header: 'Pick', options: [{ label: 'A' }, { label: 'B' }], multiSelect: false };
const goal = (kind: Goal['ask']['kind'], verdict: Verdict): Goal => ({
  ask: { kind, questions: [question] },
  verdict,
  version: quirksOf('2.1.327'),
});

const WAYS: readonly [string, (words: string) => Goal][] = [
  ['a redirect of a question', (message) => goal('question', { kind: 'redirect', message })],
  ['a decline of a question', (message) => goal('question', { kind: 'decline', message })],
  ['a decline of a permission', (message) => goal('permission', { kind: 'decline', message })],
  ['a decline of a plan', (message) => goal('plan', { kind: 'decline', message })],
  ['a permission refused in words', (words) => goal('permission', { kind: 'answers', answers: [{ kind: 'words', words }] })],
  ['a permission refused with a note', (note) => goal('permission', { kind: 'answers', answers: [{ kind: 'chosen', chosen: [2], note }] })],
];

describe.each(WAYS)('%s', (_, goalOf) => {
  it.each(['/clear', ' /clear', '\n/help', '/clear\nthen go on', '!ls', '  ! ls', '?', ' ? ', '\u200b/clear', '\u2060!ls', '?\u200b'])(
    'is refused before the first key: %j',
    (words) => {
      expect(untypable(goalOf(words))).toMatch(/starts with|shortcuts/);
    },
  );

  it.each(['exit', ' quit\n', ':q', ':q!', ':wq', ':wq!', 'Exit', 'exit\u200b'])(
    'is refused where it would end Claude Code: %j',
    (words) => {
      expect(untypable(goalOf(words))).toContain('would end');
    },
  );

  it.each([
    'exit the loop early',
    'quit?',
    'use /clear for that',
    'why?',
    '? really',
    '# note',
    '& fix',
    '／clear',
    '！ls',
    'see @src',
    '@src is fine',
    'no!',
    '~/x',
    '1. first',
  ])('is typed: %j', (words) => {
    expect(untypable(goalOf(words))).toBeUndefined();
  });
});

describe('an idle agent', () => {
  it('is given commands as its next prompt', () => {
    expect(untypableNext({ kind: 'answers', answers: [{ kind: 'words', words: '/clear' }] })).toBeUndefined();
  });

  it.each(['redirect', 'decline'] as const)('is given no command in the words of a %s', (kind) => {
    for (const message of ['/clear', '!ls', 'exit']) expect(untypableNext({ kind, message })).toBeTypeOf('string');
    expect(untypableNext({ kind, message: 'nothing more today' })).toBeUndefined();
  });
});

describe('a prompt', () => {
  it('may be a command', () => {
    expect(untypablePrompt('/clear')).toBeUndefined();
    expect(untypablePrompt('/gsd:plan-phase 3')).toBeUndefined();
  });

  it.each(['!ls', ' !ls', '?', '\x1b[A'])('that would not be submitted as a prompt is refused: %j', (text) => {
    expect(untypablePrompt(text)).toBeTypeOf('string');
  });

  it.each(['C:\\', 'see @src', '@', 'note :tada', ':quit', 'see\n@src'])('gets a blank where Enter would not submit it: %j', (text) => {
    expect(submittable(text)).toBe(`${text} `);
  });

  it.each(['C:', 'me@src', 'see @src please', '10:30', 'see @src '])('is typed as it is: %j', (text) => {
    expect(submittable(text)).toBe(text);
  });
});

it('text in a dialog that ends in a backslash gets a blank, because Enter would add a line', () => {
  expect([submittableInDialog('C:\\'), submittableInDialog('see @src')]).toEqual(['C:\\ ', 'see @src']);
});
