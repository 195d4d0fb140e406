// The definition of "the same question", used by the inbox to show earlier answers and by the rule "precedent" to repeat them.
import { canonical } from '../text/json.ts';
import { normalised } from '../text/visible.ts';
import type { Ask, Option, Question } from './schema/ask.ts';

/** A question together with the ask it is part of. */
export type AskedQuestion = { readonly ask: Pick<Ask, 'kind' | 'project' | 'detail'>; readonly question: Question };

/**
 * Two questions are the same if they are asked in the same project, by asks of the same kind, and everything a person reads before deciding
 * is the same: the text, the header, the options with their descriptions and previews, whether several may be chosen, and what is to be
 * allowed or approved (the tool with its whole input, or the whole plan).
 *
 * White space, Unicode form, case, and the order of the options do not matter. Tool input and plans are compared exactly,
 * except for the order of keys. Other fields are ignored.
 *
 * A rule may answer because of this, so in doubt two questions are different: one that was only partly readable on a screen is never the
 * same as another, and neither is an idle agent's "what next?".
 */
export function sameQuestion(a: AskedQuestion, b: AskedQuestion): boolean {
  // There may be hundreds of earlier questions, so the most selective comparisons come first.
  return (
    a.ask.kind === b.ask.kind &&
    a.ask.kind !== 'idle' &&
    a.ask.project === b.ask.project &&
    a.question.options.length === b.question.options.length &&
    a.question.multiSelect === b.question.multiSelect &&
    sameText(a.question.text, b.question.text) &&
    sameText(a.question.header, b.question.header) &&
    isWhole(a.question) &&
    isWhole(b.question) &&
    sameOptions(a.question.options, b.question.options) &&
    canonical(subject(a.ask)) === canonical(subject(b.ask))
  );
}

/** How question texts and option labels are compared. */
export const comparable = (text: string): string => normalised(text).toLowerCase();

function sameText(a = '', b = ''): boolean {
  return a === b || comparable(a) === comparable(b);
}

function sameOptions(a: readonly Option[], b: readonly Option[]): boolean {
  const [left, right] = [a, b].map((options) => options.map(optionKey).sort());
  return left?.every((key, i) => key === right?.[i]) === true;
}

const optionKey = ({ label, description = '', preview = '' }: Option): string =>
  JSON.stringify([label, description, preview].map(comparable));

/** `cut` and `unseen` are set if it could not be read in full. */
const isWhole = ({ cut, unseen }: Question): boolean => cut !== true && unseen !== true;

/** "May I run this?" is a different question for each command. The text of a permission may be shortened, so its whole input is compared. */
function subject({ detail }: Pick<Ask, 'detail'>): unknown {
  if (detail?.kind === 'permission') return [detail.tool, detail.input ?? null];
  if (detail?.kind === 'file') return detail.text;
  return detail?.kind === 'plan' ? detail.plan : null;
}
