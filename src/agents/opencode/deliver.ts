// Turns a decision into a call of opencode's API.

import type { Ask } from '../../ask/schema/ask.ts';
import type { Verdict } from '../../ask/schema/decision.ts';
import { declineMessage } from '../../ask/summary.ts';
import { itemsOf } from './answers.ts';
import type { Reference } from './reference.ts';

export type Encoded =
  /** `followUp` is sent to the agent as its next prompt, because the dialog cannot take it. */
  | { readonly kind: 'request'; readonly path: string; readonly body: object; readonly followUp?: string | undefined }
  | { readonly kind: 'impossible'; readonly reason: string };

type AskContent = Pick<Ask, 'kind' | 'questions'>;

export function encode(ask: AskContent, decision: Verdict, { request }: Pick<Reference, 'request'>): Encoded {
  if (ask.kind === 'permission') return permissionReply(ask, decision, `/permission/${request}/reply`);
  const dialog = `/question/${request}`;
  if (decision.kind === 'decline' && decision.message === undefined) return { kind: 'request', path: `${dialog}/reject`, body: {} };
  if (approvesWithWords(ask, decision))
    return { kind: 'impossible', reason: 'opencode takes no words with this option; choose it without a note' };
  const words = wordsBeside(ask, decision);
  if (words !== undefined) return { kind: 'request', path: `${dialog}/reject`, body: {}, followUp: words };
  const answers = decision.kind === 'answers' ? itemsOf(ask.questions, decision.answers) : sayingInstead(ask, decision);
  if (answers.every((items) => items.length === 0)) return { kind: 'impossible', reason: 'opencode would treat this as no answer' };
  return { kind: 'request', path: `${dialog}/reply`, body: { answers } };
}

/** A rejected question carries no words. So a redirect or a decline with a message is sent as the answer to every question. */
export function sayingInstead(ask: AskContent, decision: Exclude<Verdict, { kind: 'answers' }>): readonly (readonly string[])[] {
  return ask.questions.map(() => [decision.kind === 'redirect' ? decision.message : declineMessage(ask.kind, decision.message)]);
}

/**
 * The words that cannot be sent to a dialog that accepts only its options; undefined if there are none. opencode's plan dialog treats every
 * answer except "No" as approval, so own words must never be sent to it.
 */
export function wordsBeside(ask: AskContent, decision: Verdict): string | undefined {
  if (!takesOptionsOnly(ask)) return undefined;
  if (decision.kind !== 'answers') return decision.message;
  const said = decision.answers.flatMap((answer) => [answer.kind === 'skipped' ? [] : (answer.words ?? []), answer.note ?? []].flat());
  return said.length === 0 ? undefined : said.join('\n');
}

/** Words with the last option, the refusal, can be sent after it; with any other option they would come too late. */
function approvesWithWords(ask: AskContent, decision: Verdict): boolean {
  if (decision.kind !== 'answers' || !takesOptionsOnly(ask)) return false;
  return decision.answers.some((answer, i) => {
    const isRefusal = answer.kind === 'chosen' && answer.chosen[0] === ask.questions[i]?.options.length;
    return answer.kind === 'chosen' && !isRefusal && (answer.note ?? answer.words) !== undefined;
  });
}

const takesOptionsOnly = ({ questions }: AskContent): boolean => questions.some(({ custom }) => custom === false);

/** Refused with words, the agent reads them and continues; without, its turn ends, as in opencode's own dialog. */
function permissionReply(ask: AskContent, decision: Verdict, path: string): Encoded {
  const reply = (reply: 'once' | 'always' | 'reject', message?: string): Encoded => ({
    kind: 'request',
    path,
    body: { reply, ...(message === undefined ? {} : { message }) },
  });
  if (decision.kind !== 'answers') return reply('reject', decision.message);
  const [answer] = decision.answers;
  if (!answer || answer.kind === 'skipped') return { kind: 'impossible', reason: 'a permission cannot be skipped' };
  if (answer.kind === 'words') return reply('reject', answer.words);
  const [chosen = 0] = answer.chosen;
  if (chosen === ask.questions[0]?.options.length) return reply('reject', answer.note);
  if (answer.note !== undefined) return { kind: 'impossible', reason: 'opencode takes no words with a "yes"; say yes without a note' };
  return reply(chosen === 1 ? 'once' : 'always');
}
