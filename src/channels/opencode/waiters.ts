// Waiting for something that an event brings about: looked at again whenever anything has changed, never polled.
import type { Clock } from '../../decide/clock.ts';

export type Waiters = ReturnType<typeof createWaiters>;

export function createWaiters(clock: Clock) {
  const waiting = new Set<() => void>();
  return {
    /** Something has changed. */
    wake(): void {
      for (const look of [...waiting]) look();
    },

    /** What `look` finds; undefined when the time comes first, or the signal. */
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
