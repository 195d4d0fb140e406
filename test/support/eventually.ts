// Waits for what comes about by itself: looks again and again until there is something to see.
import { setTimeout as delay } from 'node:timers/promises';

/** For what hangs, not for what is slow. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 20;

/** The first thing seen that is neither undefined nor false. */
export async function eventually<T>(look: () => T | Promise<T>): Promise<Exclude<T, undefined | false>> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen as Exclude<T, undefined | false>;
    if (Date.now() > end) throw new Error(`This did not come about within ${PATIENCE_MS / 1_000} s: ${look}`);
    await delay(LOOK_AGAIN_MS);
  }
}
