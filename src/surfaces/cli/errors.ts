// The one place where errors become text and exit codes on the command line: what is wrong, and what to do.
import { Refused, Unavailable } from '../../client/errors.ts';
import { printable, printableLines } from '../../text/printable.ts';
import { wrap } from '../../text/wrap.ts';
import { type Context, EXIT, UsageError } from './context.ts';

export function reportFailure({ err, process }: Context, error: unknown, json: boolean): void {
  process.exitCode =
    error instanceof UsageError || (error instanceof Refused && ['invalid', 'bad-query'].includes(error.code)) ? EXIT.usage : EXIT.failed;
  const { message, fix, code } = known(error);
  if (json) {
    const details = error instanceof Refused ? error.details : {};
    return err.json({ error: { ...details, code, message, fix } });
  }
  const [first = '', ...rest] = printableLines(message);
  err.line(`${err.ink('answerback:', 'red', 'bold')} ${first}`);
  for (const line of rest) err.line(`  ${line}`);
  if (fix) for (const line of wrap(printable(fix), err.columns - 2)) err.line(`  ${err.ink(line, 'dim')}`);
}

function known(error: unknown): { message: string; fix: string; code: string } {
  if (error instanceof Refused) return { message: error.message, fix: error.fix, code: error.code };
  if (error instanceof Unavailable) return { message: error.message, fix: error.fix, code: 'unavailable' };
  if (error instanceof UsageError) return { message: error.message, fix: error.fix, code: 'usage' };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: `a bug in Answerback: ${text}`, fix: 'Please report it with the command you typed.', code: 'bug' };
}
