// The tmux servers of this computer, by the path of their socket.
import { spawnSync } from 'node:child_process';
import type { Terminal } from '../../channels/terminal.ts';
import { connect } from './control.ts';
import { listPanes, type PaneChange, type PaneInfo, watchPanes } from './panes.ts';
import { plainControl } from './plain.ts';
import { type ClientInfo, listClients } from './sessions.ts';
import { paneTerminal } from './terminal.ts';

/** One tmux server, or a socket path where one may start. It may start, end and start again; callers need not care. */
interface TmuxServer {
  readonly socket: string;
  /** Empty if no server is running. */
  listPanes(): Promise<PaneInfo[]>;
  /** Calls first with all panes, then with every change. Keeps a control client attached, with the effects described in control.ts. */
  onPanes(changed: (change: PaneChange) => void): () => void;
  terminal(pane: string): Terminal;
  /** The terminals of people that are attached now. */
  listClients(): Promise<readonly ClientInfo[]>;
}

export interface TmuxServers {
  /** The server at a socket; always the same object for the same path. Attaches only when it is used. */
  at(socket: string): TmuxServer;
  /** Detaches from all of them. Their objects cannot be used afterwards. */
  close(): Promise<void>;
}

/** `resident` overrides the check of the version, for tests. */
type Options = { readonly tmux?: string; readonly env?: NodeJS.ProcessEnv; readonly resident?: boolean };

export function tmuxServers({ tmux = 'tmux', env = process.env, resident }: Options = {}): TmuxServers {
  const known = new Map<string, { server: TmuxServer; close: () => Promise<void> }>();
  return {
    at(socket) {
      const found = known.get(socket);
      if (found) return found.server;
      const place = { socket, tmux, env };
      const control = (resident ?? staysAttached(tmux)) ? connect(place) : plainControl(place);
      const server: TmuxServer = {
        socket,
        listPanes: () => listPanes(control),
        onPanes: (changed) => watchPanes(control, changed),
        terminal: (pane) => paneTerminal(control, pane),
        listClients: () => listClients((command) => control.run(command)),
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

/** From 3.7 on, a control client can stay attached safely (see plain.ts). */
function staysAttached(tmux: string): boolean {
  const [, major = 0, minor = 0] = /^tmux (?:next-)?(\d+)\.(\d+)/.exec(spawnSync(tmux, ['-V'], { encoding: 'utf8' }).stdout ?? '') ?? [];
  return Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 7);
}
