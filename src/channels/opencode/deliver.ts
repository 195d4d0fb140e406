// A decision as a call of opencode's API.
import type { Ask, Decision } from '../../question/words.ts';
import { itemsOf } from './answers.ts';
import type { Reference } from './reference.ts';

export type Encoded =
  /** `followUp` is what the agent is told as its next prompt, because the dialog cannot take it. */
  | { readonly kind: 'request'; readonly path: string; readonly body: object; readonly followUp?: string | undefined }
  | { readonly kind: 'impossible'; readonly reason: string };

type Asked = Pick<Ask, 'kind' | 'questions'>;

export function encode(ask: Asked, decision: Decision, { request }: Pick<Reference, 'request'>): Encoded {
  if (ask.kind === 'permission') return permissionReply(ask, decision, `/permission/${request}/reply`);
  const dialog = `/question/${request}`;
  if (decision.kind === 'decline' && decision.message === undefined) return { kind: 'request', path: `${dialog}/reject`, body: {} };
  if (approvesWithWords(ask, decision))
    return { kind: 'impossible', reason: 'opencode takes no words with this option; choose it without a note' };
  const words = wordsBeside(ask, decision);
  if (words !== undefined) return { kind: 'request', path: `${dialog}/reject`, body: {}, followUp: words };
  const answers = decision.kind === 'answers' ? itemsOf(ask.questions, decision.answers) : sayingInstead(ask, decision);
  if (answers.every((items) => items.length === 0)) return { kind: 'impossible', reason: 'opencode would take this for no answer' };
  return { kind: 'request', path: `${dialog}/reply`, body: { answers } };
}

/** A rejected question carries no words. So whoever redirects or declines with words says them in the place of every answer. */
export function sayingInstead(ask: Asked, decision: Exclude<Decision, { kind: 'answers' }>): readonly (readonly string[])[] {
  return ask.questions.map(() => [decision.kind === 'redirect' ? decision.message : declineMessage(decision.message)]);
}

/**
 * What a dialog that takes nothing but its options cannot be told; undefined where it can. opencode's plan dialog is one, and it takes every
 * answer but "No" for an approval: own words must never get there.
 */
export function wordsBeside(ask: Asked, decision: Decision): string | undefined {
  if (!takesOptionsOnly(ask)) return undefined;
  if (decision.kind !== 'answers') return decision.kind === 'redirect' ? decision.message : declineMessage(decision.message);
  const said = decision.answers.flatMap((answer) => [answer.kind === 'skipped' ? [] : (answer.words ?? []), answer.note ?? []].flat());
  return said.length === 0 ? undefined : said.join('\n');
}

/** Words beside the last option, the refusal, can be said after it; words beside any other would come too late. */
function approvesWithWords(ask: Asked, decision: Decision): boolean {
  if (decision.kind !== 'answers' || !takesOptionsOnly(ask)) return false;
  return decision.answers.some((answer, i) => {
    const isRefusal = answer.kind === 'chosen' && answer.chosen[0] === ask.questions[i]?.options.length;
    return answer.kind === 'chosen' && !isRefusal && (answer.note ?? answer.words) !== undefined;
  });
}

const takesOptionsOnly = ({ questions }: Asked): boolean => questions.some(({ custom }) => custom === false);

export function declineMessage(message: string | undefined): string {
  return message === undefined ? 'The user declined to answer.' : `The user declined to answer: ${message}`;
}

/** Refused with words, the agent reads them and goes on; without, its turn ends, as in opencode's own dialog. */
function permissionReply({ questions }: Asked, decision: Decision, path: string): Encoded {
  const reply = (reply: 'once' | 'always' | 'reject', message?: string): Encoded => ({
    kind: 'request',
    path,
    body: { reply, ...(message === undefined ? {} : { message }) },
  });
  if (decision.kind === 'redirect') return reply('reject', decision.message);
  if (decision.kind === 'decline') return reply('reject', decision.message === undefined ? undefined : declineMessage(decision.message));
  const [answer] = decision.answers;
  if (!answer || answer.kind === 'skipped') return { kind: 'impossible', reason: 'a permission cannot be skipped' };
  if (answer.kind === 'words') return reply('reject', answer.words);
  const [chosen = 0] = answer.chosen;
  if (chosen === questions[0]?.options.length) return reply('reject', answer.note);
  if (answer.note !== undefined) return { kind: 'impossible', reason: 'opencode takes no words with a "yes"; say yes without a note' };
  return reply(chosen === 1 ? 'once' : 'always');
}
