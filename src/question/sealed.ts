// A secret answer as the broker sees it: sealed for the asker (client/seal.ts), so that only the asker can read it.
import type { Question } from './words.ts';

export const SEALED = 'sealed:1:';

/** Shown wherever the answer would be. */
export const HIDDEN = '(secret)';

export const isSealed = (text: string | undefined): boolean => text?.startsWith(SEALED) === true;

/** The asker's public key, if the answer to this question is to be sealed. */
export const secretKeyOf = (question: Question | undefined): string | undefined =>
  typeof question?.secret === 'string' ? question.secret : undefined;

export const isSecret = ({ questions }: { readonly questions: readonly Question[] }): boolean =>
  questions.some((question) => secretKeyOf(question) !== undefined);
