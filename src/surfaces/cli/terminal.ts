// Where the command line meets the terminal's screens: whether there is one, and the code for it, loaded only when one opens.
import type { AskView } from '../../question/lifecycle.ts';
import type { Ending } from '../terminal/dialog/ending.ts';
import type { Streams } from '../terminal/terminal.ts';
import { pauseNotice } from './commands/list.ts';
import { answererFrom, type Context, EXIT } from './context.ts';
import { shortId } from './words.ts';

type Screens = typeof import('../terminal/index.ts');

/** A file of its own beside this one: Ink needs ESM, and no other command should pay for it. */
export function loadTerminal(): Promise<Screens> {
  return import(new URL('./terminal.mjs', import.meta.url).href) as Promise<Screens>;
}

/** Undefined where nobody can see a screen or press a key. Standard output may be a pipe that waits for the answer. */
export function terminalOf({ process, env }: Context): Streams | undefined {
  const output = process.stderr.isTTY ? process.stderr : process.stdout;
  if (!process.stdin.isTTY || !output.isTTY || env.TERM === 'dumb') return undefined;
  return { input: process.stdin, output, process, colour: !env.NO_COLOR };
}

/** Somebody sits here: at a screen, or at a terminal that can only print lines. */
export const isAttended = ({ process }: Context): boolean =>
  process.stdin.isTTY === true && (process.stderr.isTTY === true || process.stdout.isTTY === true);

export type HereFlags = {
  readonly plain: boolean;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  /** Standard output is for the answer alone. */
  readonly outIsTaken?: boolean;
};

/** The dialog where there is a screen, numbered prompts where there is none or none is wanted. */
export async function answerHere(context: Context, view: AskView, flags: HereFlags): Promise<Ending> {
  const { process } = context;
  const { answerOnTerminal, answerInPlain, endingLine } = await loadTerminal();
  const live = {
    client: context.client(),
    view,
    by: { ...answererFrom(flags.by, context.env), surface: 'terminal' },
    reason: flags.reason,
  };
  const notice = await pauseNotice(context, view.id);
  const streams = flags.plain ? undefined : terminalOf(context);
  if (streams) return answerOnTerminal(streams, { ...live, notice });
  if (notice !== undefined) context.err.line(context.err.ink(notice, 'yellow'));
  // Without raw mode Ctrl-C is a signal. Whoever asked has an answer to it already.
  if (process.listenerCount('SIGINT') === 0)
    process.once('SIGINT', () => {
      context.err.line(`\n${endingLine({ kind: 'left', interrupted: true }, shortId(view.id))}`);
      process.exit(EXIT.interrupted);
    });
  return answerInPlain({
    ...live,
    input: process.stdin,
    output: flags.outIsTaken || process.stderr.isTTY ? process.stderr : process.stdout,
  });
}

/** How a dialog ended, for a command that only wanted to answer. */
export async function reportEnding({ out, err, process }: Context, ending: Ending, id: string): Promise<void> {
  const { endingLine } = await loadTerminal();
  const line = endingLine(ending, shortId(id));
  if (ending.kind === 'over' && ending.ours) return out.line(line);
  err.line(line);
  if (ending.kind === 'left') process.exitCode = EXIT.interrupted;
  else if (ending.view.decision) process.exitCode = EXIT.failed;
  else process.exitCode = ending.view.state === 'expired' ? EXIT.expired : EXIT.withdrawn;
}
