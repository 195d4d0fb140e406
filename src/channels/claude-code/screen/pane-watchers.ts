// Watches every session that runs in a tmux pane: those that Claude Code writes down itself, and those that a person points at.
import { basename } from 'node:path';
import type { AgentSession } from '../../../question/words.ts';
import type { Pane, WatchedPane } from '../../channel.ts';
import type { Terminal } from '../../terminal.ts';
import type { RunningAgent } from '../sessions/running.ts';
import { PaneWatcher, type PaneWatcherParts } from './pane-watcher.ts';
import { screenOf } from './parse.ts';
import { readScreen } from './read.ts';

/** A session that was just said to have ended does not come back to life because its file is still there. */
const ENDED_FOR_MS = 5_000;

export type PaneWatchersParts = Omit<PaneWatcherParts, 'vanished'> & {
  readonly terminal: (session: Pane) => Terminal | undefined;
  /** Whether the user wants screens to be read at all. */
  readonly reads: () => boolean;
  readonly ignored: (folder: string | undefined) => string | undefined;
};

export type PaneWatchers = ReturnType<typeof createPaneWatchers>;

export function createPaneWatchers(parts: PaneWatchersParts) {
  const watchers = new Map<string, PaneWatcher>();
  const found = new Set<string>();
  let working = Promise.resolve();
  /** Whoever ends a session, we look away. */
  const unsubscribe = parts.inbox.onSessionEnd(lookAway);

  return {
    /** All that run now; whoever is missing has ended. */
    running(all: readonly RunningAgent[]): void {
      inTurn(async () => {
        const wanted = parts.reads() ? all.filter(({ cwd, pane }) => pane !== undefined && !parts.ignored(cwd)) : [];
        for (const id of [...found].filter((known) => !wanted.some(({ session }) => session === known))) {
          if (all.some(({ session }) => session === id)) lookAway(id);
          else await ended(id);
        }
        for (const agent of wanted) {
          const endedAt = (await parts.inbox.session(agent.session))?.endedAt ?? 0;
          if (!found.has(agent.session) && endedAt > parts.clock.now() - ENDED_FOR_MS) continue;
          found.add(agent.session);
          open(await parts.inbox.see(sessionOf(agent)), agent.status);
        }
      });
    },

    /** A person points at a pane: whatever program is in it now (claude, or an ssh to where it runs) is taken for the agent. */
    async point(tmux: string, pane: string, project: string): Promise<WatchedPane> {
      const look = await parts.terminal({ tmux, pane })?.look();
      if (!look || look.dead) return { kind: 'no-pane' };
      const screen = readScreen(screenOf(look)).kind;
      const running = await parts.inbox.sessions();
      const known = running.find((session) => session.tmux === tmux && session.pane === pane && watchers.has(session.id));
      if (known) return { kind: 'known', session: known, screen };
      const id = `pane:${basename(tmux)}:${pane}:${look.pid}`;
      const place = { tmux, pane, watched: true, command: look.command };
      const session = await parts.inbox.see({ id, project, ...place });
      inTurn(async () => open(session, undefined));
      return { kind: 'watched', session, screen };
    },

    /** After a start: panes that people pointed at are looked at again. */
    async resume(): Promise<void> {
      for (const session of await parts.inbox.sessions()) if (session.watched === true) inTurn(async () => open(session, undefined));
    },

    stop(): void {
      unsubscribe();
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };

  function open(session: AgentSession, status: string | undefined): void {
    const terminal = parts.terminal(session);
    if (!terminal) return;
    const watcher = watchers.get(session.id) ?? new PaneWatcher(session, terminal, { ...parts, vanished });
    watchers.set(session.id, watcher);
    watcher.said(session, status);
  }

  function vanished(id: string): void {
    inTurn(() => ended(id));
  }

  /** The agent is left alone; what it asked before stays as it is. */
  function lookAway(id: string): void {
    found.delete(id);
    watchers.get(id)?.close();
    watchers.delete(id);
  }

  async function ended(id: string): Promise<void> {
    found.delete(id);
    const watcher = watchers.get(id);
    watchers.delete(id);
    await watcher?.left();
    await parts.inbox.endSession(id, 'the agent is gone');
  }

  function inTurn(work: () => Promise<void>): void {
    working = working.then(work).catch(parts.onError);
  }
}

function sessionOf({ session: id, cwd: project, status: _, ...rest }: RunningAgent) {
  return { id, project, ...rest };
}
