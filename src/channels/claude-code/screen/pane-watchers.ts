// The eyes on every session that runs in a tmux pane: those that Claude Code writes down itself, and those that a person points at.
import { basename } from 'node:path';
import type { SessionInput } from '../../../question/schema.ts';
import type { AgentSession } from '../../../question/words.ts';
import type { Terminal } from '../../terminal.ts';
import { type HookSettings, PROGRAM, unmanaged } from '../hooks/hooks.ts';
import { Eye, type EyeParts } from './pane-watcher.ts';
import { screenOf } from './parse.ts';
import { readScreen } from './read.ts';
import type { ScreenState } from './state.ts';

/** A running agent as it was found, with the pane it runs in where that is known. */
export type Found = {
  readonly pid: number;
  readonly session: string;
  readonly cwd: string;
  readonly transcript: string;
  readonly version?: string | undefined;
  readonly status?: string | undefined;
  readonly tmux?: string | undefined;
  readonly pane?: string | undefined;
};

/** What pointing at a pane led to; `screen` says in a word what is on it now. */
export type Pointed =
  | { readonly kind: 'watched' | 'known'; readonly session: AgentSession; readonly screen: ScreenState['kind'] }
  | { readonly kind: 'no-pane' };

/** A session that was just said to have ended does not come back to life because its file is still there. */
const ENDED_FOR_MS = 5_000;
const MOST_SESSIONS = 500;

export type ScreensParts = Omit<EyeParts, 'vanished'> & {
  readonly terminal: (session: AgentSession) => Terminal | undefined;
  readonly settings: () => HookSettings;
};

export type Screens = ReturnType<typeof createScreens>;

export function createScreens(parts: ScreensParts) {
  const eyes = new Map<string, Eye>();
  const found = new Set<string>();
  let working = Promise.resolve();
  /** Whoever ends a session, we look away. */
  const unsubscribe = parts.journal.onCommit((event) => {
    if (!('session' in event) || event.happening.kind !== 'session-ended') return;
    lookAway(event.session);
  });

  return {
    /** All that run now; whoever is missing has ended. */
    running(all: readonly Found[]): void {
      inTurn(async () => {
        const settings = parts.settings();
        const wanted = settings.screens ? all.filter(({ cwd, pane }) => pane !== undefined && !unmanaged(cwd, settings)) : [];
        for (const id of [...found].filter((known) => !wanted.some(({ session }) => session === known))) {
          if (all.some(({ session }) => session === id)) lookAway(id);
          else await ended(id);
        }
        for (const agent of wanted) {
          const endedAt = (await parts.journal.session(agent.session))?.endedAt ?? 0;
          if (!found.has(agent.session) && endedAt > parts.clock.now() - ENDED_FOR_MS) continue;
          found.add(agent.session);
          open(await parts.broker.see(sessionOf(agent)), agent.status);
        }
      });
    },

    /** A person points at a pane: whatever program is in it now (claude, or an ssh to where it runs) is taken for the agent. */
    async point(tmux: string, pane: string, project: string): Promise<Pointed> {
      const look = await parts.terminal({ tmux, pane } as unknown as AgentSession)?.look();
      if (!look || look.dead) return { kind: 'no-pane' };
      const screen = readScreen(screenOf(look)).kind;
      const running = await parts.journal.sessions({ ended: false, limit: MOST_SESSIONS });
      const known = running.find((session) => session.tmux === tmux && session.pane === pane && eyes.has(session.id));
      if (known) return { kind: 'known', session: known, screen };
      const id = `pane:${basename(tmux)}:${pane}:${look.pid}`;
      const place = { tmux, pane, watched: true, command: look.command };
      const session = await parts.broker.see({ id, program: PROGRAM, project, ...place });
      inTurn(async () => open(session, undefined));
      return { kind: 'watched', session, screen };
    },

    /** After a start: panes that people pointed at are looked at again. */
    async resume(): Promise<void> {
      for (const session of await parts.journal.sessions({ ended: false, limit: MOST_SESSIONS }))
        if (session.watched === true) inTurn(async () => open(session, undefined));
    },

    stop(): void {
      unsubscribe();
      for (const eye of eyes.values()) eye.close();
      eyes.clear();
    },
  };

  function open(session: AgentSession, status: string | undefined): void {
    const terminal = parts.terminal(session);
    if (!terminal) return;
    const eye = eyes.get(session.id) ?? new Eye(session, terminal, { ...parts, vanished });
    eyes.set(session.id, eye);
    eye.said(session, status);
  }

  function vanished(id: string): void {
    inTurn(() => ended(id));
  }

  /** The agent is left alone; what it asked before stays as it is. */
  function lookAway(id: string): void {
    found.delete(id);
    eyes.get(id)?.close();
    eyes.delete(id);
  }

  async function ended(id: string): Promise<void> {
    found.delete(id);
    const eye = eyes.get(id);
    eyes.delete(id);
    await eye?.left();
    await parts.broker.endSession(id, 'the agent is gone');
  }

  function inTurn(work: () => Promise<void>): void {
    working = working.then(work).catch(parts.onError);
  }
}

function sessionOf({ session: id, cwd, status: _, ...rest }: Found): SessionInput {
  return { id, program: PROGRAM, project: cwd, ...rest } as SessionInput;
}
