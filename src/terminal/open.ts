// How the command line opens the inbox and the dialogs: its one way into this folder. The code of each is loaded when it opens.
import type { PlainInboxOptions } from './inbox/plain.ts';
import type { InboxOptions } from './inbox/run.ts';
import type { PlainLive } from './plain-live.ts';
import type { Streams } from './terminal.ts';
import { sent } from './wait.ts';

export type { Streams } from './terminal.ts';

export const openInbox = async (streams: Streams, options: InboxOptions) => (await import('./inbox/run.ts')).runInbox(streams, options);
export const openPlainInbox = async (options: PlainInboxOptions) => (await import('./inbox/plain.ts')).runPlainInbox(options);
export const openPlainDialog = async (options: PlainLive) => (await import('./plain-live.ts')).answerInPlain(options);

export const loadDialog = () => import('./dialog/live.ts');

/** For a command that has just sent a request and will open a dialog with the result: loads the dialog's code meanwhile. */
export async function prepareDialog(): Promise<void> {
  await sent();
  await loadDialog();
  await sent();
}

/** For the pane of an agent in the person's own tmux. */
export const loadPanes = () => import('./go-to-pane.ts');
