// The one place where errors become text and exit codes on the command line: what is wrong, and what to do.

import { Refused, Unavailable } from '../client/errors.ts';
import { printableJson, printableLines } from '../text/printable.ts';
import { wrap } from '../text/wrap.ts';
import { type Context, EXIT, UsageError } from './context.ts';
import type { Output } from './output.ts';

/** `failed`: the exit code, if it is not a matter of usage. */
export function reportFailure({ err, process }: Context, error: unknown, json: boolean, failed: number = EXIT.failed): void {
  process.exitCode =
    error instanceof UsageError || (error instanceof Refused && ['invalid', 'bad-query'].includes(error.code)) ? EXIT.usage : failed;
  err.line(failureText(err, error, json));
}

export function failureText(err: Output, error: unknown, json: boolean): string {
  const { message, fix, code } = known(error);
  if (json) {
    const details = error instanceof Refused ? error.details : {};
    return printableJson({ error: { ...details, code, message, fix } }, 2);
  }
  const [first = '', ...rest] = printableLines(message);
  const fixes = fix
    ? printableLines(fix)
        .flatMap((line) => wrap(line, err.columns - 2))
        .map((line) => err.style(line, 'dim'))
    : [];
  return [`${err.style('answerback:', 'red', 'bold')} ${first}`, ...[...rest, ...fixes].map((line) => `  ${line}`)].join('\n');
}

function known(error: unknown): { message: string; fix: string; code: string } {
  if (error instanceof Refused) return { message: error.message, fix: error.fix, code: error.code };
  if (error instanceof Unavailable) return { message: error.message, fix: error.fix, code: 'unavailable' };
  if (error instanceof UsageError) return { message: error.message, fix: error.fix, code: 'usage' };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `a bug in Answerback: ${text}`, fix: 'Please report it with the command you typed.', code: 'bug' };
}
