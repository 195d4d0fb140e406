// Watches the tmux panes of sessions: those that Claude Code lists in its own files, and those that a person chose with watch-pane.

import { basename } from 'node:path';
import type { AgentSession } from '../../../ask/schema/session.ts';
import type { Machine, WatchedPane } from '../../../inbox/channel.ts';
import { pidNamespace } from '../../../system/pid-namespace.ts';
import { guardedLook } from '../keys/guarded-look.ts';
import type { RunningAgent } from '../sessions/running.ts';
import { PaneWatcher, type PaneWatcherParts } from './pane-watcher.ts';

/** For this long after a session ended, its file may still be there, and does not count. */
const ENDED_FOR_MS = 5_000;

type PaneWatchersParts = Omit<PaneWatcherParts, 'onGone'> & {
  readonly machine: Pick<Machine, 'terminal'>;
  /** Tells whether this session continues another one of the same process, which then ends. */
  readonly follow: (session: AgentSession) => Promise<boolean>;
  /** Whether the configuration allows screens to be read. */
  readonly enabled: () => boolean;
  readonly ignored: (folder: string | undefined) => string | undefined;
  /** Ends the session, and its asks. */
  readonly agentGone: (session: string) => Promise<void>;
};

export function createPaneWatchers(parts: PaneWatchersParts) {
  const watchers = new Map<string, PaneWatcher>();
  /** Sessions from Claude Code's own files. */
  const listed = new Set<string>();
  /** The session that each process last had in its file. */
  let lastOf: ReadonlyMap<number, string> = new Map();
  let queue = Promise.resolve();
  const unsubscribe = parts.inbox.onSessionEnd(unwatch);

  return {
    /** Takes all agents that run now. A session that is missing from the list has ended. */
    running(all: readonly RunningAgent[]): void {
      inTurn(async () => {
        const wanted = parts.enabled() ? all.filter(({ cwd, pane }) => pane !== undefined && !parts.ignored(cwd)) : [];
        const current: RunningAgent[] = [];
        for (const agent of wanted) if (hasSwitched(agent) || !(await hasJustEnded(agent))) current.push(agent);
        lastOf = new Map(all.map(({ pid, session }) => [pid, session]));
        const continued = new Set<string>();
        for (const agent of current) if (!listed.has(agent.session) && (await isContinuation(agent))) continued.add(agent.session);
        for (const id of [...listed].filter((known) => !wanted.some(({ session }) => session === known))) {
          if (all.some(({ session }) => session === id)) unwatch(id);
          else await endSession(id);
        }
        for (const agent of current) {
          listed.add(agent.session);
          watch(await parts.inbox.see(sessionOf(agent)), agent.status, continued.has(agent.session));
        }
      });
    },

    /** Watches a pane that a person chose. The program that runs in it now (claude, or ssh to another host) counts as the agent. */
    async watchPane(tmux: string, pane: string, project: string): Promise<WatchedPane> {
      const terminal = parts.machine.terminal({ tmux, pane });
      const seen = terminal && (await guardedLook(terminal, { whyNotAgent: async () => undefined, onlyReads: true }));
      if (seen?.kind === 'stopped' && seen.silent) return { kind: 'silent', reason: seen.reason };
      if (seen?.kind !== 'seen') return { kind: 'no-pane' };
      const { look } = seen;
      const screen = seen.state.kind;
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

  /** Whether it continues another session and has not been reported as idle yet. The broker may have been restarted before it could do that. */
  async function isContinuation(agent: RunningAgent): Promise<boolean> {
    const session = await parts.inbox.see(sessionOf(agent));
    if (await parts.follow(session)) return true;
    return session.continues !== undefined && (await parts.inbox.asks({ session: session.id })).length === 0;
  }

  /** Back to a session that it had before (/resume), perhaps a moment ago. */
  function hasSwitched({ pid, session }: RunningAgent): boolean {
    return lastOf.has(pid) && lastOf.get(pid) !== session;
  }

  async function hasJustEnded({ session }: RunningAgent): Promise<boolean> {
    const endedAt = (await parts.inbox.session(session))?.endedAt ?? 0;
    return !listed.has(session) && endedAt > parts.clock.now() - ENDED_FOR_MS;
  }

  function watch(session: AgentSession, status: string | undefined, hasWorked = false): void {
    const terminal = parts.machine.terminal(session);
    if (!terminal) return;
    const watcher = watchers.get(session.id) ?? new PaneWatcher(session, terminal, { ...parts, onGone });
    watchers.set(session.id, watcher);
    watcher.update(session, status, hasWorked);
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
    await parts.agentGone(id);
  }

  function inTurn(work: () => Promise<void>): void {
    queue = queue.then(work).catch(parts.onError);
  }
}

function sessionOf({ session: id, cwd: project, status: _, ...rest }: RunningAgent) {
  return { id, project, ...rest, pidNamespace };
}
