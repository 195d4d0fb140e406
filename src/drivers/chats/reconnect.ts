// Connecting again and again: the pauses in between, and what is known of the connection.
import { setTimeout as delay } from 'node:timers/promises';

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

export type Connecting = ReturnType<typeof createConnecting>;

export function createConnecting() {
  let known: { readonly problem: string | undefined } | undefined;
  let hurrying = new AbortController();
  const waiting = new Set<() => void>();
  return {
    /** What became of the last attempt. */
    set(problem: string | undefined): void {
      known = { problem };
      for (const go of waiting) go();
      waiting.clear();
    },
    /** Why there is no connection, after one more attempt; undefined if there is one, or if nothing is known in time. */
    async problem(signal: AbortSignal): Promise<string | undefined> {
      if (known?.problem !== undefined) {
        known = undefined;
        hurrying.abort();
        hurrying = new AbortController();
      }
      if (!known && !signal.aborted)
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      return known?.problem;
    },
    /** Before the next attempt: not at all after a connection that was there, then longer and longer, and never the same for all. */
    async pause(failures: number, signal: AbortSignal): Promise<void> {
      if (failures === 0) return;
      const ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10)) * (0.5 + Math.random() / 2);
      await delay(ms, undefined, { signal: AbortSignal.any([signal, hurrying.signal]), ref: false }).catch(() => undefined);
    },
  };
}
