// Sessions whose host asks in the inbox itself.
import { expect, it } from 'vitest';
import { never, payload, pipeline, pre, request, soon } from '../../../../test/support/claude-code/hooks-harness.ts';
import { openSqliteJournal } from '../../../journal/sqlite/journal.ts';
import { HOST_ASKS } from '../format/host-asks.ts';
import { createHosts } from './hosts.ts';

const says = (more: object = {}) => ({ hook_event_name: HOST_ASKS, session_id: 's1', pid: 7, ...more });
const bash = () => payload('PermissionRequest-Bash');

function hostsOf({ alive = [7], interactive = [] as readonly string[] } = {}) {
  return createHosts({ isAlive: (pid) => alive.includes(pid), isInteractive: async (session) => interactive.includes(session) });
}

it('their hooks ask nothing a second time', async () => {
  const world = pipeline(openSqliteJournal(':memory:'));
  world.alive.add(7);
  await world.hooks.receive(says(), never);
  for (const hook of [pre(), request(), bash(), payload('Stop')]) expect(await world.hooks.receive(hook, never)).toEqual({ body: {} });
  expect((await world.journal.list({}, { limit: 9 })).items).toEqual([]);
});

it('their hooks ask about what the host does not ask about', async () => {
  const hosts = hostsOf();
  expect(hosts.receive(says({ tools: ['AskUserQuestion'] }) as never)).toBe(true);
  expect(await Promise.all([request(), bash()].map((hook) => hosts.asksAbout(hook as never)))).toEqual([true, false]);
  const waits = { hook_event_name: 'Notification', session_id: 's1', notification_type: 'permission_prompt' };
  expect(await hosts.asksAbout(waits as never)).toBe(true);
  hosts.receive(says() as never);
  expect(await hosts.asksAbout(bash() as never)).toBe(true);
});

it.each([
  ['of another session', hostsOf(), { session_id: 's2' }],
  ['once the host is gone', hostsOf({ alive: [] }), {}],
  ['if somebody continues the session in a terminal', hostsOf({ interactive: ['s1'] }), {}],
  ['that says that it is over', hostsOf(), { hook_event_name: 'SessionEnd' }],
])('a hook counts %s', async (_, hosts, more) => {
  hosts.receive(says() as never);
  expect(await hosts.asksAbout({ ...bash(), ...more } as never)).toBe(false);
});

it.each([
  ['headless: off', 0],
  ['headless: ask', 60_000],
] as const)('what a run that is headless but for its host needs is as in any headless run: %s', async (_, waits) => {
  const world = pipeline(openSqliteJournal(':memory:'), waits === 0 ? {} : { headless: waits });
  world.alive.add(7);
  await world.hooks.receive(says({ tools: ['AskUserQuestion'], headless: true }), never);
  const replying = world.hooks.receive(bash(), never);
  if (waits === 0) expect(await replying).toEqual({ body: {} });
  await soon();
  expect((await world.journal.list({ states: ['open'] }, { limit: 9 })).items).toHaveLength(waits === 0 ? 0 : 1);
  await world.clock.advance(world.clock.now() + 60_000);
  await world.hooks.receive(payload('Stop'), never);
  expect(await replying).toEqual({ body: {} });
  expect((await world.journal.list({ states: ['open'] }, { limit: 9 })).items).toEqual([]);
});

it('a host in another PID namespace asks itself, though no process here has its pid', async () => {
  const hosts = hostsOf({ alive: [] });
  hosts.receive(says({ pidNamespace: 'pid:[1]' }) as never);
  expect(await hosts.asksAbout(bash() as never)).toBe(true);
});

it('a host that says something else is not one', async () => {
  const hosts = hostsOf();
  for (const wrong of [{ pid: 'x' }, { pid: -1 }, { tools: 'all' }]) {
    expect(hosts.receive(says(wrong) as never)).toBe(true);
    expect(await hosts.asksAbout(bash() as never)).toBe(false);
  }
});
