// Shows the tmux pane of an agent session in the person's own terminal.
import { execFile } from 'node:child_process';
import type { AgentSession } from '../ask/schema/session.ts';
import { printable } from '../text/printable.ts';

type PaneOf = { readonly pane: string; readonly socket: string | undefined };

export const paneOf = ({ pane, tmux }: AgentSession): PaneOf | undefined =>
  pane === undefined ? undefined : { pane, socket: typeof tmux === 'string' ? tmux : undefined };

export const tmuxArguments = ({ socket }: PaneOf, ...args: readonly string[]): string[] => [
  ...(socket === undefined ? [] : ['-S', socket]),
  ...args,
];

/** Undefined if the pane is now shown; otherwise why not. Inside tmux the client that runs us is switched. */
export async function goToPane(session: AgentSession | undefined, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const place = session && paneOf(session);
  if (!session || !place) return `${printable(session?.program ?? 'The agent')} is in no tmux pane that we know.`;
  const [own] = env.TMUX?.split(',') ?? [];
  if (own === undefined) return `You are not in tmux. In a shell: answerback go ${printable(session.id)}`;
  if (place.socket !== undefined && place.socket !== own)
    return `It is in another tmux server. In a shell outside tmux: tmux -S ${printable(place.socket)} attach -t ${printable(place.pane)}`;
  return (await selectPane(place)) ?? tmux(place, 'switch-client', '-t', place.pane);
}

export const selectPane = (place: PaneOf): Promise<string | undefined> =>
  tmux(place, 'select-window', '-t', place.pane, ';', 'select-pane', '-t', place.pane);

function tmux(place: PaneOf, ...args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('tmux', tmuxArguments(place, ...args), (error, _, stderr) =>
      // Without an attached terminal there is nothing to switch; the pane is selected for whoever attaches.
      resolve(
        error && !stderr.includes('no current client')
          ? `tmux cannot show the pane: ${printable(stderr.trim() || error.message)}`
          : undefined,
      ),
    );
  });
}
