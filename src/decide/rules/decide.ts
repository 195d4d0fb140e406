// Applies one rule to one ask: it decides every question, or passes with a reason.
import { questionName } from '../../question/problem.ts';
import { firstWarning } from '../../question/warning.ts';
import type { Answer, Ask, Verdict } from '../../question/words.generated.ts';
import { guard, isPermission } from './guard.ts';
import { kindOf, type Rule } from './kinds.ts';
import type { RuleFacts } from './rule-kind.ts';

export type RuleResult =
  | { readonly kind: 'decided'; readonly verdict: Verdict; readonly reason: string }
  | { readonly kind: 'passed'; readonly reason: string };

/** `irreversible`: the user's own route says `irreversible: allow`. */
type RuleCircumstances = Omit<RuleFacts, 'ask'> & { readonly irreversible: boolean };

export function decideByRule(rule: Rule, ask: Ask, { irreversible, ...circumstances }: RuleCircumstances): RuleResult {
  const kind = kindOf(rule);
  const name = kind.describe(rule);
  const passed = (why: string): RuleResult => ({ kind: 'passed', reason: `${name}: ${why}` });
  if (ask.kind === 'idle') return passed('an idle agent wants a new prompt, which no rule has');
  if (ask.questions.length === 0) return passed('there is no question');
  const out = kind.permissions ? undefined : notForThis(ask, irreversible);
  if (out !== undefined) return passed(out);
  const answers: Answer[] = [];
  const reasons: string[] = [];
  for (const [index, question] of ask.questions.entries()) {
    const said = kind.decide(question, rule, { ...circumstances, ask });
    const named = ask.questions.length === 1 ? said.why : `${questionName(index, question.header)}: ${said.why}`;
    if (said.kind === 'pass') return passed(named);
    answers.push(said.answer);
    reasons.push(named);
  }
  const verdict: Verdict = { kind: 'answers', answers };
  const held = guard(ask, verdict, { irreversible });
  return held === undefined ? { kind: 'decided', verdict, reason: `${name}: ${reasons.join('; ')}` } : passed(held);
}

/** Rules cannot think: only `allow` decides permissions, and no other rule decides an ask with a warning. */
function notForThis(ask: Ask, irreversible: boolean): string | undefined {
  if (isPermission(ask)) return 'a permission is decided by `allow` alone';
  const warning = irreversible ? undefined : firstWarning(ask);
  return warning && `${warning}, and a rule cannot tell what that means (irreversible: allow in your own file lets it answer)`;
}
