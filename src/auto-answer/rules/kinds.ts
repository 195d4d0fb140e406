// Every kind of rule. To add one: a file next to this one with one object, an entry in this list, and a row in docs/ANSWERING.md.
import { affirm } from './affirm.ts';
import { allow } from './allow.ts';
import { choose } from './choose.ts';
import { delegate } from './delegate.ts';
import { precedent } from './precedent.ts';
import type { RuleKind } from './rule-kind.ts';
import { words } from './words.ts';

export const RULE_KINDS = [allow, affirm, choose, delegate, words, precedent] as const;

type Kind = (typeof RULE_KINDS)[number];
type Written<K> = K extends RuleKind<infer Name, infer Settings> ? { readonly kind: Name } & Settings : never;

/** A rule in a route: its kind and its settings in one object. */
export type Rule = Written<Kind>;

export function kindOf(rule: Rule): RuleKind<Rule['kind'], Rule> {
  const kind = RULE_KINDS.find(({ name }) => name === rule.kind);
  if (!kind) throw new Error(`there is no rule kind "${rule.kind}"`);
  // The rule has the settings of its own kind, which the compiler cannot see here.
  return kind as unknown as RuleKind<Rule['kind'], Rule>;
}
