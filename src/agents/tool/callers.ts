// Which callers wait for which ask now. An ask that one of them waits for is not continued by another.
import type { Clock } from '../../system/clock.ts';

/** The connection of a request. A caller keeps its connections between two requests, and a process that ends loses all of them. */
export type Connection = { once(event: 'close', closed: () => void): unknown };

/** A caller that has lost its connection may be back on another one. One that was killed cannot be back sooner. */
const GAP_MS = 250;

/** What becomes of a wait when a request ends: the caller comes back with the next one, or has left. */
type WaitEnd = 'comes back' | 'left';

/** Invariant: a caller waits from its first request to the one that it calls its last, however long it takes from one to the next. */
export function createCallers(clock: Pick<Clock, 'now'>) {
  let waits: readonly Wait[] = [];
  const watched = new WeakSet<Connection>();
  return {
    /** A request of a caller. It is the next one of a wait whose last request has ended, if there is such a wait. Returns what ends the request. */
    wait(ask: string, caller: string, connection: Connection | undefined): (how: WaitEnd) => void {
      const before = waits.find((wait) => wait.ask === ask && wait.caller === caller && !wait.isAsking);
      const wait: Wait = { ask, caller, connection, isAsking: true, until: Number.POSITIVE_INFINITY };
      waits = [...waits.filter((each) => each !== before && each.until > clock.now()), wait];
      if (connection) watch(connection);
      return (how) => {
        wait.isAsking = false;
        if (!connection) wait.until = clock.now() + GAP_MS;
        if (how === 'left') waits = waits.filter((each) => each !== wait);
      };
    },
    /** Nobody waits for it any more. */
    over(ask: string): void {
      waits = waits.filter((each) => each.ask !== ask);
    },
    /** Whether another caller than this waits for it. */
    isAwaited: (ask: string, caller: string): boolean =>
      waits.some((wait) => wait.ask === ask && wait.caller !== caller && wait.until > clock.now()),
  };

  function watch(connection: Connection): void {
    if (watched.has(connection)) return;
    watched.add(connection);
    connection.once('close', () => {
      for (const wait of waits) if (wait.connection === connection && !wait.isAsking) wait.until = clock.now() + GAP_MS;
    });
  }
}

type Wait = {
  readonly ask: string;
  readonly caller: string;
  readonly connection: Connection | undefined;
  /** A request waits now. */
  isAsking: boolean;
  until: number;
};
