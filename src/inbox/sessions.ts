// Agent sessions: seen, and ended by their agent, by a person, or by the broker.
//
// The broker ends sessions of our own tool that nobody may tell us the end of. Some exist only for their asks (a script that ran `ask --no-wait`, a
// client over HTTP) and end when the last of these is over; others are of a process that cannot say that it was killed, and end with it.
import { hostname } from 'node:os';
import { endsAsking, isPending, PENDING } from '../ask/lifecycle.ts';
import { commandName } from '../ask/phase.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { SessionInput } from '../ask/schema/input.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import type { Journal } from '../journal/journal.ts';
import { allAsks } from '../journal/pages.ts';
import type { Clock } from '../system/clock.ts';
import { withdraw } from './amend.ts';
import type { Pane } from './channel.ts';
import type { Channels } from './channels.ts';

type SessionsParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly channels: Pick<Channels, 'ofAsk'>;
  /** The name of the tmux session that a pane is in now; undefined if there is no such pane. */
  readonly paneName?: ((session: Pane) => Promise<string | undefined>) | undefined;
  readonly onError: (error: unknown) => void;
};

export type Sessions = ReturnType<typeof createSessions>;

/** `concerns`: which of its asks are withdrawn; all by default. `died`: its process is gone, and did not say before that it ends. */
type EndOptions = { readonly actor?: string; readonly concerns?: (view: AskView) => boolean; readonly died?: 'died' | undefined };

export function createSessions({ journal, clock, channels, paneName, onError }: SessionsParts) {
  return {
    async see(session: SessionInput): Promise<AgentSession> {
      const seen = await store(session);
      // Does not wait for tmux: an agent may be waiting for us.
      if (paneName && seen.pane !== undefined) rename(seen, paneName).catch(onError);
      return seen;
    },

    /** Marks the session as ended, and withdraws what nobody is left for. Undefined if there is no such session. */
    async end(id: string, reason: string, { died, ...options }: EndOptions = {}): Promise<AgentSession | undefined> {
      await withdrawAsks(id, reason, options);
      const session = await journal.endSession(id, clock.now(), reason, 'agent', died && true);
      // What was asked in between.
      await withdrawAsks(id, reason, options);
      return session;
    },

    withdrawAsks,
  };

  /**
   * Withdraws what can no longer be answered, and the decisions that can no longer be delivered. A decision that its caller fetches stays: the caller
   * may still come for it, or ask the same again (agents/tool/repeated.ts).
   */
  async function withdrawAsks(session: string, reason: string, { actor = 'agent', concerns = () => true }: EndOptions): Promise<void> {
    const isLost = (view: AskView) => concerns(view) && (isPending(view) || channels.ofAsk(view)?.deliver !== undefined);
    for (const view of await allAsks(journal, { session, states: [...PENDING, 'answered', 'declined'] }))
      if (isLost(view)) await withdraw(journal, view.id, reason, { at: clock.now(), actor }, isLost);
  }

  function store(session: SessionInput): Promise<AgentSession> {
    const now = clock.now();
    const { lastPrompt } = session as { lastPrompt?: unknown };
    // Kept separately: a later "yes" says nothing about the work, but the command before does.
    const command = typeof lastPrompt === 'string' && commandName(lastPrompt) !== undefined ? { lastCommand: lastPrompt } : {};
    return journal.see({ ...session, ...command, startedAt: now, seenAt: now } as AgentSession, `agent:${session.program}`);
  }

  async function rename(seen: AgentSession, nameOf: NonNullable<SessionsParts['paneName']>): Promise<void> {
    const name = await nameOf(seen);
    const now = await journal.session(seen.id);
    if (name !== undefined && now && now.endedAt === undefined && now.name !== name)
      await store({ id: now.id, program: now.program, project: now.project, name });
  }
}

type ShortSessionsParts = {
  readonly journal: Journal;
  readonly sessions: Pick<Sessions, 'end'>;
  readonly clock: Clock;
  readonly isAlive: (pid: number) => boolean;
  /** The pid, if it names a process here. */
  readonly pidHere: (session: AgentSession) => number | undefined;
  readonly onError: (error: unknown) => void;
};

const MOST_RESUMED = 500;
const CHECK_EVERY_MS = 10_000;

export function endShortSessions({ journal, sessions, clock, isAlive, pidHere, onError }: ShortSessionsParts) {
  let stopChecking = () => {};
  const unsubscribe = journal.onCommit((event) => {
    if ('ask' in event && endsAsking(event.happening)) endIfOver(event.view.session).catch(onError);
  });

  return {
    /** After a start: those whose last ask ended just before the stop. */
    async resume(): Promise<void> {
      for (const { id } of await journal.sessions({ ended: false, limit: MOST_RESUMED })) await endIfOver(id);
      await endOfDead();
      checkLater();
    },
    stop(): void {
      unsubscribe();
      stopChecking();
    },
  };

  function checkLater(): void {
    stopChecking = clock.at(clock.now() + CHECK_EVERY_MS, () => {
      checkLater();
      endOfDead().catch(onError);
    });
  }

  async function endOfDead(): Promise<void> {
    for (const session of await journal.sessions({ ended: false, limit: MOST_RESUMED })) {
      const { id, machine, endsWithItsProcess } = session;
      const pid = pidHere(session);
      if (endsWithItsProcess !== true || !isOfTool(session) || pid === undefined || machine !== hostname() || isAlive(pid)) continue;
      await sessions.end(id, 'the agent is gone');
    }
  }

  /** Withdraws nothing: what was asked in this moment begins the session again. */
  async function endIfOver(id: string): Promise<void> {
    const session = await journal.session(id);
    if (session?.endsWithItsAsks !== true || !isOfTool(session)) return;
    const { items } = await journal.list({ session: id, states: ['open'] }, { limit: 1 });
    if (items.length === 0) await journal.endSession(id, clock.now(), 'its last ask is over', 'broker');
  }
}

/** The agent's own channel knows better. */
const isOfTool = ({ channel }: AgentSession): boolean => channel === undefined;
