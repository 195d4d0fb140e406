// A dialog about one ask, on this terminal, and how it ended.
import type { AskView } from '../ask/schema/history.ts';
import { type Ending, endingLine } from '../dialog/words/ending.ts';
import { shortId } from '../dialog/words/words.ts';
import { loadDialog, openPlainDialog } from '../terminal/open.ts';
import { terminalOf } from './attended.ts';
import { answererFrom, type Context, EXIT } from './context.ts';
import { reportDecision, whatBecame } from './delivery.ts';
import { pauseNotice } from './notices.ts';

type HereFlags = {
  readonly plain: boolean;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  /** Standard output is only for the answer. */
  readonly outIsTaken?: boolean;
};

/** The dialog if there is a screen, or plain prompts if there is none or they were requested. */
export async function answerHere(context: Context, view: AskView, flags: HereFlags): Promise<Ending> {
  const { process } = context;
  const live = {
    client: context.client(),
    view,
    by: { ...answererFrom(flags.by, context.env), surface: 'terminal' },
    reason: flags.reason,
  };
  const notice = pauseNotice(context, view.id);
  const streams = flags.plain ? undefined : terminalOf(context);
  if (streams) return (await loadDialog()).answerOnTerminal(streams, { ...live, notice });
  const said = await notice;
  if (said !== undefined) context.err.line(context.err.style(said, 'yellow'));
  // Without raw mode Ctrl-C is a signal. `ask` handles it itself.
  if (process.listenerCount('SIGINT') === 0)
    process.once('SIGINT', () => {
      context.err.line(`\n${endingLine({ kind: 'left', interrupted: true }, shortId(view.id))}`);
      process.exit(EXIT.interrupted);
    });
  return openPlainDialog({
    ...live,
    input: process.stdin,
    output: flags.outIsTaken || process.stderr.isTTY ? process.stderr : process.stdout,
  });
}

/** How a dialog ended, for a command that only answers. */
export async function reportEnding(context: Context, ending: Ending, id: string, flags: { readonly noWait?: boolean } = {}): Promise<void> {
  const { out, err, process } = context;
  const line = endingLine(ending, shortId(id));
  if (ending.kind === 'over' && ending.ours) {
    out.line(line);
    if (flags.noWait || ending.view.source === 'tool') return;
    return reportDecision(context, false, await whatBecame(context.client(), ending.view));
  }
  err.line(line);
  if (ending.kind === 'left') process.exitCode = EXIT.interrupted;
  else if (ending.view.decision) process.exitCode = EXIT.failed;
  else process.exitCode = ending.view.state === 'expired' ? EXIT.expired : EXIT.withdrawn;
}
