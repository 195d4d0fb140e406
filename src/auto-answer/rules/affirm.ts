// The rule "affirm": chooses the one option that plainly says yes. English only; passes on anything negated, conditional or ambiguous.

import { yes } from '../../ask/match/fields.ts';
import { stance } from '../../ask/option-words.ts';
import type { Question } from '../../ask/schema/ask.ts';
import { defineRuleKind, numbersWhere, onlyOne, pass, type RuleAnswer, TURNS } from './rule-kind.ts';

export const affirm = defineRuleKind({
  name: 'affirm',
  brief: 'chooses the one option that plainly says yes',
  example: 'affirm: true',
  schema: () => yes,
  nameIsEnough: true,
  onlyNamed: true,
  describe: () => 'affirm',
  decide: affirmed,
});

function affirmed(question: Question): RuleAnswer {
  if (question.multiSelect) return pass('several options may be chosen, so there is no plain yes');
  if (question.options.length === 0) return pass('there are no options');
  if (/(?!\p{ASCII})\p{L}/u.test(question.text)) return pass('it is not in plain English, and a yes is not guessed');
  if (NEGATIVE_QUESTION.test(question.text)) return pass('the question is put in the negative, so a yes could mean either');
  const leaning = numbersWhere(question, (label) => stance(label) === 'yes');
  if (leaning.length !== 1) return onlyOne(question, leaning, 'says yes');
  return onlyOne(question, numbersWhere(question, plainYes), 'plainly says yes');
}

/** The label begins with a word of agreement, and nothing in it takes that back. */
function plainYes(label: string): boolean {
  return stance(label) === 'yes' && ENGLISH_YES.test(label) && !TURNS.test(label);
}

const ENGLISH_YES =
  /^[\s\d.)*:-]*(?:yes|yep|yeah|yup|ok|okay|sure|proceed|continue|confirm(?:ed)?|approved?|accept(?:ed)?|allow|agreed?|go ahead|go for it|go on|do it|carry on|looks? good|sounds good|lgtm|ship it|of course|absolutely|definitely|please do|start|begin|submit|run|apply|correct|right|ready|enable|all good|good to go|keep going)(?![\p{L}\p{N}])/iu;
const NEGATIVE_QUESTION =
  /(?<![\p{L}\p{N}])(?:not|never|without|n['’]t|(?:do|does|is|are|was|should|would|could|can|won|did|has|have)n['’]t)(?![\p{L}\p{N}])/iu;
