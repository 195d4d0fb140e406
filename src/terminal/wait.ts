// Waiting: for a while, or until a request is on its way.
import { setTimeout } from 'node:timers/promises';

/** Also resolves when the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal }).catch(() => {});

/**
 * Resolves when the request that was just made has been sent: connecting and writing take two turns of the event loop. What the first screen
 * needs is loaded after that, while the broker works.
 */
export const sent = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
