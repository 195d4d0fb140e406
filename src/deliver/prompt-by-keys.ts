// A prompt typed into an idle agent: never into a draft, a dialog or a shell, and seen to leave the input box.
import { screenOf } from '../agents/claude-code/screen/parse.ts';
import { readScreen } from '../agents/claude-code/screen/read.ts';
import type { ScreenState } from '../agents/claude-code/screen/state.ts';
import type { Timer, Typed } from './by-keys.ts';
import { type Look, NotSent, type Terminal } from './terminal.ts';

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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be typed
  if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(text)) return stopped('the prompt contains control characters');
  // To Claude Code that is no prompt, but a command for the shell.
  if (text.trimStart().startsWith('!')) return stopped('a prompt that begins with ! would be run as a shell command');
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
  for (;;) {
    let wake = () => {};
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const unwatch = terminal.onChange(wake);
    const forget = timer.at(end, wake);
    signal.addEventListener('abort', wake);
    try {
      if (signal.aborted) return 'it was cancelled';
      const look = await terminal.look();
      if (!look || look.dead) return 'the pane is gone';
      if (look.inMode) return 'the pane is in copy mode';
      if (!isAgent(look)) return `another program runs in the pane (${look.command})`;
      const state = readScreen(screenOf(look));
      if (hoped(state)) return state;
      if (!waits && ['question', 'review', 'permission', 'plan'].includes(state.kind)) return 'a dialog is on the screen';
      if (timer.now() >= end) return `the agent did not become ready (${state.kind === 'unknown' ? state.why : state.kind})`;
      await changed;
    } finally {
      unwatch();
      forget();
      signal.removeEventListener('abort', wake);
    }
  }
}

const bare = (text: string): string => text.replace(/\s/gu, '');
