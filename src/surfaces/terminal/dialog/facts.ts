// What a painter needs besides the state: the time, the connection, and facts about the ask that are computed once.
import { type Warning, warnings } from '../../../question/warning.ts';
import type { Ask } from '../../../question/words.ts';
import type { Host } from '../../views/dialog/keys.ts';

export type DialogFacts = {
  readonly now: number;
  /** The broker cannot be reached at the moment. */
  readonly stale: boolean;
  readonly risks: readonly Warning[];
  /** One line about the ask that the person should know, in our own words. */
  readonly notice?: string | undefined;
  /** Default: alone. */
  readonly host?: Host | undefined;
};

export function factsAbout(ask: Ask, now: number, stale = false): DialogFacts {
  return { now, stale, risks: warnings(ask) };
}
