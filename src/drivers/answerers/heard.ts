// From what an answering agent said to an outcome, the same for every driver.
import type { Effort, Outcome } from '../../decide/answering-agent.ts';
import { readReply } from '../../decide/replies/read.ts';
import type { Ask } from '../../question/words.ts';

/** How much of the output is kept. */
const MOST_SAID = 4_000;

export function heard(text: string, ask: Ask, effort: Effort): Outcome {
  const read = readReply(text, ask);
  const kept = { ...effort, said: cut(text) };
  switch (read.kind) {
    case 'reply':
      return { kind: 'replied', reply: read.reply, effort: kept };
    case 'refused':
      return failed(`its answer cannot be taken: ${read.problems.map(({ message }) => message).join('; ')}`, false, kept);
    case 'silent':
      return failed(`it said nothing that is an answer: ${read.reason}`, false, kept);
  }
}

export function failed(reason: string, again: boolean, effort: Effort): Outcome {
  return { kind: 'failed', reason, again, effort };
}

/** The time limit has passed, or the ask is over. */
export const STOPPED = 'it was stopped before it answered';

export function cut(text: string, most = MOST_SAID): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`;
}
