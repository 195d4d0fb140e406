// How long to wait before trying again: twice as long each time, up to a limit. One rule for the broker, its drivers, the plugins and the page.
type Backoff = {
  readonly firstMs: number;
  readonly longestMs: number;
  /** 0 to 1. With it the wait is between half and all of that, so that many who failed together do not come back together. */
  readonly random?: () => number;
};

/** `failures`: how many in a row, this one included. */
export function backoff(failures: number, { firstMs, longestMs, random = () => 1 }: Backoff): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30)) * (0.5 + random() / 2);
}
