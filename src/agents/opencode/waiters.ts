// Waits for a result of events: checked again whenever something has changed, never polled.
import type { Clock } from '../../system/clock.ts';

export type Waiters = ReturnType<typeof createWaiters>;

export function createWaiters(clock: Clock) {
  const waiting = new Set<() => void>();
  return {
    /** Something has changed. */
    wake(): void {
      for (const look of [...waiting]) look();
    },

    /** The result of `look`; undefined when the time is up or the signal is aborted first. */
    until<T>(look: () => T | undefined, time: number, signal: AbortSignal): Promise<T | undefined> {
      const now = look();
      if (now !== undefined || signal.aborted || time <= clock.now()) return Promise.resolve(now);
      return new Promise((resolve) => {
        const again = () => {
          const found = look();
          if (found !== undefined) end(found);
        };
        const stop = () => end(undefined);
        const end = (found: T | undefined) => {
          waiting.delete(again);
          signal.removeEventListener('abort', stop);
          cancel();
          resolve(found);
        };
        const cancel = Number.isFinite(time) ? clock.at(time, stop) : () => {};
        waiting.add(again);
        signal.addEventListener('abort', stop);
      });
    },
  };
}
