// Limits how many run at once: fifty open asks must not start fifty programs after a restart.

export type Slots = {
  /** Returns how to release the slot; undefined if the signal came first. */
  take(name: string, signal: AbortSignal): Promise<(() => void) | undefined>;
};

export function createSlots(most: number): Slots {
  const taken = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  function free(name: string): void {
    const [next, ...others] = waiting.get(name) ?? [];
    waiting.set(name, others);
    if (next) return next();
    taken.set(name, (taken.get(name) ?? 1) - 1);
  }

  /** Releasing twice frees the slot once. */
  function once(name: string): () => void {
    let given = false;
    return () => {
      if (!given) free(name);
      given = true;
    };
  }

  return {
    async take(name, signal) {
      if (signal.aborted) return undefined;
      const count = taken.get(name) ?? 0;
      if (count < most) {
        taken.set(name, count + 1);
        return once(name);
      }
      return new Promise((resolve) => {
        const mine = () => {
          signal.removeEventListener('abort', leave);
          resolve(once(name));
        };
        const leave = () => {
          waiting.set(
            name,
            (waiting.get(name) ?? []).filter((each) => each !== mine),
          );
          resolve(undefined);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.set(name, [...(waiting.get(name) ?? []), mine]);
      });
    },
  };
}
