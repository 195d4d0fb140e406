// What answering agents wanted to decide in an ask that was decided otherwise, or not at all, read from its recorded events.

import type { AskView, JournalEvent } from '../../ask/schema/history.ts';
import { decisionLine } from '../../ask/summary.ts';

/** The last proposal of each agent in one line: an answer that was held, or a decision that was replaced. */
export function proposals(view: AskView, history: readonly JournalEvent[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { happening } of history) {
    if (happening.kind === 'settled' && happening.decision.by.kind === 'agent' && happening.decision.key !== view.decision?.key)
      found.set(happening.decision.by.name, decisionLine(view, happening.decision));
    if (happening.kind !== 'considered' || happening.answerer.kind !== 'agent' || happening.outcome !== 'held') continue;
    if (happening.proposed !== undefined) found.set(happening.answerer.name, happening.proposed);
  }
  return found;
}

/** The agents that were asked. */
export function askedAgents(history: readonly JournalEvent[]): readonly string[] {
  const names = history.flatMap(({ happening }) =>
    happening.kind === 'considered' && happening.answerer.kind === 'agent' && happening.outcome === 'asked'
      ? [happening.answerer.name]
      : [],
  );
  return [...new Set(names)];
}
