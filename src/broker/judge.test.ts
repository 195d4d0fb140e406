// What the route names reaches the guard, for rules and for agents.
import { expect, it } from 'vitest';
import { openSqliteJournal } from '../drivers/sqlite/journal.ts';
import { aQuestion } from '../question/samples.ts';
import type { Ask } from '../question/words.ts';
import { benches, chooses, claw, fakeAgent } from './machines-harness.ts';

const set = benches(() => openSqliteJournal(':memory:'));

const permission = (command: string): Partial<Ask> => ({
  kind: 'permission',
  questions: [aQuestion({ text: 'Allow Bash?', header: 'Permission', options: [{ label: 'Yes' }, { label: 'No' }] })],
  detail: { kind: 'permission', tool: 'Bash', input: { command } },
});
const named = (decide: unknown) => ({
  routes: [{ name: 'ours', when: { kind: 'permission', command: 'make fixtures' }, decide: [decide] }],
});
const unnamed = (decide: unknown) => ({ routes: [{ name: 'ours', when: { kind: 'permission', tool: 'Bash' }, decide: [decide] }] });

it.each([
  ['a rule', { rule: 'affirm' }],
  ['an agent', claw()],
])('%s may allow a command that the route names, and not one that it does not name', async (_, stop) => {
  const agents = () => [fakeAgent('claw', () => chooses(1))];
  expect((await set(named(stop), agents()).ask(permission('make fixtures'))).state).toBe('answered');
  expect((await set(unnamed(stop), agents()).ask(permission('make fixtures'))).state).toBe('open');
});
