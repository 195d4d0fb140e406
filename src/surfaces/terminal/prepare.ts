// When to do work that the first screen needs anyway: while the broker handles a request.

/** Resolves when the request that was just made has been sent: connecting and writing take two turns of the event loop. */
export const sent = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
