// The tmux pane that a process runs in, as its environment says.

/** Both or neither. `tmux` is the server's socket. */
export type OwnPane = { readonly pane?: string; readonly tmux?: string };

export function ownPane({ TMUX, TMUX_PANE }: Readonly<Record<string, string | undefined>>): OwnPane {
  const [tmux] = TMUX?.split(',') ?? [];
  return tmux && TMUX_PANE ? { pane: TMUX_PANE, tmux } : {};
}
