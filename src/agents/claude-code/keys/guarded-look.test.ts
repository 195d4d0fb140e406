// When it is safe to act on what a pane shows, and the reason when it is not.
import { expect, it } from 'vitest';
import { recordedAnsi } from '../../../../test/support/claude-code/screens/recorded.ts';
import { type FakeTerminal, fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import type { Look } from '../../../system/terminal.ts';
import { type Guard, guardedLook } from './guarded-look.ts';

const whyNotAgent = async ({ command }: Look) => (command === 'claude' ? undefined : `another program is running (${command})`);

function idle(changes: Partial<Look> = {}): FakeTerminal {
  const { ansi, cursor, columns, alternate } = recordedAnsi('idle-full-empty');
  const rows = ansi.split('\n').length - 1;
  return fakeTerminal({ ansi: ansi.replace(/\n$/, ''), cursor, columns, rows, alternate, command: 'claude', ...changes });
}

it('returns the screen and its state', async () => {
  const terminal = idle();
  const since = await terminal.look();
  expect(await guardedLook(terminal, { whyNotAgent, since })).toMatchObject({ kind: 'seen', look: since, state: { kind: 'idle' } });
});

it.each<[Partial<Look>, boolean, string]>([
  [{ dead: true }, true, 'the pane is gone'],
  [{ inMode: true }, false, 'the pane is in copy mode'],
  [{ command: 'vim' }, false, 'another program is running (vim)'],
  [{ pid: 99 }, false, 'the pane now runs another process'],
  [{ activity: 1_000 }, false, 'somebody is typing in this pane'],
])('stops at %j', async (change, gone, reason) => {
  const since = await idle({ pid: 7, activity: 0 }).look();
  expect(await guardedLook(idle({ pid: 7, activity: 0, ...change }), { whyNotAgent, since })).toMatchObject({
    kind: 'stopped',
    gone,
    reason,
  });
});

it('stops when the pane was closed', async () => {
  const terminal = { ...idle(), look: async () => undefined };
  expect(await guardedLook(terminal, { whyNotAgent })).toEqual({ kind: 'stopped', gone: true, reason: 'the pane is gone' });
});

it('knows nothing about the pane while the terminal does not respond', async () => {
  const terminal = idle();
  terminal.silence(true);
  const stopped = { kind: 'stopped', gone: false, silent: true, reason: 'the terminal did not respond' };
  expect(await guardedLook(terminal, { whyNotAgent })).toEqual(stopped);
});

it.each<[string, Guard, Partial<Look>]>([
  ['copy mode when nothing will be typed', { whyNotAgent, onlyReads: true }, { inMode: true }],
  ['any process and recent keys when there was no earlier look', { whyNotAgent }, { activity: 1_000, pid: 99 }],
])('accepts %s', async (_, guard, change) => {
  expect(await guardedLook(idle(change), guard)).toMatchObject({ kind: 'seen' });
});
