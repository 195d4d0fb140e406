// What the route names reaches the guard, for rules and for agents.
import { expect, it } from 'vitest';
import { benches, chooses, claw, fakeAgent, never } from '../../test/support/machines-harness.ts';
import { aQuestion } from '../../test/support/samples.ts';
import { openSqliteJournal } from '../drivers/sqlite/journal.ts';
import type { Ask } from '../question/words.ts';

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
])('%s may allow a command that the route names, and not one that it does not name', async (_, step) => {
  const agents = () => [fakeAgent('claw', () => chooses(1))];
  expect((await set(named(step), agents()).ask(permission('make fixtures'))).state).toBe('answered');
  expect((await set(unnamed(step), agents()).ask(permission('make fixtures'))).state).toBe('open');
});

it('what an idle agent is told in a redirect or a refusal is judged as the prompt that it becomes', async () => {
  const at = set({ routes: [{ name: 'idle', when: { kind: 'idle' }, decide: [claw()] }] }, [fakeAgent('claw', never)]);
  const idle = await at.ask({ kind: 'idle', questions: [aQuestion({ text: 'What next?', options: [] })] });
  const order = 'Tear the whole staging cluster down';
  const limits = { irreversible: false, named: {} };
  const asPrompt = at.judge.held(idle, { kind: 'answers', answers: [{ kind: 'words', words: order }] }, limits);
  expect(asPrompt).toBeDefined();
  expect(at.judge.held(idle, { kind: 'redirect', message: order }, limits)).toBe(asPrompt);
  expect(at.judge.held(idle, { kind: 'decline', message: order }, limits)).toBe(asPrompt);
  expect(at.judge.held(idle, { kind: 'decline' }, limits)).toBeUndefined();
});
