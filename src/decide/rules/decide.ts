// One rule applied to one ask: it decides every question, or passes and says why.
import type { AskView } from '../../question/lifecycle.ts';
import type { Ask, Verdict } from '../../question/words.ts';
import type { Rule } from '../route/route.ts';

export type RuleResult =
  | { readonly kind: 'decided'; readonly verdict: Verdict; readonly reason: string }
  | { readonly kind: 'passed'; readonly reason: string };

/** `past`: decided asks of the same project, for precedents; in any order. `allowed`: the route allows what cannot be undone. */
export function decideByRule(rule: Rule, _ask: Ask, _past: readonly AskView[], _allowed: boolean): RuleResult {
  return { kind: 'passed', reason: `${rule.kind} does not know this ask` };
}
