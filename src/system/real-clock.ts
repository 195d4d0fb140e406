// The real clock.
import type { Clock } from './clock.ts';

/** The longest time for setTimeout; later times are reached in several steps. */
const LONGEST_TIMER = 2 ** 31 - 1;
const LOOK_EVERY_MS = 1_000;
/** More than network time corrects without a step. */
const SMALLEST_JUMP_MS = 500;

const listeners = new Set<() => void>();
let looking: NodeJS.Timeout | undefined;

export const realClock: Clock = {
  now: () => Date.now(),
  at(time, call) {
    let timer: NodeJS.Timeout;
    const end = performance.now() + time - Date.now();
    const arm = () => {
      const wait = Math.max(0, end - performance.now());
      timer = wait > LONGEST_TIMER ? setTimeout(arm, LONGEST_TIMER) : setTimeout(call, wait);
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  },
  onJump(call) {
    listeners.add(call);
    looking ??= look();
    return () => {
      listeners.delete(call);
      if (listeners.size > 0) return;
      clearInterval(looking);
      looking = undefined;
    };
  },
};

/** Timers count the time that the computer runs. If the time of day moved differently, it was set, or the computer was suspended. */
function look(): NodeJS.Timeout {
  const difference = () => Date.now() - performance.now();
  let last = difference();
  return setInterval(() => {
    const now = difference();
    const jumped = Math.abs(now - last) >= SMALLEST_JUMP_MS;
    // Only a jump moves it, so that many small corrections add up to one.
    if (!jumped) return;
    last = now;
    for (const call of [...listeners]) call();
  }, LOOK_EVERY_MS).unref();
}
