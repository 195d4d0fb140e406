// Watches the tmux panes of sessions: those that Claude Code lists in its own files, and those that a person chose with watch-pane.
import { basename } from 'node:path';
import type { AgentSession } from '../../../question/words.ts';
import type { Pane, WatchedPane } from '../../channel.ts';
import type { Terminal } from '../../terminal.ts';
import type { RunningAgent } from '../sessions/running.ts';
import { PaneWatcher, type PaneWatcherParts } from './pane-watcher.ts';
import { screenOf } from './parse.ts';
import { readScreen } from './read.ts';

/** For this long after a session ended, its file may still be there, and does not count. */
const ENDED_FOR_MS = 5_000;

export type PaneWatchersParts = Omit<PaneWatcherParts, 'onGone'> & {
  readonly terminal: (session: Pane) => Terminal | undefined;
  /** Whether the configuration allows screens to be read. */
  readonly enabled: () => boolean;
  readonly ignored: (folder: string | undefined) => string | undefined;
};

export type PaneWatchers = ReturnType<typeof createPaneWatchers>;

export function createPaneWatchers(parts: PaneWatchersParts) {
  const watchers = new Map<string, PaneWatcher>();
  /** Sessions from Claude Code's own files. */
  const listed = new Set<string>();
  let queue = Promise.resolve();
  const unsubscribe = parts.inbox.onSessionEnd(unwatch);

  return {
    /** Takes all agents that run now. A session that is missing from the list has ended. */
    running(all: readonly RunningAgent[]): void {
      inTurn(async () => {
        const wanted = parts.enabled() ? all.filter(({ cwd, pane }) => pane !== undefined && !parts.ignored(cwd)) : [];
        for (const id of [...listed].filter((known) => !wanted.some(({ session }) => session === known))) {
          if (all.some(({ session }) => session === id)) unwatch(id);
          else await endSession(id);
        }
        for (const agent of wanted) {
          const endedAt = (await parts.inbox.session(agent.session))?.endedAt ?? 0;
          if (!listed.has(agent.session) && endedAt > parts.clock.now() - ENDED_FOR_MS) continue;
          listed.add(agent.session);
          watch(await parts.inbox.see(sessionOf(agent)), agent.status);
        }
      });
    },

    /** Watches a pane that a person chose. The program that runs in it now (claude, or ssh to another host) counts as the agent. */
    async watchPane(tmux: string, pane: string, project: string): Promise<WatchedPane> {
      const look = await parts.terminal({ tmux, pane })?.look();
      if (!look || look.dead) return { kind: 'no-pane' };
      const screen = readScreen(screenOf(look)).kind;
      const running = await parts.inbox.sessions();
      const known = running.find((session) => session.tmux === tmux && session.pane === pane && watchers.has(session.id));
      if (known) return { kind: 'known', session: known, screen };
      const id = `pane:${basename(tmux)}:${pane}:${look.pid}`;
      const place = { tmux, pane, watched: true, command: look.command };
      const session = await parts.inbox.see({ id, project, ...place });
      inTurn(async () => watch(session, undefined));
      return { kind: 'watched', session, screen };
    },

    /** After a restart of the broker: watches the panes again that people chose. */
    async resume(): Promise<void> {
      for (const session of await parts.inbox.sessions()) if (session.watched === true) inTurn(async () => watch(session, undefined));
    },

    stop(): void {
      unsubscribe();
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };

  function watch(session: AgentSession, status: string | undefined): void {
    const terminal = parts.terminal(session);
    if (!terminal) return;
    const watcher = watchers.get(session.id) ?? new PaneWatcher(session, terminal, { ...parts, onGone });
    watchers.set(session.id, watcher);
    watcher.update(session, status);
  }

  function onGone(id: string): void {
    inTurn(() => endSession(id));
  }

  /** Stops watching. Open asks stay as they are. */
  function unwatch(id: string): void {
    listed.delete(id);
    watchers.get(id)?.close();
    watchers.delete(id);
  }

  async function endSession(id: string): Promise<void> {
    listed.delete(id);
    const watcher = watchers.get(id);
    watchers.delete(id);
    await watcher?.agentGone();
    await parts.inbox.endSession(id, 'the agent is gone');
  }

  function inTurn(work: () => Promise<void>): void {
    queue = queue.then(work).catch(parts.onError);
  }
}

function sessionOf({ session: id, cwd: project, status: _, ...rest }: RunningAgent) {
  return { id, project, ...rest };
}
