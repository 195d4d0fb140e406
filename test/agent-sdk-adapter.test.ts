// The adapter for the Claude Agent SDK with a real broker. The SDK itself is in test/agents/agent-sdk.test.ts.
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { AskView } from '../src/ask/schema/history.ts';
import { answerFromInbox } from '../src/library/claude-agent-sdk.ts';
import type { Client } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { by, type Home, home } from './support/home.ts';

let at: Home;
let reader: Client;
beforeEach(async () => {
  at = home();
  reader = at.client();
  await reader.status();
});
afterEach(() => at.close());

const open = async () => (await reader.list({ state: ['open'] })).asks;
const asked = (): Promise<AskView> => eventually(async () => (await open())[0]);
const REMOVES = { command: 'rm -r build' };

function program() {
  const inbox = answerFromInbox({ permissions: true, place: at.place });
  onTestFinished(() => inbox.close());
  const [
    [
      {
        hooks: [ran],
      },
    ],
  ] = [inbox.hooks.PostToolUse] as unknown as [[{ hooks: [(event: object, id: string) => Promise<object>] }]];
  return {
    may: (id: string, more: { requestId?: string; agentID?: string } = {}, input: Record<string, unknown> = REMOVES) =>
      inbox.canUseTool('Bash', input, { signal: new AbortController().signal, toolUseID: id, ...more }),
    ran: (id: string, input: object = REMOVES) => ran({ tool_name: 'Bash', tool_input: input, tool_response: {} }, id),
  };
}
const decide = ({ id }: AskView, option: number) => reader.decide(id, { kind: 'answers', answers: [option] }, by('ada'));
const refuse = ({ id }: AskView) => reader.decide(id, { kind: 'decline' }, by('ada'));

it.each([true, false])('a command under the id of an earlier one is asked about, however alike; the first one ran: %s', async (hasRun) => {
  const { may, ran } = program();
  const first = may('call_0');
  await decide(await asked(), 1);
  expect(await first).toMatchObject({ behavior: 'allow' });
  if (hasRun) await ran('call_0');
  const second = may('call_0');
  const view = await asked();
  await refuse(view);
  expect(await second).toMatchObject({ behavior: 'deny' });
  const third = may('call_0');
  await decide(await asked(), 1);
  expect(await third).toMatchObject({ behavior: 'allow' });
  await ran('call_0');
  expect((await reader.list({ state: ['verified'] })).asks.length).toBe(hasRun ? 3 : 2);
});

it('a request that is delivered again is the same ask, also when it was decided', async () => {
  const { may, ran } = program();
  const [first, again] = [may('toolu_1', { requestId: 'r1' }), may('toolu_1', { requestId: 'r1' })];
  await decide(await asked(), 1);
  expect(await first).toEqual(await again);
  expect(await may('toolu_1', { requestId: 'r1' })).toEqual(await first);
  const other = may('toolu_1', { requestId: 'r2' });
  await refuse(await asked());
  expect(await other).toMatchObject({ behavior: 'deny' });
  await ran('toolu_1');
  expect((await reader.list({})).asks).toHaveLength(2);
});

it('two subagents that count their calls by themselves are asked about one by one', async () => {
  const { may } = program();
  const calls = [may('call_0', { agentID: 'a' }), may('call_0', { agentID: 'b' })];
  const asks = await eventually(async () => {
    const all = await open();
    return all.length === 2 && all;
  });
  for (const view of asks) await decide(view, 1);
  await Promise.all(calls);
});

it('a program that is started again with the same pid has a session of its own', async () => {
  for (const count of [1, 2]) {
    const { may } = program();
    const call = may('call_0');
    await decide(await asked(), 1);
    await call;
    expect(new Set((await reader.list({})).asks.map(({ session }) => session)).size).toBe(count);
  }
});
