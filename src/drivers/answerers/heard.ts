// From what an answering agent said to an outcome, the same for every driver.
import type { Briefing, Effort, Outcome } from '../../decide/answering-agent.ts';
import { readReply } from '../../decide/replies/read.ts';
import { readReview } from '../../decide/replies/review.ts';

/** How much of the output is kept. */
const MOST_SAID = 4_000;

/** They say that somebody tried to answer through the question, or that the answerer said two things. */
const SUSPICIOUS: readonly string[] = ['reply-forged', 'reply-ambiguous'];

export function heard(text: string, { ask, wants }: Pick<Briefing, 'ask' | 'wants'>, effort: Effort): Outcome {
  if (wants === 'review') return reviewed(text, ask, effort);
  const read = readReply(text, ask);
  const kept = { ...effort, said: cut(text) };
  switch (read.kind) {
    case 'reply':
      return { kind: 'replied', reply: read.reply, effort: kept };
    case 'refused':
      return {
        ...failed(`its answer cannot be taken: ${read.problems.map(({ message }) => message).join('; ')}`, false, kept),
        ...(read.problems.some(({ rule }) => SUSPICIOUS.includes(rule)) ? { suspicious: true } : {}),
      };
    case 'silent':
      return failed(`it said nothing that is an answer: ${read.reason}`, false, kept);
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

/** The time limit has passed, or the ask is over. */
export const STOPPED = 'it was stopped before it answered';

export function cut(text: string, most = MOST_SAID): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;
}
