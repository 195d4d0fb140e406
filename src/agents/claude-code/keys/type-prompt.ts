// Types a prompt into an idle agent: never into a draft, a dialog or a shell. Checks that the prompt was submitted.
import { submittable } from '../../../ask/taken-as.ts';
import { inputProblem, NotSent, type Terminal } from '../../../system/terminal.ts';
import { bare } from '../screen/join.ts';
import { type ScreenState, showsDialog } from '../screen/state.ts';
import { guardedLook, type Seen, type Stopped, type WhyNotAgent } from './guarded-look.ts';
import { untypablePrompt } from './prompt-text.ts';
import type { Timer, Typed } from './type-decision.ts';

export type Prompting = {
  readonly terminal: Terminal;
  readonly text: string;
  readonly timer: Timer;
  readonly signal: AbortSignal;
  readonly whyNotAgent: WhyNotAgent;
  /** How long to wait for a busy agent before giving up. */
  readonly patienceMs: number;
  /** Waits for dialogs, drafts and other programs to disappear, instead of stopping. */
  readonly waits?: boolean;
  /** Called right before the first key; false cancels the prompt. */
  readonly begin?: () => Promise<boolean>;
};

const SHOWN_WITHIN_MS = 2_000;
/** The longest time from Enter to the first sign of work. */
export const TURN_BEGINS_WITHIN_MS = 1_500;

export async function typePrompt(prompting: Prompting): Promise<Typed> {
  const sent = { any: false };
  try {
    return await submit(prompting, sent);
  } catch (error) {
    const problem = inputProblem(error);
    if (problem === undefined) throw error;
    return stopped(problem, sent.any);
  }
}

const stopped = (reason: string, touched = false): Typed => ({ kind: 'stopped', reason, touched });

async function submit(prompting: Prompting, sent: { any: boolean }): Promise<Typed> {
  const { terminal } = prompting;
  const text = submittable(prompting.text);
  if (text.trim() === '') return stopped('there is nothing to type');
  const reason = untypablePrompt(text);
  if (reason !== undefined) return stopped(reason);
  const ready = (state: ScreenState) => state.kind === 'idle' && !state.shell && (!prompting.waits || state.draft === '');
  const idle = await until(prompting, ready, prompting.patienceMs);
  if (typeof idle === 'string') return stopped(idle);
  if (idle.kind === 'idle' && idle.draft !== '') return stopped('somebody has a draft in the input box');
  if (prompting.begin && !(await prompting.begin())) return stopped('it was cancelled');
  sent.any = true;
  await (text.includes('\n') ? terminal.paste(text) : terminal.type(text)).catch((error) => {
    sent.any = !(error instanceof NotSent);
    throw error;
  });
  const shows = await until(prompting, (state) => state.kind === 'idle' && !state.shell && isShown(state.draft, text), SHOWN_WITHIN_MS);
  if (typeof shows === 'string') return stopped(`${shows}; the typed text is still in the input box`, true);
  await terminal.press('Enter');
  const submitted = await until(
    prompting,
    (state) => (state.kind === 'idle' || state.kind === 'busy') && state.draft === '',
    SHOWN_WITHIN_MS,
  );
  return typeof submitted === 'string' ? stopped(submitted, true) : { kind: 'typed', followUp: undefined };
}

/** The box, which was empty before, shows the whole text; or its end, if it does not fit; or a placeholder, for a paste of many lines. */
function isShown(draft: string, text: string): boolean {
  const [shown, whole] = [bare(draft), bare(text)];
  if (shown === whole) return true;
  return (shown.length >= 40 && whole.endsWith(shown)) || (text.includes('\n') && /^\[Pastedtext#\d+(\+\d+lines)?\]$/.test(shown));
}

const whyNot = (seen: Seen | Stopped): string =>
  seen.kind === 'stopped' ? seen.reason : seen.state.kind === 'unknown' ? seen.state.why : seen.state.kind;

/** The first state that `accepts` returns true for, or the reason why there was none. */
export async function until(
  { terminal, timer, signal, whyNotAgent, waits = false }: Pick<Prompting, 'terminal' | 'timer' | 'signal' | 'whyNotAgent' | 'waits'>,
  accepts: (state: ScreenState) => boolean,
  withinMs: number,
): Promise<ScreenState | string> {
  const end = timer.now() + withinMs;
  let wake = () => {};
  // Subscribe once, not per look: a new subscription may itself cause a call.
  const unwatch = terminal.onChange(() => wake());
  const cancelTimer = timer.at(end, () => wake());
  const interrupt = () => wake();
  signal.addEventListener('abort', interrupt);
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (signal.aborted) return 'it was cancelled';
      // No `since`: while the agent is busy, its user may type. Anything they leave in the box is seen as a draft.
      const seen = await guardedLook(terminal, { whyNotAgent });
      if (seen.kind === 'stopped' && (seen.gone || !waits)) return seen.reason;
      if (seen.kind === 'seen' && accepts(seen.state)) return seen.state;
      if (seen.kind === 'seen' && !waits && showsDialog(seen.state)) return 'a dialog is on the screen';
      if (timer.now() >= end) return `the agent did not become ready (${whyNot(seen)})`;
      await changed;
    }
  } finally {
    unwatch();
    cancelTimer();
    signal.removeEventListener('abort', interrupt);
  }
}
