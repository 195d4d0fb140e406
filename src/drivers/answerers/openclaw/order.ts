// What every way to OpenClaw needs to know, and its result: whether the next way may be tried.
import type { Outcome, Told } from '../../../decide/answering-agent.ts';

export type Order = {
  readonly message: string;
  /** One conversation per ask, because OpenClaw handles one run per conversation at a time. */
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

export type Sent = Told;
