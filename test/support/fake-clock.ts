// A clock that a test moves.
import type { Clock } from '../../src/system/clock.ts';

export type FakeClock = Clock & {
  /** Moves to a time, runs everything that is due until then, and waits for what follows from it. */
  advance(to: number): Promise<void>;
  /** Sets the clock, as a person does or a suspended computer: no time passes for timers. */
  jump(to: number): Promise<void>;
  waiting(): number;
  /** When the next call is due. */
  next(): number;
};

export function fakeClock(start: number): FakeClock {
  let now = start;
  /** `time` is on the clock that cannot be set, which is `skew` behind `now`. */
  let skew = 0;
  const calls = new Set<{ readonly time: number; readonly call: () => void }>();
  const listeners = new Set<() => void>();
  const settled = async () => {
    for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    now: () => now,
    at(time, call) {
      const entry = { time: time - skew, call };
      calls.add(entry);
      return () => calls.delete(entry);
    },
    async advance(to) {
      now = to;
      for (const entry of [...calls].filter(({ time }) => time <= now - skew)) {
        calls.delete(entry);
        entry.call();
      }
      await settled();
    },
    onJump(call) {
      listeners.add(call);
      return () => listeners.delete(call);
    },
    async jump(to) {
      skew += to - now;
      now = to;
      for (const call of [...listeners]) call();
      await settled();
    },
    waiting: () => calls.size,
    next: () => Math.min(...[...calls].map(({ time }) => time)) + skew,
  };
}
