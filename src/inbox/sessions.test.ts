// How sessions end, and what becomes of their asks.
import { hostname } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeBroker } from '../../test/support/broker-harness.ts';
import { anAsk } from '../../test/support/samples.ts';
import type { Decision } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { pidHere, pidNamespace } from '../system/pid-namespace.ts';
import { endShortSessions } from './sessions.ts';
import { settle } from './settle.ts';

async function endedAfterTheNextCheck(about: object): Promise<boolean> {
  const { journal, clock, sessions, onError, errors } = fakeBroker(openSqliteJournal(':memory:'));
  const short = endShortSessions({ journal, sessions, clock, isAlive: () => false, pidHere, onError });
  onTestFinished(() => short.stop());
  await short.resume();
  const session = { id: 's1', program: 'mcp', project: '/p', machine: hostname(), pid: 7, pidNamespace, endsWithItsProcess: true };
  await sessions.see({ ...session, ...about });
  await clock.advance(clock.now() + 10_000);
  expect(errors).toEqual([]);
  return (await journal.session('s1'))?.endedAt !== undefined;
}

it('one whose process is gone is over', async () => {
  expect(await endedAfterTheNextCheck({})).toBe(true);
});

it.each([
  ['in another PID namespace', { pidNamespace: 'pid:[1]' }],
  ['in a sandbox that hides its PID namespace', { pidNamespace: 'hidden' }],
  ['on another machine', { machine: 'elsewhere' }],
  ['that is not known', { pid: undefined }],
])('one with a process %s goes on, since its pid says nothing here', async (_, about) => {
  expect(await endedAfterTheNextCheck(about)).toBe(false);
});

describe('what becomes of its asks when a session is ended', () => {
  const BY = { key: 'k', by: { kind: 'person', name: 'ada', surface: 'test' }, at: 1 } as const;
  const ANSWER = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }], ...BY } as const;

  async function endedWith(source: 'hook' | 'tool', decision?: Decision): Promise<AskView | undefined> {
    const { journal, channels, sessions } = fakeBroker(openSqliteJournal(':memory:'));
    channels.add('tester', { async start() {}, stop() {}, deliver: async () => ({ kind: 'delivered' }) });
    await sessions.see({ id: 's1', program: 'tester', project: '/p' });
    const { view } = await journal.open(anAsk({ program: 'tester', session: 's1', source }), undefined, 'agent:tester');
    if (decision) await settle(journal, view.id, decision);
    expect(await sessions.end('s1', 'it was ended')).toMatchObject({ endedAt: expect.any(Number) });
    return journal.get(view.id);
  }

  it.each(['hook', 'tool'] as const)('an open one that came by %s is withdrawn', async (source) => {
    expect(await endedWith(source)).toMatchObject({ state: 'withdrawn', ending: 'it was ended' });
  });

  it.each([ANSWER, { kind: 'decline', ...BY } as const])(
    'a decision that its channel would have delivered is withdrawn: $kind',
    async (decision) => {
      expect(await endedWith('hook', decision)).toMatchObject({ state: 'withdrawn', ending: 'it was ended' });
    },
  );

  it.each([ANSWER, { kind: 'decline', ...BY } as const])(
    'a decision that its caller fetches can still be fetched: $kind',
    async (decision) => {
      expect(await endedWith('tool', decision)).toMatchObject({ state: decision.kind === 'decline' ? 'declined' : 'answered' });
    },
  );
});
