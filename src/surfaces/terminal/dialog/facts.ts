// What a painter must be told beside the state: the time, the connection, and what was found out about the ask once.
import { type IrreversibleOption, irreversibleAsk } from '../../../question/irreversible.ts';
import type { Ask } from '../../../question/words.ts';
import type { Host } from '../../views/dialog/keys.ts';

export type DialogFacts = {
  readonly now: number;
  /** The broker cannot be reached just now. */
  readonly stale: boolean;
  readonly risks: readonly IrreversibleOption[];
  /** One line that whoever answers should know, in our own words. */
  readonly notice?: string | undefined;
  /** Alone unless said otherwise. */
  readonly host?: Host | undefined;
};

export function factsAbout(ask: Ask, now: number, stale = false): DialogFacts {
  return { now, stale, risks: irreversibleAsk(ask) };
}
