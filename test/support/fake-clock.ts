// A clock that a test moves.
import type { Clock } from '../../src/decide/clock.ts';

export type FakeClock = Clock & {
  /** Moves to a time, runs everything that is due until then, and waits for what follows from it. */
  advance(to: number): Promise<void>;
  waiting(): number;
};

export function fakeClock(start: number): FakeClock {
  let now = start;
  const calls = new Set<{ readonly time: number; readonly call: () => void }>();
  return {
    now: () => now,
    at(time, call) {
      const entry = { time, call };
      calls.add(entry);
      return () => calls.delete(entry);
    },
    async advance(to) {
      now = to;
      for (const entry of [...calls].filter(({ time }) => time <= now)) {
        calls.delete(entry);
        entry.call();
      }
      for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    waiting: () => calls.size,
  };
}
