// A prompt typed into an idle agent: never into a draft, a dialog or a shell, and seen to leave the input box.

import { type Look, NotSent, type Terminal } from '../../terminal.ts';
import { bare } from '../screen/join.ts';
import { isDialog, type ScreenState } from '../screen/state.ts';
import { guardedLook } from './guarded-look.ts';
import type { Timer, Typed } from './type-decision.ts';

export type Prompting = {
  readonly terminal: Terminal;
  readonly text: string;
  readonly timer: Timer;
  readonly signal: AbortSignal;
  readonly isAgent: (look: Look) => boolean;
  /** How long the agent may be busy before it is given up. */
  readonly patienceMs: number;
  /** Wait for dialogs and drafts to go, instead of stopping at them. */
  readonly waits?: boolean;
  /** The last word before the first key; false takes it back. */
  readonly begin?: () => Promise<boolean>;
};

const SHOWN_WITHIN_MS = 2_000;

/** Why this is never typed: it would be keys, or a shell command. Undefined when it may be. */
export function untypable(text: string): string | undefined {
  if (/[\p{Cc}\p{Cs}]/u.test(text.replaceAll('\n', ''))) return 'the prompt contains control characters, which are never typed';
  if (text.trimStart().startsWith('!')) return 'a prompt that begins with ! would be run as a shell command; it is not typed';
  return undefined;
}

export async function typePrompt(prompting: Prompting): Promise<Typed> {
  const sent = { any: false };
  try {
    return await typeIt(prompting, sent);
  } catch (error) {
    if (error instanceof NotSent) return stopped(`the pane took no key: ${error.message}`, sent.any);
    throw error;
  }
}

const stopped = (reason: string, touched = false): Typed => ({ kind: 'stopped', reason, touched });

async function typeIt(prompting: Prompting, sent: { any: boolean }): Promise<Typed> {
  const { terminal, text } = prompting;
  if (text.trim() === '') return stopped('there is nothing to type');
  const reason = untypable(text);
  if (reason !== undefined) return stopped(reason);
  const ready = (state: ScreenState) => state.kind === 'idle' && !state.shell && (!prompting.waits || state.draft === '');
  const idle = await until(prompting, ready, prompting.patienceMs);
  if (typeof idle === 'string') return stopped(idle);
  if (idle.kind === 'idle' && idle.draft !== '') return stopped('somebody has a draft in the input box');
  if (prompting.begin && !(await prompting.begin())) return stopped('it was cancelled');
  if (text.includes('\n')) await terminal.paste(text);
  else await terminal.type(text);
  sent.any = true;
  const shows = await until(prompting, (state) => state.kind === 'idle' && !state.shell && isShown(state.draft, text), SHOWN_WITHIN_MS);
  if (typeof shows === 'string') return stopped(`${shows}; what was typed is still in the input box`, true);
  await terminal.press('Enter');
  const left = await until(prompting, (state) => (state.kind === 'idle' || state.kind === 'busy') && state.draft === '', SHOWN_WITHIN_MS);
  return typeof left === 'string' ? stopped(left, true) : { kind: 'typed', followUp: undefined };
}

/** All of it, or the end of it where it does not fit the box; a paste of many lines is shown by its number. The box was empty before. */
function isShown(draft: string, text: string): boolean {
  const [shown, whole] = [bare(draft), bare(text)];
  if (shown === whole) return true;
  return (shown.length >= 40 && whole.endsWith(shown)) || (text.includes('\n') && /^\[Pastedtext#\d+(\+\d+lines)?\]$/.test(shown));
}

/** The state that was hoped for, or why it did not come. */
async function until(
  { terminal, timer, signal, isAgent, waits }: Prompting,
  hoped: (state: ScreenState) => boolean,
  withinMs: number,
): Promise<ScreenState | string> {
  const end = timer.now() + withinMs;
  let wake = () => {};
  // Once for all looks: whoever listens anew is told anew that something may have changed.
  const unwatch = terminal.onChange(() => wake());
  const forget = timer.at(end, () => wake());
  const interrupt = () => wake();
  signal.addEventListener('abort', interrupt);
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (signal.aborted) return 'it was cancelled';
      // Not compared with an earlier look: while the agent is busy, its user may type. What they leave in the box is seen as a draft.
      const seen = await guardedLook(terminal, { isAgent });
      if (seen.kind === 'stopped') return seen.reason;
      const { state } = seen;
      if (hoped(state)) return state;
      if (!waits && isDialog(state)) return 'a dialog is on the screen';
      if (timer.now() >= end) return `the agent did not become ready (${state.kind === 'unknown' ? state.why : state.kind})`;
      await changed;
    }
  } finally {
    unwatch();
    forget();
    signal.removeEventListener('abort', interrupt);
  }
}
