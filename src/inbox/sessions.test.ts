// Sessions of our own tool that end with their process.
import { hostname } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { fakeBroker } from '../../test/support/broker-harness.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { pidHere, pidNamespace } from '../system/pid-namespace.ts';
import { createShortSessions } from './sessions.ts';

async function endedAfterTheNextCheck(about: object): Promise<boolean> {
  const { journal, clock, broker, onError, errors } = fakeBroker(openSqliteJournal(':memory:'));
  const sessions = createShortSessions({ journal, broker, clock, isAlive: () => false, pidHere, onError });
  onTestFinished(() => sessions.stop());
  await sessions.resume();
  const session = { id: 's1', program: 'mcp', project: '/p', machine: hostname(), pid: 7, pidNamespace, endsWithItsProcess: true };
  await broker.see({ ...session, ...about });
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
