// A terminal without a window for tests, with a process around it, that shows what a person would see.
import { EventEmitter } from 'node:events';
import xterm from '@xterm/headless';
import type { Size } from '../../src/terminal/canvas.ts';
import type { Streams } from '../../src/terminal/terminal.ts';

export type VirtualTerminal = {
  readonly streams: Streams;
  type(text: string): void;
  resize(size: Size): void;
  /** The screen, once everything written has been drawn. */
  screen(): Promise<string>;
  /** Checks after every write until it is there. */
  until(text: string | RegExp): Promise<string>;
  /** A whole screen, as another program would write it. */
  show(frame: string): boolean;
  /** Everything that was written, including escape sequences. */
  written(): string;
  readonly raw: boolean;
};

export function virtualTerminal({ columns, rows }: Size): VirtualTerminal {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  let all = '';
  let raw = false;
  const looks = new Set<() => void>();
  const write = (text: string): boolean => {
    all += text;
    terminal.write(text, () => {
      for (const look of [...looks]) look();
    });
    return true;
  };
  const output = Object.assign(new EventEmitter(), { columns, rows, isTTY: true, fd: -1, write });
  const input = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode(on: boolean) {
      raw = on;
      return input;
    },
    resume: () => input,
    pause: () => input,
    ref: () => input,
    unref: () => input,
  });
  const process = Object.assign(new EventEmitter(), { pid: 0, kill: () => true });
  const shown = (): string => {
    const { active } = terminal.buffer;
    return Array.from({ length: terminal.rows }, (_, y) => active.getLine(active.viewportY + y)?.translateToString(true) ?? '')
      .join('\n')
      .trimEnd();
  };
  return {
    streams: { input, output, process, colour: true, writeNow: write } as unknown as Streams,
    type: (text) => void input.emit('data', Buffer.from(text)),
    resize(size) {
      terminal.resize(size.columns, size.rows);
      Object.assign(output, size);
      output.emit('resize');
    },
    screen: () => new Promise((resolve) => terminal.write('', () => resolve(shown()))),
    until: (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const text = shown();
          if (typeof wanted === 'string' ? !text.includes(wanted) : !wanted.test(text)) return;
          looks.delete(look);
          resolve(text);
        };
        looks.add(look);
        look();
      }),
    show: (frame) => write(`\u001b[H\u001b[2J${frame.replaceAll('\n', '\r\n')}`),
    written: () => all,
    get raw() {
      return raw;
    },
  };
}
