// When to look at a pane again. tmux does not tell us of changes, so we look at growing intervals: often when something is about to happen,
// once a second while nothing changes, and never while nobody waits.

/** After input, and when somebody begins to wait. */
const FIRST_MS = 8;
/** After a look that showed a change. An agent at work draws all the time; looking more often would take computing time from it. */
const CHANGED_MS = 250;
const LONGEST_MS = 1_000;
const SLOWER = 1.3;

export type Polling = {
  /** Calls each time it is time to look. Returns a function that stops it. */
  onDue(look: () => void): () => void;
  /** Input was sent, which will change the screen. */
  sent(): void;
  /** The screen is not what it was at the last look. */
  changed(): void;
  /** While this work runs nothing is due: on a busy computer, one look right after the other would slow down the agent. */
  during<T>(work: Promise<T>): Promise<T>;
};

export function createPolling(): Polling {
  const listeners = new Set<() => void>();
  let waitMs = FIRST_MS;
  let timer: NodeJS.Timeout | undefined;
  let running = 0;

  const waitFor = (ms: number) => {
    waitMs = ms;
    clearTimeout(timer);
    timer = listeners.size > 0 ? setTimeout(due, waitMs).unref() : undefined;
  };
  const due = () => {
    waitFor(Math.min(LONGEST_MS, waitMs * SLOWER));
    if (running === 0) for (const look of [...listeners]) look();
  };

  return {
    onDue(look) {
      // The same function may be given twice.
      const own = () => look();
      listeners.add(own);
      waitFor(FIRST_MS);
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
    sent: () => waitFor(FIRST_MS),
    changed() {
      if (waitMs > CHANGED_MS) waitFor(CHANGED_MS);
    },
    async during(work) {
      running += 1;
      try {
        return await work;
      } finally {
        running -= 1;
      }
    },
  };
}
