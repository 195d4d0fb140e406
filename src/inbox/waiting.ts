// Waits until an ask is no longer open: notified by the journal, a timeout or a signal. No polling.
import { endsAsking } from '../ask/lifecycle.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../system/clock.ts';

export type Waiting = {
  /** Starts to listen at once, so that nothing between the call and the await is missed. */
  until(id: string, waitMs: number, signal?: AbortSignal): { readonly over: Promise<void>; cancel(): void };
  /** Releases all waiters. */
  stop(): void;
};

export function createWaiting(journal: Journal, clock: Clock): Waiting {
  const wakers = new Map<string, Set<() => void>>();
  const unsubscribe = journal.onCommit((event) => {
    if ('ask' in event && endsAsking(event.happening)) for (const wake of [...(wakers.get(event.ask) ?? [])]) wake();
  });
  return {
    until(id, waitMs, signal) {
      let resolve = () => {};
      const over = new Promise<void>((r) => {
        resolve = r;
      });
      const ours = wakers.get(id) ?? new Set<() => void>();
      wakers.set(id, ours);
      const wake = () => {
        forgetTime();
        signal?.removeEventListener('abort', wake);
        ours.delete(wake);
        if (ours.size === 0 && wakers.get(id) === ours) wakers.delete(id);
        resolve();
      };
      const forgetTime = clock.at(clock.now() + waitMs, wake);
      ours.add(wake);
      if (signal?.aborted) wake();
      else signal?.addEventListener('abort', wake);
      return { over, cancel: wake };
    },
    stop() {
      unsubscribe();
      for (const all of [...wakers.values()]) for (const wake of [...all]) wake();
    },
  };
}
