// Interrupting an agent, in a fake terminal: Esc is pressed once, and only while the screen shows that the agent works.
import { describe, expect, it } from 'vitest';
import { recordedAnsi } from '../../../../test/support/claude-code/screens/recorded.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { interrupt } from './interrupt.ts';

const shown = (name: string) => {
  const { ansi, cursor, columns, alternate } = recordedAnsi(name);
  return { ansi: ansi.replace(/\n$/, ''), cursor, columns, alternate, rows: ansi.split('\n').length - 1 };
};
const IDLE = shown('idle-full-empty');
const BUSY = shown('pre-hook-blocking');
const DIALOG = shown('layout-single4-120x40-full');
/** As in a version that draws it in another way. */
const UNREADABLE = { ...DIALOG, ansi: DIALOG.ansi.replaceAll('❯', '→') };

function setUp(screen: object) {
  const clock = fakeClock(1_000);
  const terminal = fakeTerminal(screen);
  const result = interrupt({ terminal, timer: clock, signal: new AbortController().signal, whyNotAgent: async () => undefined });
  return {
    terminal,
    result,
    async later(ms: number) {
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(clock.now() + ms);
    },
  };
}

describe('interrupt', () => {
  it('presses Esc once and waits until the agent has stopped', async () => {
    const { terminal, result } = setUp(BUSY);
    terminal.react((_, at) => at.show(IDLE));
    expect(await result).toEqual({ kind: 'interrupted' });
    expect(terminal.inputs).toEqual([{ kind: 'press', key: 'Escape' }]);
  });

  it('waits for the first sign of work: a prompt may just have been submitted, or a dialog closed', async () => {
    for (const before of [IDLE, DIALOG]) {
      const { terminal, result, later } = setUp(before);
      terminal.react((_, at) => at.show(IDLE));
      await later(1_000);
      expect(terminal.inputs).toEqual([]);
      terminal.show(BUSY);
      expect(await result).toEqual({ kind: 'interrupted' });
      expect(terminal.inputs).toHaveLength(1);
    }
  });

  it.each([
    ['it is idle', IDLE, { kind: 'idle' }],
    [
      'a dialog is open, which Esc would answer',
      DIALOG,
      { kind: 'failed', reason: 'a dialog is on the screen; decline what it asks instead' },
    ],
    [
      'a dialog is open that cannot be read',
      UNREADABLE,
      { kind: 'failed', reason: 'a dialog is on the screen that cannot be read; answer it in its pane' },
    ],
    ['the pane is in copy mode', { ...BUSY, inMode: true }, { kind: 'failed', reason: 'the pane is in copy mode' }],
    ['the screen shows something else', { ansi: '$ ls' }, { kind: 'failed', reason: 'its screen does not show whether it works' }],
  ])('presses nothing and says so if %s', async (_, screen, expected) => {
    const { terminal, result, later } = setUp(screen);
    await later(2_000);
    expect(await result).toEqual(expected);
    expect(terminal.inputs).toEqual([]);
  });

  it('says so if the terminal does not respond', async () => {
    const { terminal, result } = setUp(BUSY);
    terminal.react((_, at) => at.silence(true));
    expect(await result).toEqual({ kind: 'failed', reason: 'the terminal did not respond' });
  });

  it('says so if it goes on in spite of Esc, and presses nothing more', async () => {
    const { terminal, result, later } = setUp(BUSY);
    await later(0);
    await later(6_000);
    expect(await result).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('Esc was pressed, but the agent did not become ready'),
    });
    expect(terminal.inputs).toHaveLength(1);
  });
});
