// From what an answering agent said to an outcome, the same for every driver.

import type { Effort } from '../../ask/schema/route.ts';
import { readReply } from '../replies/read.ts';
import { readReview } from '../replies/review.ts';
import type { Briefing, Outcome } from './answering-agent.ts';

/** How much of the output is kept. */
const MOST_SAID = 4_000;

/** Somebody tried to answer through the question. The answerer is not asked again: a person should look. */
const FORGED = 'reply-forged';
/** Also if the answerer said two things, and says them again after it was told. */
const SUSPICIOUS: readonly string[] = [FORGED, 'reply-ambiguous'];

export function outcomeFrom(text: string, { ask, wants }: Pick<Briefing, 'ask' | 'wants'>, effort: Effort): Outcome {
  if (wants === 'review') return reviewed(text, ask, effort);
  const read = readReply(text, ask);
  const kept = { ...effort, said: cut(text) };
  switch (read.kind) {
    case 'reply':
      return { kind: 'replied', reply: read.reply, effort: kept };
    case 'refused':
      return {
        ...notTaken(read.problems.map(({ message }) => message).join('; '), kept),
        wrong: read.problems.every(({ rule }) => rule !== FORGED),
        ...(read.problems.some(({ rule }) => SUSPICIOUS.includes(rule)) ? { suspicious: true } : {}),
      };
    case 'silent':
      return { ...failed(`it said nothing that is an answer: ${read.reason}`, false, kept), wrong: true };
  }
}

function reviewed(text: string, ask: Briefing['ask'], effort: Effort): Outcome {
  const read = readReview(text, ask);
  const kept = { ...effort, said: cut(text) };
  return read.kind === 'review' ? { kind: 'replied', reply: read.review, effort: kept } : failed(read.why, false, kept);
}

export function failed(reason: string, again: boolean, effort: Effort): Outcome & { kind: 'failed' } {
  return { kind: 'failed', reason, again, effort };
}

/** It replied, and can be told what is wrong. */
export function notTaken(why: string, effort: Effort): Outcome & { kind: 'failed' } {
  return { ...failed(`its answer cannot be taken: ${why}`, false, effort), wrong: true };
}

/** The time limit has passed, or the ask is over. */
export const STOPPED = 'it was stopped before it answered';

export function cut(text: string, most = MOST_SAID): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;
}

/** After a stop `work` keeps running, and its result is ignored. */
export async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | 'stopped'> {
  if (signal.aborted) return 'stopped';
  let stop = () => {};
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = () => resolve('stopped');
    signal.addEventListener('abort', stop, { once: true });
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
