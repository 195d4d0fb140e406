// What a check found, as a line of `doctor` or `setup`: a mark, a name, a message, and what to do.
import type { Finding } from '../setup/connection.ts';
import { printable } from '../text/printable.ts';
import { wrap } from '../text/wrap.ts';
import type { Context } from './context.ts';

export type Named = Finding & { readonly name: string };

const MARKS = { ok: ['✓', 'green'], off: ['○', 'dim'], warning: ['!', 'yellow'], problem: ['✗', 'red'] } as const;

export function printFinding({ out }: Context, { name, state, message, fix }: Named): void {
  const [mark, style] = MARKS[state];
  const [first, ...rest] = printable(message).length > 0 ? wrap(printable(message), out.columns - 14) : [''];
  out.line(`${out.style(mark, style)} ${name.padEnd(11)} ${first}`);
  for (const line of rest) out.line(`${' '.repeat(14)}${line}`);
  if (fix) for (const line of wrap(printable(fix), out.columns - 16)) out.line(`${' '.repeat(14)}${out.style(`→ ${line}`, 'bold')}`);
}
