// When work can be done that the first screen needs anyway: while the broker is asked.

/** Resolves when the request that was just made is on its way: connecting and writing take two turns of the event loop. */
export const sent = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
