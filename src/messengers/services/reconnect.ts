// Connecting again and again: the pauses in between, and what is known of the connection.

import { backoff } from '../../system/backoff.ts';
import type { Clock } from '../../system/clock.ts';
import { sleep } from '../../system/sleep.ts';

const PAUSES = { firstMs: 500, longestMs: 30_000, random: Math.random };
/** A connection that lasted less than this counts as failed. */
const STEADY_MS = 5_000;

export type Connecting = ReturnType<typeof createConnecting>;

/** Until `closing` fires. */
export function createConnecting(clock: Clock, closing: AbortSignal) {
  let known: { readonly problem: string | undefined } | undefined;
  let hurrying = new AbortController();
  let waking = new AbortController();
  let failures = 0;
  let upAt: number | undefined;
  const waiting = new Set<() => void>();
  const hurry = () => {
    hurrying.abort();
    hurrying = new AbortController();
  };
  const unsubscribe = clock.onJump(() => {
    failures = 0;
    waking.abort();
    waking = new AbortController();
    hurry();
  });
  closing.addEventListener('abort', unsubscribe, { once: true });
  return {
    /** What became of the last attempt. */
    set(problem: string | undefined): void {
      if (problem === undefined) upAt ??= clock.now();
      known = { problem };
      for (const go of waiting) go();
      waiting.clear();
    },
    /** Why there is no connection, after one more attempt; undefined if there is one, or if nothing is known in time. */
    async problem(signal: AbortSignal): Promise<string | undefined> {
      if (known?.problem !== undefined) {
        known = undefined;
        hurry();
      }
      if (!known && !signal.aborted)
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      return known?.problem;
    },
    /** Fires when the computer was suspended: the connection is probably dead, although nobody has said so. */
    woken: (): AbortSignal => waking.signal,
    /** Before the next attempt: not at all after a steady connection, then longer and longer, and never the same for all. */
    async pause(atLeastMs = 0): Promise<void> {
      const wasSteady = upAt !== undefined && clock.now() - upAt >= STEADY_MS;
      upAt = undefined;
      failures = wasSteady ? 0 : failures + 1;
      await sleep(clock, Math.max(wasSteady ? 0 : backoff(failures, PAUSES), atLeastMs), AbortSignal.any([closing, hurrying.signal]));
    },
  };
}
