// The dialog as a plain function, for programs that ask their user directly, without a broker.

import type { Verdict } from '../ask/schema/decision.ts';
import type { VerdictInput } from '../ask/schema/input.ts';
import { verdictInputOf } from '../ask/verdict.ts';
import { DIALOG_OPEN, oneDialog, type WhenBusy } from '../tool/one-dialog.ts';
import { dialogScreen } from './dialog/dialog.ts';
import type { DialogPainting } from './dialog/paint.ts';
import type { DialogProps } from './dialog/props.ts';
import { type RunScreen, runScreen } from './loop.ts';
import { type AskInTerminal, wholeAsk } from './whole-ask.ts';

export type AskInTerminalOptions = {
  readonly input?: NodeJS.ReadStream | undefined;
  readonly output?: NodeJS.WriteStream | undefined;
  /** Numbered prompts instead of a screen. Also used when the streams are not a terminal, or a dumb one. */
  readonly plain?: boolean | undefined;
  /** Closes the dialog, for example because somebody else has answered. */
  readonly signal?: AbortSignal | undefined;
  /** While another dialog of this process is open: `reject` (the default) throws, `queue` waits for its turn. */
  readonly concurrent?: WhenBusy | undefined;
};

/**
 * What the person decided, in the form in which it is sent; undefined when they left without deciding, or the signal closed the dialog. It can be
 * the `presenter` of `ask` and of the tool.
 */
export async function askInTerminal(asked: AskInTerminal, options: AskInTerminalOptions = {}): Promise<VerdictInput | undefined> {
  const { concurrent = 'reject', signal } = options;
  const shown = await oneDialog(concurrent, signal, async () => ({ verdict: await showInTerminal(asked, options) }));
  if (!shown && !signal?.aborted) throw new Error(DIALOG_OPEN);
  return shown?.verdict;
}

async function showInTerminal(asked: AskInTerminal, options: AskInTerminalOptions): Promise<VerdictInput | undefined> {
  const { input = process.stdin, output = process.stderr.isTTY ? process.stderr : process.stdout, signal } = options;
  const ask = wholeAsk(asked);
  if (signal?.aborted) return undefined;
  if (options.plain || !input.isTTY || !output.isTTY || process.env.TERM === 'dumb') {
    let decided: Verdict | undefined;
    const onVerdict = async (verdict: Verdict) => {
      decided = verdict;
      return { kind: 'sent' } as const;
    };
    const { runPlain } = await import('./plain.ts');
    await runPlain(ask, { input, output, onVerdict, signal });
    return decided && verdictInputOf(decided);
  }
  const streams = { input, output, process, colour: !process.env.NO_COLOR };
  return showOnScreen((open) => runScreen(streams, open), ask, signal);
}

/** On a screen that somebody else runs. */
export function showOnScreen(run: RunScreen, asked: AskInTerminal, signal: AbortSignal | undefined): Promise<VerdictInput | undefined> {
  return run<VerdictInput | undefined, DialogPainting>(({ redraw, finish }) => {
    signal?.addEventListener('abort', () => finish(undefined));
    const props: DialogProps = {
      ask: wholeAsk(asked),
      async onVerdict(verdict) {
        finish(verdictInputOf(verdict));
        return { kind: 'sent' };
      },
      onLeave: () => finish(undefined),
    };
    return dialogScreen(() => props, redraw);
  });
}
