// Removes asks that are over and older than the configuration keeps them: at the start, and once a day.

import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../system/clock.ts';

const A_DAY = 24 * 3_600_000;
/** How many until it is checked whether the broker stops. */
const AT_ONCE = 2_000;

type Retention = {
  readonly journal: Journal;
  readonly clock: Clock;
  /** In milliseconds; undefined keeps everything. Read each time, because the file may change. */
  readonly keep: () => number | undefined;
  /** Asks that are still needed, however old they are. */
  readonly counted: () => Promise<readonly string[]>;
  readonly onForgotten: (count: number) => void;
  readonly onError: (error: unknown) => void;
};

export function keepRecent({ journal, clock, keep, counted, onForgotten, onError }: Retention): {
  readonly first: Promise<void>;
  stop(): void;
} {
  let cancel = () => {};
  let stopped = false;
  const run = async (): Promise<void> => {
    const age = keep();
    try {
      let count = 0;
      const needed = age === undefined ? [] : await counted();
      for (let some = AT_ONCE; age !== undefined && some === AT_ONCE && !stopped; count += some)
        some = await journal.forget(clock.now() - age, AT_ONCE, needed);
      if (count > 0) onForgotten(count);
    } catch (error) {
      onError(error);
    }
    if (!stopped) cancel = clock.at(clock.now() + A_DAY, () => void run());
  };
  const first = run();
  return {
    first,
    stop() {
      stopped = true;
      cancel();
    },
  };
}
