// The panes of a tmux server: listing and watching them.
import type { Control } from './control.ts';
import { BETWEEN, harmless, quote } from './quote.ts';

export type PaneInfo = {
  /** tmux's own id, such as %3: unique during the life of a server. */
  readonly id: string;
  /** The process the pane was started with. */
  readonly pid: number;
  /** The program in the foreground. */
  readonly command: string;
  /** The session's name. A window linked to several sessions is listed with the first. */
  readonly session: string;
  /** The window's number in that session. */
  readonly window: number;
  /** The folder of the program in the foreground. */
  readonly path: string;
  readonly tty: string;
  readonly title: string;
};

export type PaneChange = {
  readonly appeared: readonly PaneInfo[];
  readonly vanished: readonly PaneInfo[];
  /** Another process or another program in the foreground. tmux notices that once a second. */
  readonly changed: readonly PaneInfo[];
};

const FORMAT = [
  '#{pane_id}',
  '#{pane_pid}',
  '#{window_index}',
  '#{pane_tty}',
  harmless('session_name'),
  harmless('pane_current_command'),
  harmless('pane_current_path'),
  harmless('pane_title'),
].join(BETWEEN);

/** Empty if there is no server. */
export async function listPanes(control: Control): Promise<PaneInfo[]> {
  const reply = await control.run({ line: `list-panes -a -F ${quote(FORMAT)}`, blocks: 1, reads: true });
  if (reply?.kind !== 'done') return [];
  const panes = new Map<string, PaneInfo>();
  for (const line of reply.blocks[0] ?? []) {
    const [id = '', pid, window, tty = '', session = '', command = '', path = '', title = ''] = line.split(BETWEEN);
    if (!panes.has(id)) panes.set(id, { id, pid: Number(pid), command, session, window: Number(window), path, tty, title });
  }
  return [...panes.values()];
}

/** Calls first with all panes, then with each change; never with an empty list. Returns a function that stops it. */
export function watchPanes(control: Control, changed: (change: PaneChange) => void): () => void {
  let known = new Map<string, PaneInfo>();
  let server: number | undefined;
  let listing = false;
  let again = false;
  let stopped = false;

  const relist = async () => {
    again = true;
    if (listing) return;
    listing = true;
    while (again && !stopped) {
      again = false;
      const panes = await listPanes(control).catch(() => undefined);
      if (!panes || stopped) continue;
      // A restarted server counts from %0 again: none of its panes are the ones we knew.
      const before = server === control.server() ? known : new Map<string, PaneInfo>();
      const now = new Map(panes.map((pane) => [pane.id, pane]));
      const change = {
        appeared: panes.filter(({ id }) => !before.has(id)),
        vanished: [...known.values()].filter(({ id }) => before !== known || !now.has(id)),
        changed: panes.filter((pane) => isOther(before.get(pane.id), pane)),
      };
      known = now;
      server = control.server();
      if (change.appeared.length + change.vanished.length + change.changed.length > 0) changed(change);
    }
    listing = false;
  };

  const stop = control.onNotice((notice) => {
    if (notice.kind === 'windows' || notice.kind === 'sessions' || (notice.kind === 'pane' && notice.process)) relist();
  });
  relist();
  return () => {
    stopped = true;
    stop();
  };
}

function isOther(before: PaneInfo | undefined, now: PaneInfo): boolean {
  return before !== undefined && (before.command !== now.command || before.pid !== now.pid);
}
