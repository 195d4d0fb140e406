// Sessions of our own tool that nobody may tell us the end of. Some exist only for their asks (a script that ran `ask --no-wait`, a client over
// HTTP) and end when the last of these is over; others are of a process that cannot say that it was killed, and end with it.
import { hostname } from 'node:os';
import { endsAsking } from '../ask/lifecycle.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../system/clock.ts';
import type { Broker } from './decide.ts';

type ShortSessionsParts = {
  readonly journal: Journal;
  readonly broker: Pick<Broker, 'endSession'>;
  readonly clock: Clock;
  readonly isAlive: (pid: number) => boolean;
  /** The pid, if it names a process here. */
  readonly pidHere: (session: AgentSession) => number | undefined;
  readonly onError: (error: unknown) => void;
};

const MOST_RESUMED = 500;
const CHECK_EVERY_MS = 10_000;

export function createShortSessions({ journal, broker, clock, isAlive, pidHere, onError }: ShortSessionsParts) {
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
      await broker.endSession(id, 'the agent is gone');
    }
  }

  async function endIfOver(id: string): Promise<void> {
    const session = await journal.session(id);
    if (session?.endsWithItsAsks !== true || !isOfTool(session)) return;
    const { items } = await journal.list({ session: id, states: ['open'] }, { limit: 1 });
    if (items.length === 0) await journal.endSession(id, clock.now(), 'its last ask is over', 'broker');
  }
}

/** The agent's own channel knows better. */
const isOfTool = ({ channel }: AgentSession): boolean => channel === undefined;
