// A scripted terminal: the test says what is on the screen, and sees what was typed.
import { checkPasted, checkTyped, type Key, type Look, NoResponse, NotSent, type Terminal } from '../../src/system/terminal.ts';

export type Input = { readonly kind: 'press'; readonly key: Key } | { readonly kind: 'type' | 'paste'; readonly text: string };

export type FakeTerminal = Terminal & {
  /** Every input so far, in order. */
  readonly inputs: readonly Input[];
  /** Changes what the next look sees, and notifies listeners. */
  show(next: string | Partial<Look>): void;
  /** The program: called after each input was recorded; it may call `show`. */
  react(program: (input: Input, terminal: FakeTerminal) => void): void;
  /** Whether it does not respond. Input arrives all the same. */
  silence(isSilent: boolean): void;
  /** The pane is gone from now on. */
  close(): void;
  /** The number of listeners. */
  listening(): number;
};

const EMPTY: Look = {
  ansi: '',
  cursor: { x: 0, y: 0 },
  columns: 80,
  rows: 24,
  alternate: false,
  inMode: false,
  command: 'claude',
  pid: 4711,
  dead: false,
  activity: 0,
};

export function fakeTerminal(start: string | Partial<Look> = {}): FakeTerminal {
  let now: Look | undefined = padded(EMPTY, start);
  let program: (input: Input, terminal: FakeTerminal) => void = () => {};
  let isSilent = false;
  const listeners = new Set<() => void>();
  const inputs: Input[] = [];
  const tell = () => {
    for (const changed of [...listeners]) changed();
  };
  const take = async (input: Input) => {
    if (!now) throw new NotSent('The pane is gone.');
    if (now.dead || now.inMode) throw new NotSent('The pane takes no input now.');
    inputs.push(input);
    program(input, terminal);
    if (isSilent) throw new NoResponse('the terminal did not respond');
  };
  const terminal: FakeTerminal = {
    inputs,
    async look() {
      if (isSilent) throw new NoResponse('the terminal did not respond');
      return now;
    },
    onChange(changed) {
      const listener = () => changed();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async press(key, times = 1) {
      for (let pressed = 0; pressed < times; pressed += 1) await take({ kind: 'press', key });
    },
    async type(text) {
      checkTyped(text);
      await take({ kind: 'type', text });
    },
    async paste(text) {
      checkPasted(text);
      await take({ kind: 'paste', text });
    },
    show(next) {
      if (!now) return;
      now = padded(now, next);
      tell();
    },
    react(next) {
      program = next;
    },
    silence(next) {
      isSilent = next;
      tell();
    },
    close() {
      now = undefined;
      tell();
    },
    listening: () => listeners.size,
  };
  return terminal;
}

/** Like the real one: always as many lines as rows. */
function padded(look: Look, next: string | Partial<Look>): Look {
  const changed = { ...look, ...(typeof next === 'string' ? { ansi: next } : next) };
  const lines = changed.ansi.split('\n').slice(0, changed.rows);
  return { ...changed, ansi: [...lines, ...Array<string>(changed.rows - lines.length).fill('')].join('\n') };
}
