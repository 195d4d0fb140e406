// What no machine decides by itself: one guard for every verdict of a rule or an agent.
import type { Ask, Verdict } from '../../question/words.ts';

export type Guarded = { readonly kind: 'free' } | { readonly kind: 'held'; readonly reason: string };

/** The verdict must have been held against the ask before (`resolveAnswers`). `allowed`: the user's own file says `irreversible: allow`. */
export function guard(_ask: Ask, _verdict: Verdict, allowed: boolean): Guarded {
  return allowed ? { kind: 'free' } : { kind: 'held', reason: 'nothing is free yet' };
}
