// The rule "delegate": chooses the one option that lets the agent decide ("You decide").

import { yes } from '../../ask/match/fields.ts';
import { delegatingOption } from '../../ask/option-words.ts';
import type { Question } from '../../ask/schema/ask.ts';
import { defineRuleKind, onlyOne, pass, type RuleAnswer } from './rule-kind.ts';

export const delegate = defineRuleKind({
  name: 'delegate',
  brief: 'chooses the one option that lets the agent decide',
  example: 'delegate: true',
  schema: () => yes,
  nameIsEnough: true,
  onlyNamed: true,
  describe: () => 'delegate',
  decide: delegated,
});

function delegated(question: Question): RuleAnswer {
  if (question.multiSelect) return pass('several options may be chosen');
  return onlyOne(question, delegating(question), 'lets the agent decide');
}

function delegating(question: Question): readonly number[] {
  const first = delegatingOption(question);
  if (first === undefined) return [];
  const second = delegatingOption({ ...question, options: question.options.slice(first) });
  return second === undefined ? [first] : [first, first + second];
}
