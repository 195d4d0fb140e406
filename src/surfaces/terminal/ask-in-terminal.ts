// The dialog as a plain function, for programs that ask their user directly, without a broker.
import { newAsk } from '../../question/new-ask.ts';
import type { Ask, Question, Verdict } from '../../question/words.generated.ts';
import { DIALOG_OPEN, oneDialog, type WhenBusy } from '../../tool/one-dialog.ts';
import { dialogScreen } from './dialog/dialog.ts';
import type { DialogPainting } from './dialog/paint.ts';
import type { DialogProps } from './dialog/props.ts';
import { type RunScreen, runScreen } from './loop.ts';

/** Only the questions are required; everything else is shown if given. */
export type AskInTerminal = Partial<Omit<Ask, 'questions'>> & {
  readonly questions: readonly (Omit<Question, 'multiSelect' | 'options'> & Partial<Pick<Question, 'multiSelect' | 'options'>>)[];
};

export type AskInTerminalOptions = {
  readonly input?: NodeJS.ReadStream;
  readonly output?: NodeJS.WriteStream;
  /** Numbered prompts instead of a screen. Also used when the streams are not a terminal, or a dumb one. */
  readonly plain?: boolean;
  /** Closes the dialog, for example because somebody else has answered. */
  readonly signal?: AbortSignal;
  /** While another dialog of this process is open: `reject` (the default) throws, `queue` waits for its turn. */
  readonly concurrent?: WhenBusy;
};

/** What the person decided; undefined when they left without deciding, or the signal closed the dialog. */
export async function askInTerminal(asked: AskInTerminal, options: AskInTerminalOptions = {}): Promise<Verdict | undefined> {
  const { concurrent = 'reject', signal } = options;
  const shown = await oneDialog(concurrent, signal, async () => ({ verdict: await showInTerminal(asked, options) }));
  if (!shown && !signal?.aborted) throw new Error(DIALOG_OPEN);
  return shown?.verdict;
}

/** For callers that have made sure that no other dialog is open. */
export async function showInTerminal(asked: AskInTerminal, options: AskInTerminalOptions): Promise<Verdict | undefined> {
  const { input = process.stdin, output = process.stderr.isTTY ? process.stderr : process.stdout, signal } = options;
  const ask = wholeAsk(asked);
  if (signal?.aborted) return undefined;
  if (options.plain || !input.isTTY || !output.isTTY || process.env.TERM === 'dumb') {
    let decided: Verdict | undefined;
    const onVerdict = async (verdict: Verdict) => {
      decided = verdict;
      return { kind: 'sent' } as const;
    };
    const { runPlain } = await import('./plain-run.ts');
    await runPlain(ask, { input, output, onVerdict, signal });
    return decided;
  }
  const streams = { input, output, process, colour: !process.env.NO_COLOR };
  return showOnScreen((open) => runScreen(streams, open), ask, signal);
}

/** On a screen that somebody else runs. */
export function showOnScreen(run: RunScreen, asked: AskInTerminal, signal: AbortSignal | undefined): Promise<Verdict | undefined> {
  return run<Verdict | undefined, DialogPainting>(({ redraw, finish }) => {
    signal?.addEventListener('abort', () => finish(undefined));
    const props: DialogProps = {
      ask: wholeAsk(asked),
      async onVerdict(verdict) {
        finish(verdict);
        return { kind: 'sent' };
      },
      onLeave: () => finish(undefined),
    };
    return dialogScreen(() => props, redraw);
  });
}

function wholeAsk({ questions, ...rest }: AskInTerminal): Ask {
  const id = rest.id ?? crypto.randomUUID();
  const asked = questions.map((question) => ({ multiSelect: false, options: [], ...question }) as Question);
  const own = { session: id, toolUseId: id, program: 'question', project: process.cwd(), source: 'tool' } as const;
  return { ...newAsk({ kind: 'question', questions: asked, ...own }, id, Date.now()), ...rest };
}
