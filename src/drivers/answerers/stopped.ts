// Waits for something, but no longer than until a signal is aborted.

/** After a stop `work` keeps running, and its result is ignored. */
export async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | 'stopped'> {
  if (signal.aborted) return 'stopped';
  let stop = () => {};
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = () => resolve('stopped');
    signal.addEventListener('abort', stop, { once: true });
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
