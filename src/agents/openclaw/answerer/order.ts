// What is sent to OpenClaw, and the keys of its runs.

export type Order = {
  readonly message: string;
  /** Names the conversation. OpenClaw handles one run per conversation at a time. */
  readonly session: string;
  readonly agent: string;
  readonly key: string;
  readonly token: string | undefined;
  /** Masks our own secrets. */
  readonly hidden: (text: string) => string;
};

/**
 * The key of a run: the same for every attempt at a decision, until a run with this key has ended without one. The gateway remembers how a run
 * ended and replies the same to every call with its key, so a failed run would fail for ever.
 */
export type RunKeys = {
  /** For this decision, now. */
  current(key: string): string;
  /** A run under the current key failed, was refused, or was stopped. */
  spent(key: string): void;
  decided(key: string): void;
};

const MOST_REMEMBERED = 1_000;

export function createRunKeys(): RunKeys {
  const counts = new Map<string, number>();
  return {
    current(key) {
      const count = counts.get(key) ?? 0;
      return count === 0 ? key : `${key}~${count + 1}`;
    },
    spent(key) {
      const count = counts.get(key) ?? 0;
      counts.delete(key);
      counts.set(key, count + 1);
      const [oldest] = counts.keys();
      if (counts.size > MOST_REMEMBERED && oldest !== undefined) counts.delete(oldest);
    },
    decided: (key) => void counts.delete(key),
  };
}
