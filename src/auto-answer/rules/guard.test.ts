// Which prompts no answering agent may give to an idle agent by itself.
import { expect, it } from 'vitest';
import { anAsk } from '../../../test/support/samples.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import { guard } from './guard.ts';

const idle = { ...anAsk({ kind: 'idle' }) } as Ask;
const held = (words: string) =>
  guard(idle, { kind: 'answers', answers: [{ kind: 'words', words }] }, { irreversible: false, prompts: { own: 'any', also: [] } });

it.each(['!ls', 'first\n!ls', '\u200b! ls', 'exit', ':q!', '/clear', ' /clear', '\u2060/permissions', '\u3000/model x'])(
  'is held, because the agent would not take it for text: %j',
  (prompt) => {
    expect(held(prompt)).toBeTypeOf('string');
  },
);

it.each([
  '& fix it',
  '# the plan',
  '#1 is better',
  '／clear',
  '！ls',
  'see @src',
  'exit the loop',
  '/gsd:plan-phase 3',
  'use /clear later',
])('is given as text, or as a command that changes no settings: %j', (prompt) => {
  expect(held(prompt)).toBeUndefined();
});
