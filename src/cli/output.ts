// The output of a command: knows its width and whether it may use colours, and sanitises text from outside.
import type { Writable } from 'node:stream';
import { printable, printableJson } from '../text/printable.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';
const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
};

const WIDTH_OF_A_PIPE = 100;

/** Invariant: only `line` and `raw` write. Text from an agent goes through `printable` before it is styled or written. */
export type Output = {
  readonly terminal: boolean;
  readonly columns: number;
  style(text: string, ...styles: readonly Style[]): string;
  line(text?: string): void;
  json(value: unknown, pretty?: boolean): void;
  /** Exactly these characters; sanitised only if the output is a terminal. */
  raw(text: string): void;
};

type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export function outputOn(stream: Stream, env: NodeJS.ProcessEnv): Output {
  const terminal = stream.isTTY === true;
  const colour = terminal ? !env.NO_COLOR && env.TERM !== 'dumb' : Boolean(env.FORCE_COLOR) && env.FORCE_COLOR !== '0' && !env.NO_COLOR;
  const columns = (terminal ? stream.columns : undefined) ?? (Number(env.COLUMNS) || WIDTH_OF_A_PIPE);
  return {
    terminal,
    columns,
    style: (text, ...styles) =>
      colour ? styles.reduce((styled, name) => `\u001b[${CODES[name][0]}m${styled}\u001b[${CODES[name][1]}m`, text) : text,
    line: (text = '') => void stream.write(`${text}\n`),
    json: (value, pretty = true) => void stream.write(`${printableJson(value, pretty ? 2 : undefined)}\n`),
    raw: (text) => void stream.write(terminal ? text.split('\n').map(printable).join('\n') : text),
  };
}
