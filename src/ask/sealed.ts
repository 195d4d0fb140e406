// A secret answer as the broker sees it: sealed for the asker (client/seal.ts), so that only the asker can read it.
import type { Question } from './schema/ask.ts';

export const SEALED = 'sealed:1:';

/** Shown wherever the answer would be. */
export const HIDDEN = '(secret)';

export const isSealed = (text: string | undefined): boolean => text?.startsWith(SEALED) === true;

/** The raw key of X25519 as base64url. */
const PUBLIC_KEY = /^[\w-]{43}$/;

/** Only `answerback ask --secret` asks for secrets. What an agent writes into this field means nothing. */
export function withoutSecret(question: Question): Question {
  const { secret: _, ...rest } = question;
  return 'secret' in question ? (rest as Question) : question;
}

/** Why this is no key that an answer can be sealed for. */
export const secretProblem = ({ secret }: Question): string | undefined =>
  secret === undefined || (typeof secret === 'string' && PUBLIC_KEY.test(secret))
    ? undefined
    : 'secret: is not a public key; answerback ask --secret makes one';

/** The asker's public key, if the answer to this question is to be sealed. */
export const secretKeyOf = (question: Question | undefined): string | undefined =>
  typeof question?.secret === 'string' ? question.secret : undefined;

export const isSecret = ({ questions }: { readonly questions: readonly Question[] }): boolean =>
  questions.some((question) => secretKeyOf(question) !== undefined);
