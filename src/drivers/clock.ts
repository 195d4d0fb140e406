// The real clock.
import type { Clock } from '../decide/clock.ts';

/** The longest time for setTimeout; later times are reached in several steps. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => Date.now(),
  at(time, call) {
    let timer: NodeJS.Timeout;
    const arm = () => {
      const wait = Math.max(0, time - Date.now());
      timer = wait > LONGEST_TIMER ? setTimeout(arm, LONGEST_TIMER) : setTimeout(call, wait);
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  },
};
