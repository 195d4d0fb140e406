// A notification on the terminals that are attached to tmux: a bell, and the escape sequence that the terminal shows as a notification.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Message } from '../notifier.ts';

/** `term`: its kind, as foot or xterm-256color. */
export type AttachedTerminal = { readonly tty: string; readonly term: string };

const MOST_LENGTH = 160;

/** How many terminals were reached. */
export async function tellTerminals(terminals: readonly AttachedTerminal[], message: Message): Promise<number> {
  const reached = await Promise.all(terminals.map((terminal) => write(terminal.tty, sequence(terminal, message))));
  return reached.filter(Boolean).length;
}

/** OSC 777 for the terminals that know it, OSC 9 for the others; a terminal ignores what it does not know. */
export function sequence({ term }: Pick<AttachedTerminal, 'term'>, { title, body }: Pick<Message, 'title' | 'body'>): string {
  const [name, text] = [harmless(title), harmless(body)];
  const shown = /rxvt|foot|vte|gnome/.test(term)
    ? `777;notify;${name};${text}`
    : `9;${[name, text].filter((part) => part !== '').join(' – ')}`;
  return `\u001b]${shown}\u001b\\\u0007`;
}

/** On one line, without anything that could end the sequence or begin another; semicolons separate fields. */
function harmless(text: string): string {
  return text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .replaceAll(';', ',')
    .slice(0, MOST_LENGTH)
    .trim();
}

/** Never waits for a terminal that takes nothing. */
async function write(tty: string, text: string): Promise<boolean> {
  if (!/^\/dev\/(pts\/\d+|tty\w+)$/.test(tty)) return false;
  try {
    const file = await open(tty, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
    try {
      await file.write(text);
      return true;
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}
