// Which route an ask takes, and why. The first match wins.
import type { Trial } from '../../question/words.generated.ts';
import { type Circumstances, type Facts, judge } from './criteria.ts';
import type { Route } from './route.ts';

/** Routes after the one that matched were not tried. */
export type Matched = { readonly route: Route | undefined; readonly trials: readonly Trial[] };

export function matchRoute(routes: readonly Route[], facts: Facts, circumstances: Circumstances): Matched {
  const trials: Trial[] = [];
  for (const route of routes) {
    const when = judge(route.when, facts, circumstances, 'when');
    const unless = route.unless === undefined ? [] : judge(route.unless, facts, circumstances, 'unless');
    const matched = when.every((each) => each.holds) && !(unless.length > 0 && unless.every((each) => each.holds));
    trials.push({ route: route.name, matched, when, unless });
    if (matched) return { route, trials };
  }
  return { route: undefined, trials };
}
