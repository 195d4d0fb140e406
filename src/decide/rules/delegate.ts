// The rule "delegate": chooses the one option that lets the agent decide ("You decide").
import { delegatingOption } from '../../question/category.ts';
import type { Question } from '../../question/words.generated.ts';
import { yes } from '../route/fields.ts';
import { onlyOne, pass, type RuleKind, type Said } from './rule-kind.ts';

export const delegate: RuleKind<'delegate', object> = {
  name: 'delegate',
  schema: () => yes,
  nameIsEnough: true,
  describe: () => 'delegate',
  decide: delegated,
};

function delegated(question: Question): Said {
  if (question.multiSelect) return pass('several options may be chosen');
  return onlyOne(question, delegating(question), 'lets the agent decide');
}

function delegating(question: Question): readonly number[] {
  const first = delegatingOption(question);
  if (first === undefined) return [];
  const second = delegatingOption({ ...question, options: question.options.slice(first) });
  return second === undefined ? [first] : [first, first + second];
}
