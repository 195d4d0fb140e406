// The tmux servers of this machine, by the path of their socket.
import type { Terminal } from '../../deliver/terminal.ts';
import { connect } from './control.ts';
import { listPanes, type PaneChange, type PaneInfo, watchPanes } from './panes.ts';
import { paneTerminal } from './terminal.ts';

/** One tmux server, or the place where one may be. It may start, end and start again; nothing needs to be done about it. */
export interface TmuxServer {
  readonly socket: string;
  /** Empty when no server is running. */
  listPanes(): Promise<PaneInfo[]>;
  /** Calls first with all panes, then with every change. Keeps a control client attached, with all that this means (control.ts). */
  onPanes(changed: (change: PaneChange) => void): () => void;
  terminal(pane: string): Terminal;
}

export interface TmuxServers {
  /** The server at a socket, always the same object for the same path. Nothing is attached before it is used. */
  at(socket: string): TmuxServer;
  /** Detaches from all of them. What was handed out is of no use afterwards. */
  close(): Promise<void>;
}

export function tmuxServers({ tmux = 'tmux', env = process.env }: { tmux?: string; env?: NodeJS.ProcessEnv } = {}): TmuxServers {
  const known = new Map<string, { server: TmuxServer; close: () => Promise<void> }>();
  return {
    at(socket) {
      const found = known.get(socket);
      if (found) return found.server;
      const control = connect({ socket, tmux, env });
      const server: TmuxServer = {
        socket,
        listPanes: () => listPanes(control),
        onPanes: (changed) => watchPanes(control, changed),
        terminal: (pane) => paneTerminal(control, pane),
      };
      known.set(socket, { server, close: () => control.close() });
      return server;
    },
    async close() {
      await Promise.all([...known.values()].map(({ close }) => close()));
      known.clear();
    },
  };
}

/** The socket of the tmux a process runs in: the first part of its TMUX variable. */
export function socketOf(variable: string | undefined): string | undefined {
  return variable?.split(',')[0] || undefined;
}
