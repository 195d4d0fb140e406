// Whether a person is at this terminal, and whether it can show a screen.
import type { Streams } from '../terminal/open.ts';

type Attended = { readonly process: NodeJS.Process };

/** Undefined if nobody can see a screen or press a key. Standard output may be a pipe that waits for the answer. */
export function terminalOf({ process }: Attended): Streams | undefined {
  const output = process.stderr.isTTY ? process.stderr : process.stdout;
  if (!process.stdin.isTTY || !output.isTTY || process.env.TERM === 'dumb') return undefined;
  return { input: process.stdin, output, process, colour: !process.env.NO_COLOR, theme: themeFrom(process.env) };
}

/** A person is at a screen, or at a terminal that can only print lines. */
export const isAttended = ({ process }: Attended): boolean =>
  process.stdin.isTTY === true && (process.stderr.isTTY === true || process.stdout.isTTY === true);

/** An unknown theme is the normal one: a screen must open. */
const themeFrom = ({ ANSWERBACK_THEME: wanted }: NodeJS.ProcessEnv): Streams['theme'] =>
  wanted === 'bright' || wanted === 'mono' ? wanted : 'normal';
