// The sessions of a tmux server, and whether we may attach to them.
import type { Command, Reply } from './frames.ts';

export type Session = {
  readonly id: string;
  /** The number of clients, not counting observers. */
  readonly attached: number;
  /** It should end with its last client. */
  readonly destroys: boolean;
  /** The whole server should end with its last client. */
  readonly exits: boolean;
};

/** Clients that only watch, like ours, keep nothing alive and are not counted. Takes tmux's client_flags. */
export function isObserver(flags: string): boolean {
  return flags.includes('control-mode') && flags.includes('ignore-size');
}

/** Empty if tmux does not say. */
export async function listSessions(run: (command: Command) => Promise<Reply | undefined>): Promise<Session[]> {
  const sessions = 'list-sessions -F "#{session_id} #{destroy-unattached} #{exit-unattached}"';
  const clients = 'list-clients -F "#{session_id} #{client_flags}"';
  const reply = await run({ line: `${sessions} ; ${clients}`, blocks: 2, reads: true }).catch(() => undefined);
  if (reply?.kind !== 'done') return [];
  const [lines = [], attached = []] = reply.blocks;
  const people = attached.filter((client) => !isObserver(client)).map((client) => client.split(' ')[0]);
  return lines.map((line) => {
    const [id = '', destroys = '', exits = ''] = line.split(' ');
    return { id, attached: people.filter((session) => session === id).length, destroys: isOn(destroys), exits: isOn(exits) };
  });
}

/** A terminal that is attached to tmux. `term`: its kind, as xterm-256color. */
export type ClientInfo = { readonly tty: string; readonly activeAt: number; readonly term: string };

/** Empty if no server is running or tmux does not say. */
export async function listClients(run: (command: Command) => Promise<Reply | undefined>): Promise<readonly ClientInfo[]> {
  const line = 'list-clients -F "#{client_tty} #{client_activity} #{client_flags} #{client_termname}"';
  const reply = await run({ line, blocks: 1, reads: true }).catch(() => undefined);
  if (reply?.kind !== 'done') return [];
  return (reply.blocks[0] ?? []).flatMap((client) => {
    const [tty = '', seconds = '', flags = '', term = ''] = client.split(' ');
    return isObserver(flags) || flags.includes('control-mode') || !tty.startsWith('/dev/')
      ? []
      : [{ tty, activeAt: Number(seconds) * 1_000, term }];
  });
}

/** If a session or a server should end with its last client, we must detach so that it can. */
export function isWanted(session: Session, all: readonly Session[]): boolean {
  if (session.destroys && session.attached === 0) return false;
  return !session.exits || all.some(({ attached }) => attached > 0);
}

function isOn(option: string): boolean {
  return option === '1' || option === 'on';
}
