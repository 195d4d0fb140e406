// The tmux pane that a process runs in, as its environment says.
import type { Environment } from '../system/environment.ts';

/** Both or neither. `tmux` is the server's socket. */
export type OwnPane = { readonly pane?: string; readonly tmux?: string };

export function ownPane({ TMUX, TMUX_PANE }: Environment): OwnPane {
  const [tmux] = TMUX?.split(',') ?? [];
  return tmux && TMUX_PANE ? { pane: TMUX_PANE, tmux } : {};
}
