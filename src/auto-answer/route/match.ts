// Which route an ask takes, and why. The first match wins.

import { type Circumstances, type Facts, judge } from '../../ask/match/criteria.ts';
import type { Trial } from '../../ask/schema/route.ts';
import type { Route } from './route.ts';

/** Routes after the one that matched were not tried. */
export type Matched = { readonly route: Route | undefined; readonly trials: readonly Trial[] };

export function matchRoute(routes: readonly Route[], facts: Facts, circumstances: Circumstances): Matched {
  const matching = matchingSteps(routes, facts, circumstances);
  for (;;) {
    const step = matching.next();
    if (step.done) return step.value;
  }
}

/** The same, with a pause after each route, so that others can have a turn. */
export function* matchingSteps(routes: readonly Route[], facts: Facts, circumstances: Circumstances): Generator<void, Matched> {
  const trials: Trial[] = [];
  for (const route of routes) {
    const when = judge(route.when, facts, circumstances, 'when');
    const unless = route.unless === undefined ? [] : judge(route.unless, facts, circumstances, 'unless');
    const matched = when.every((each) => each.holds) && !(unless.length > 0 && unless.every((each) => each.holds));
    trials.push({ route: route.name, matched, when, unless });
    if (matched) return { route, trials };
    yield;
  }
  return { route: undefined, trials };
}
