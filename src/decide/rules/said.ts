// What a rule says to one question: one option, or a pass with its reason.
import { shown } from '../../question/problem.ts';
import type { Answer, Question } from '../../question/words.ts';

export type Said =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly why: string }
  | { readonly kind: 'pass'; readonly why: string };

export const pass = (why: string): Said => ({ kind: 'pass', why });

/** Exactly one option must match; two or none is a pass. */
export function onlyOne(question: Question, matching: readonly number[], what: string): Said {
  const [only, another] = matching;
  if (only === undefined) return pass(`no option ${what}`);
  if (another !== undefined) return pass(`options ${matching.join(' and ')} ${what}`);
  return {
    kind: 'answer',
    answer: { kind: 'chosen', chosen: [only] },
    why: `option ${only} ${shown(question.options[only - 1]?.label)} ${what}`,
  };
}

/** The 1-based numbers of the options for which this holds. */
export function numbersWhere(question: Question, holds: (label: string) => boolean): readonly number[] {
  return question.options.flatMap((option, i) => (holds(option.label) ? [i + 1] : []));
}

/** A word that negates a label, or makes it conditional. */
export const TURNS =
  /(?<![\p{L}\p{N}])(?:no|not|non|never|none|neither|nor|without|don['’]?t|doesn['’]?t|won['’]?t|can['’]?t|cannot|isn['’]?t|shouldn['’]?t|avoid|skip|stop|cancel|abort|reject|decline|deny|refuse|except|unless|instead|but|wait|later|only|if|after|before|until)(?![\p{L}\p{N}])/iu;
