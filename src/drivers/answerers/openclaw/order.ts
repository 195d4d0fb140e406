// What every way to OpenClaw needs to know, its result (whether the next way may be tried), and the keys of runs.
import type { Outcome } from '../../../decide/answering-agent.ts';

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

/** `not begun`: nothing was decided and nothing will be, so another way may be tried. */
export type Attempt = { readonly kind: 'not begun' | 'begun'; readonly outcome: Outcome };
export const beyond = (outcome: Outcome): Attempt => ({ kind: 'begun', outcome });

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
