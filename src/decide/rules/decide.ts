// One rule applied to one ask: it decides every question, or passes and says why.
import type { AskView } from '../../question/lifecycle.ts';
import { questionName } from '../../question/problem.ts';
import type { Answer, Ask, Question, Verdict } from '../../question/words.ts';
import type { Rule } from '../route/route.ts';
import { ruleName } from '../route/stop-name.ts';
import { affirm } from './affirm.ts';
import { choose } from './choose.ts';
import { delegate } from './delegate.ts';
import { guard, type Named } from './guard.ts';
import { precedent } from './precedent.ts';
import type { Said } from './said.ts';

export type RuleResult =
  | { readonly kind: 'decided'; readonly verdict: Verdict; readonly reason: string }
  | { readonly kind: 'passed'; readonly reason: string };

/** `past`: decided asks of the same project, for precedents; in any order. `allowed`, `named`: as for the guard. */
export function decideByRule(rule: Rule, ask: Ask, past: readonly AskView[], allowed: boolean, named: Named = {}): RuleResult {
  const passed = (why: string): RuleResult => ({ kind: 'passed', reason: `${ruleName(rule)}: ${why}` });
  if (ask.kind === 'idle') return passed('an idle agent wants a new prompt, which no rule has');
  if (ask.questions.length === 0) return passed('there is no question');
  const answers: Answer[] = [];
  const reasons: string[] = [];
  for (const [index, question] of ask.questions.entries()) {
    const said = sayTo(rule, ask, question, past);
    const named = ask.questions.length === 1 ? said.why : `${questionName(index, question.header)}: ${said.why}`;
    if (said.kind === 'pass') return passed(named);
    answers.push(said.answer);
    reasons.push(named);
  }
  const verdict: Verdict = { kind: 'answers', answers };
  const guarded = guard(ask, verdict, allowed, named);
  return guarded.kind === 'held'
    ? passed(guarded.reason)
    : { kind: 'decided', verdict, reason: `${ruleName(rule)}: ${reasons.join('; ')}` };
}

function sayTo(rule: Rule, ask: Ask, question: Question, past: readonly AskView[]): Said {
  switch (rule.kind) {
    case 'affirm':
      return affirm(question);
    case 'choose':
      return choose(rule.patterns, question);
    case 'delegate':
      return delegate(question);
    case 'words':
      return { kind: 'answer', answer: { kind: 'words', words: rule.words }, why: 'answered in the words of the rule' };
    case 'precedent':
      return precedent(rule.times, ask, question, past);
  }
}
