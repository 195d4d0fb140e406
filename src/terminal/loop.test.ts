// The terminal is restored after use, and shows what was drawn at any size.
import { expect, test } from 'vitest';
import { virtualTerminal } from '../../test/support/virtual-terminal.ts';
import { line, type Painting } from './canvas.ts';
import { repaint } from './frame.ts';
import { type Loop, runScreen, type Screen } from './loop.ts';

/** Shows its size and every key, until Ctrl-C. */
function echo({ finish }: Loop<string>): Screen {
  let typed = '';
  return {
    paint: ({ columns, rows }) => ({
      lines: [line(`${columns}x${rows}`), line('═'.repeat(columns)), line(typed, 'good')],
      cursor: { x: 1, y: 2 },
    }),
    press(key) {
      if (key.kind === 'interrupt') return finish('done');
      typed += `<${key.kind === 'char' ? key.text : key.kind}>`;
    },
  };
}

const LEFT_AS_IT_WAS = ['?1049l', '?2004l', '?25h', '?7h', '<u', '>4;0m'].map((code) => `\u001b[${code}`);

test('keys arrive, screens are drawn, and the terminal is restored', async () => {
  const terminal = virtualTerminal({ columns: 30, rows: 6 });
  const over = runScreen(terminal.streams, echo);
  await terminal.until('30x6');
  expect(terminal.raw).toBe(true);
  terminal.type('a\u001b[');
  terminal.type('A');
  expect(await terminal.until('<a><up>')).toBe(`30x6\n${'═'.repeat(30)}\n<a><up>`);
  terminal.type('\u0003');
  expect(await over).toBe('done');
  expect(terminal.raw).toBe(false);
  for (const code of LEFT_AS_IT_WAS) expect(terminal.written().slice(-60)).toContain(code);
  expect(await terminal.screen()).toBe('');
});

test('a lone Esc is the Esc key after a moment', async () => {
  const terminal = virtualTerminal({ columns: 30, rows: 6 });
  const over = runScreen(terminal.streams, echo);
  await terminal.until('30x6');
  terminal.type('\u001b');
  await terminal.until('<escape>');
  terminal.type('\u0003');
  await over;
});

test('a character split between two reads is one character', async () => {
  const terminal = virtualTerminal({ columns: 30, rows: 6 });
  const over = runScreen(terminal.streams, echo);
  await terminal.until('30x6');
  const bytes = Buffer.from('中');
  terminal.streams.input.emit('data', bytes.subarray(0, 1));
  terminal.streams.input.emit('data', bytes.subarray(1));
  await terminal.until('<中>');
  terminal.type('\u0003');
  await over;
});

test('after a resize the screen is drawn again, without traces of the old size', async () => {
  const terminal = virtualTerminal({ columns: 40, rows: 10 });
  const over = runScreen(terminal.streams, echo);
  await terminal.until('40x10');
  terminal.resize({ columns: 20, rows: 5 });
  expect(await terminal.until('20x5')).toBe(`20x5\n${'═'.repeat(20)}`);
  terminal.resize({ columns: 50, rows: 12 });
  expect(await terminal.until('50x12')).toBe(`50x12\n${'═'.repeat(50)}`);
  terminal.type('\u0003');
  await over;
});

test.each(['SIGTERM', 'SIGHUP', 'exit', 'uncaughtExceptionMonitor'])('%s restores the terminal, too', async (event) => {
  const terminal = virtualTerminal({ columns: 30, rows: 6 });
  void runScreen(terminal.streams, echo);
  await terminal.until('30x6');
  terminal.streams.process.emit(event as 'SIGTERM', 'SIGTERM');
  expect(terminal.raw).toBe(false);
  for (const code of LEFT_AS_IT_WAS) expect(terminal.written()).toContain(code);
});

test('only changed rows are written, and nothing erases the scrollback', () => {
  const before = { rows: ['a', 'b', 'c'] };
  expect(repaint(before, { rows: ['a', 'b', 'c'] })).toBe('');
  const change = repaint(before, { rows: ['a', 'B', 'c'] });
  expect(change).toContain('B');
  expect(change).not.toContain('a');
  expect(repaint(undefined, before)).not.toContain('\u001b[3J');
});

test('Ctrl-Z restores the terminal, and takes it over again when the job is resumed', async () => {
  const terminal = virtualTerminal({ columns: 30, rows: 6 });
  const over = runScreen(terminal.streams, echo);
  await terminal.until('30x6');
  terminal.type('\u001a');
  expect(terminal.raw).toBe(false);
  expect(await terminal.screen()).toBe('');
  await terminal.until('30x6');
  expect(terminal.raw).toBe(true);
  terminal.type('\u0003');
  await over;
});

test('a screen that throws rejects, after the terminal is restored', async () => {
  const terminal = virtualTerminal({ columns: 30, rows: 6 });
  const over = runScreen<void, Painting>(terminal.streams, () => ({
    paint: () => ({ lines: [line('fine so far')] }),
    press: () => {
      throw new Error('a bug');
    },
  }));
  await terminal.until('fine so far');
  terminal.type('x');
  await expect(over).rejects.toThrow('a bug');
  expect(terminal.raw).toBe(false);
});

test('many changes in one turn of the event loop are painted once, and none after the end', async () => {
  const terminal = virtualTerminal({ columns: 30, rows: 6 });
  let paintings = 0;
  let loop: Loop<void> | undefined;
  const over = runScreen<void, Painting>(terminal.streams, (own) => {
    loop = own;
    return {
      paint() {
        paintings += 1;
        return { lines: [line(`painting ${paintings}`)] };
      },
      press() {},
    };
  });
  await terminal.until('painting 1');
  for (let i = 0; i < 100; i += 1) loop?.redraw();
  await terminal.until('painting 2');
  loop?.finish();
  loop?.redraw();
  await over;
  expect(paintings).toBe(2);
});
