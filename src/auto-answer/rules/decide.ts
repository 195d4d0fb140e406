// Applies one rule to one ask: it decides every question, or passes with a reason.
import { isPermission } from '../../ask/permission-marks.ts';
import { questionName } from '../../ask/problem.ts';
import type { Answer, Ask } from '../../ask/schema/ask.ts';
import type { Verdict } from '../../ask/schema/decision.ts';
import { guard } from './guard.ts';
import type { Rule, RuleFacts } from './rule-kind.ts';

export type RuleResult =
  | { readonly kind: 'decided'; readonly verdict: Verdict; readonly reason: string }
  | { readonly kind: 'passed'; readonly reason: string };

/** The user's own route: whether it says `irreversible: allow`, and whether it names the question by its text. */
export type Trust = { readonly irreversible: boolean; readonly named: boolean };

export function decideByRule(
  { kind, settings }: Rule,
  ask: Ask,
  { irreversible, named, ...circumstances }: Omit<RuleFacts, 'ask'> & Trust,
): RuleResult {
  const name = kind.describe(settings);
  const passed = (why: string): RuleResult => ({ kind: 'passed', reason: `${name}: ${why}` });
  if (ask.kind === 'idle') return passed('an idle agent wants a new prompt, which no rule has');
  if (ask.questions.length === 0) return passed('there is no question');
  if (isPermission(ask) && !kind.permissions) return passed('a permission is decided by `allow` alone');
  if (kind.onlyNamed && !named && !irreversible) return passed(NOT_NAMED);
  const answers: Answer[] = [];
  const reasons: string[] = [];
  for (const [index, question] of ask.questions.entries()) {
    const said = kind.decide(question, settings, { ...circumstances, ask });
    const why = ask.questions.length === 1 ? said.why : `${questionName(index, question.header)}: ${said.why}`;
    if (said.kind === 'pass') return passed(why);
    answers.push(said.answer);
    reasons.push(why);
  }
  const verdict: Verdict = { kind: 'answers', answers };
  const held = guard(ask, verdict, { irreversible });
  return held === undefined ? { kind: 'decided', verdict, reason: `${name}: ${reasons.join('; ')}` } : passed(held);
}

/** Rules cannot think, so the user's own route has to say which questions it is safe to answer. */
const NOT_NAMED =
  'the route in your own file does not name the question by its text, and does not say irreversible: allow, so a rule cannot tell what its answer leads to';
