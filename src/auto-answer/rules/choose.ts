// The rule "choose": chooses the one option whose label matches. Passes on a label that negates the words ("Not Postgres").

import { oneOrMore, type Pattern } from '../../ask/match/fields.ts';
import { found, MOST_MATCHED } from '../../ask/match/pattern.ts';
import type { Question } from '../../ask/schema/ask.ts';
import { defineRuleKind, numbersWhere, onlyOne, pass, type RuleAnswer, TURNS } from './rule-kind.ts';

export const choose = defineRuleKind<{ readonly patterns: readonly Pattern[] }>({
  name: 'choose',
  brief: 'chooses the one option whose label contains these words or matches `/a regular expression/`; also takes a list',
  example: 'choose: Postgres',
  schema: (text) => oneOrMore(text).transform((patterns) => ({ patterns })),
  onlyNamed: true,
  describe: ({ patterns }) => `choose ${sources(patterns).join(' or ')}`,
  isSame: (users, projects) => sources(users.patterns).join('\n') === sources(projects.patterns).join('\n'),
  decide: (question, { patterns }) => chosen(question, patterns),
});

const sources = (patterns: readonly Pattern[]): readonly string[] => patterns.map((pattern) => pattern.source);

function chosen(question: Question, patterns: readonly Pattern[]): RuleAnswer {
  if (question.multiSelect) return pass('several options may be chosen, and one pattern does not say which');
  if (question.options.length === 0) return pass('there are no options');
  if (question.options.some((option) => option.label.length > MOST_MATCHED)) return pass('a label is too long to be read to its end');
  const matching = numbersWhere(question, (label) => patterns.some((pattern) => found(pattern, label)));
  const turned = matching.filter((number) => isTurned(question.options[number - 1]?.label ?? '', patterns));
  if (turned.length > 0) return pass(`option ${turned.join(' and ')} has the pattern in it, with a word that may turn it round`);
  return onlyOne(question, matching, `matches ${sources(patterns).join(' or ')}`);
}

/** A negation that is part of the pattern is intended. */
function isTurned(label: string, patterns: readonly Pattern[]): boolean {
  return TURNS.test(label) && !patterns.some((pattern) => found(pattern, label) && TURNS.test(pattern.source));
}
