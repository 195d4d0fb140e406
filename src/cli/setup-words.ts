// The texts of the setup commands: the changes, the confirmation, and why a change was refused.

import type { Change, Reversal } from '../setup/change.ts';
import type { OutputLine } from '../setup/connection.ts';
import type { Refusal } from '../setup/file.ts';
import type { DiffLine } from '../text/diff.ts';
import { printable } from '../text/printable.ts';
import { wrap } from '../text/wrap.ts';
import { type Context, EXIT } from './context.ts';
import { canType, typedLine } from './input.ts';
import type { Style } from './output.ts';

export async function isWanted(
  context: Context,
  flags: { readonly yes: boolean; readonly json: boolean },
  question: string,
): Promise<boolean> {
  if (flags.yes || flags.json || !canType(context)) return true;
  return ['', 'y', 'yes'].includes(await typedLine(context, `${question} [Y/n] `));
}

const STYLES: Readonly<Record<DiffLine['kind'], readonly Style[]>> = {
  head: ['bold'],
  hunk: ['cyan'],
  same: [],
  added: ['green'],
  removed: ['red'],
};

export function showChanges(context: Context, changes: readonly (Change | Reversal)[]): void {
  for (const { target, diff, instead } of changes) {
    if (instead === undefined) printDiff(context, diff);
    else context.out.line(printable(`${target.path}: ${instead}`));
  }
}

function printDiff({ out }: Context, lines: readonly DiffLine[]): void {
  out.line();
  for (const { kind, text } of lines) out.line(out.style(printable(text), ...STYLES[kind]));
  out.line();
}

export function say(context: Context, lines: readonly OutputLine[]): void {
  for (const line of lines) sayLine(context, line);
}

function sayLine(context: Context, said: OutputLine): void {
  const { out } = context;
  switch (said.kind) {
    case 'done':
      return out.line(`${out.style('✓', 'green')} ${printable(said.text)}`);
    case 'warning':
      return warn(context, said.text);
    case 'text':
      return out.line(printable(said.text));
    case 'code':
      return out.line(`    ${printable(said.text)}`);
    case 'gap':
      return out.line();
  }
}

export function warn({ out }: Context, text: string): void {
  for (const line of wrap(printable(text), out.columns)) out.line(out.style(line, 'yellow'));
}

export function refuse({ err, process }: Context, { file, line, column, reason, fix }: Refusal, json: boolean): void {
  process.exitCode = EXIT.failed;
  const where = line === undefined ? file : `${file}:${line}:${column}`;
  if (json) return err.json({ error: { code: 'settings', message: `${where}: ${reason}`, fix, file, line, column } });
  err.line(`${err.style('answerback:', 'red', 'bold')} ${printable(`${where}: ${reason}`)}`);
  for (const text of wrap(printable(fix), err.columns - 2)) err.line(`  ${err.style(text, 'dim')}`);
}
