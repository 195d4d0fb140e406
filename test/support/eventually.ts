// Waits for a condition: checks again and again until it is met.
import { setTimeout as delay } from 'node:timers/promises';

/** For things that hang, not for things that are slow. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 20;

/** The first result that is neither undefined nor false. */
export async function eventually<T>(look: () => T | Promise<T>): Promise<Exclude<T, undefined | false>> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen as Exclude<T, undefined | false>;
    if (Date.now() > end) throw new Error(`This did not happen within ${PATIENCE_MS / 1_000} s: ${look}`);
    await delay(LOOK_AGAIN_MS);
  }
}

/** Whether the condition is met before that time is over. */
export async function within(timeMs: number, isMet: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = Date.now() + timeMs;
  while (!(await isMet())) {
    if (Date.now() > end) return false;
    await delay(LOOK_AGAIN_MS);
  }
  return true;
}
