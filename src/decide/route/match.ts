// Which route an ask takes, and why: every criterion with what was wanted, what was found, and whether it holds.
import type { Ask } from '../../question/words.ts';
import type { Criteria, Route } from './route.ts';

/** What is known beside the ask. `minuteOfDay` is local: 0 at midnight, 1439 at 23:59. */
export type Circumstances = { readonly home: string; readonly minuteOfDay: number };

export type Criterion = {
  readonly name: keyof Criteria;
  readonly wanted: string;
  readonly found: string;
  readonly holds: boolean;
};

/** `unless` is empty where the route has none; the route matches when every `when` holds and not every `unless` does. */
export type Trial = {
  readonly route: string;
  readonly matched: boolean;
  readonly when: readonly Criterion[];
  readonly unless: readonly Criterion[];
};

/** Routes after the one that matched were not tried. */
export type Matched = { readonly route: Route | undefined; readonly trials: readonly Trial[] };

export function matchRoute(_routes: readonly Route[], _ask: Ask, _circumstances: Circumstances): Matched {
  return { route: undefined, trials: [] };
}
