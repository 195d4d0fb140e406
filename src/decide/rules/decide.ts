// One rule applied to one ask: it decides every question, or passes and says why.
import type { AskView } from '../../question/lifecycle.ts';
import { questionName } from '../../question/problem.ts';
import type { Answer, Ask, Verdict } from '../../question/words.ts';
import { guard, type Named } from './guard.ts';
import { kindOf, type Rule } from './kinds.ts';

export type RuleResult =
  | { readonly kind: 'decided'; readonly verdict: Verdict; readonly reason: string }
  | { readonly kind: 'passed'; readonly reason: string };

/** `past`: as for the kinds of rules; it may be empty where the kind does not need it. `allowed`, `named`: as for the guard. */
export function decideByRule(rule: Rule, ask: Ask, past: readonly AskView[], allowed: boolean, named: Named = {}): RuleResult {
  const kind = kindOf(rule);
  const name = kind.describe(rule);
  const passed = (why: string): RuleResult => ({ kind: 'passed', reason: `${name}: ${why}` });
  if (ask.kind === 'idle') return passed('an idle agent wants a new prompt, which no rule has');
  if (ask.questions.length === 0) return passed('there is no question');
  const answers: Answer[] = [];
  const reasons: string[] = [];
  for (const [index, question] of ask.questions.entries()) {
    const said = kind.decide(question, rule, { ask, past });
    const named = ask.questions.length === 1 ? said.why : `${questionName(index, question.header)}: ${said.why}`;
    if (said.kind === 'pass') return passed(named);
    answers.push(said.answer);
    reasons.push(named);
  }
  const verdict: Verdict = { kind: 'answers', answers };
  const guarded = guard(ask, verdict, allowed, named);
  return guarded.kind === 'held' ? passed(guarded.reason) : { kind: 'decided', verdict, reason: `${name}: ${reasons.join('; ')}` };
}
