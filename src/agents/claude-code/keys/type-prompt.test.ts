// Typing a prompt into an idle agent, in a fake terminal.
import { expect, it } from 'vitest';
import { recordedAnsi } from '../../../../test/support/claude-code/screens/recorded.ts';
import { type FakeTerminal, fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { typePrompt } from './type-prompt.ts';

const timer = { now: () => 0, at: () => () => {} };

function idle(): FakeTerminal {
  const { ansi, cursor, columns, alternate } = recordedAnsi('idle-full-empty');
  return fakeTerminal({ ansi: ansi.replace(/\n$/, ''), cursor, columns, rows: ansi.split('\n').length - 1, alternate });
}

const prompt = (terminal: FakeTerminal, begin: () => Promise<boolean>) =>
  typePrompt({
    terminal,
    text: 'go on',
    timer,
    signal: new AbortController().signal,
    whyNotAgent: async () => undefined,
    patienceMs: 0,
    begin,
  });

it('types nothing when the prompt is cancelled at the last moment', async () => {
  const terminal = idle();
  expect(await prompt(terminal, async () => false)).toEqual({ kind: 'stopped', reason: 'it was cancelled', touched: false });
  expect(terminal.inputs).toEqual([]);
});

it('stops with a reason when the pane no longer accepts keys', async () => {
  const terminal = idle();
  const entersCopyMode = async () => {
    terminal.show({ inMode: true });
    return true;
  };
  expect(await prompt(terminal, entersCopyMode)).toEqual({
    kind: 'stopped',
    reason: 'the pane did not accept the key: The pane takes no input now.',
    touched: false,
  });
  expect(terminal.inputs).toEqual([]);
});

it('may have typed the prompt when the terminal did not respond', async () => {
  const terminal = idle();
  const stopsResponding = async () => {
    terminal.silence(true);
    return true;
  };
  expect(await prompt(terminal, stopsResponding)).toEqual({ kind: 'stopped', reason: 'the terminal did not respond', touched: true });
});

it('never types a prompt that would run as a shell command', async () => {
  const terminal = idle();
  const typed = await typePrompt({
    terminal,
    text: ' !rm -rf x',
    timer,
    signal: new AbortController().signal,
    whyNotAgent: async () => undefined,
    patienceMs: 0,
  });
  expect(typed).toMatchObject({ kind: 'stopped', reason: expect.stringContaining('shell command'), touched: false });
  expect(terminal.inputs).toEqual([]);
});
