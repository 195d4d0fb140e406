// Long work is done in slices. Between two of them everything else gets its turn: requests, timers, and the slices of other work.
let last: Promise<void> = Promise.resolve();
let hasRun = false;

/** How much one slice may read, besides how many: it takes some 10 ms. An ask may have a megabyte. */
export const SLICE_BYTES = 2_000_000;

/** How many of these fit into a slice: at least one. */
export function fitting(sizes: readonly number[]): number {
  let sum = 0;
  const over = sizes.findIndex((size) => {
    sum += size;
    return sum > SLICE_BYTES;
  });
  return over === -1 ? sizes.length : Math.max(1, over);
}

/**
 * Resolves when the next slice may run. Only one does in each turn of the event loop, whatever work it belongs to: twenty searches at once block
 * no longer than one. Rejects if the signal has fired, so that work stops when nobody waits for it.
 */
export async function nextSlice(signal?: AbortSignal): Promise<void> {
  const turn = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  last = turn;
  await turn;
  noteRun();
  signal?.throwIfAborted();
}

/** For the first slice of some work: at once if none has run in this turn. */
export async function firstSlice(signal?: AbortSignal): Promise<void> {
  if (hasRun) return nextSlice(signal);
  noteRun();
}

function noteRun(): void {
  if (!hasRun)
    setImmediate(() => {
      hasRun = false;
    });
  hasRun = true;
}
