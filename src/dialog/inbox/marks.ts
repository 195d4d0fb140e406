// Several asks at once: marked in the list, answered or declined together after a summary.
import { sameQuestion } from '../../ask/same-question.ts';
import type { Verdict } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { isSecret } from '../../ask/sealed.ts';
import { onlyAt } from '../../ask/verdict.ts';
import type { Inbox } from './state.ts';

/** Also those that the filter hides: the summary shows them all. */
export const markedAsks = ({ asks, marked }: Inbox): readonly AskView[] =>
  marked.size === 0 ? [] : asks.filter(({ id }) => marked.has(id));

export function toggled(inbox: Inbox, id: string): Inbox {
  const marked = new Set(inbox.marked);
  if (!marked.delete(id)) marked.add(id);
  return { ...inbox, marked };
}

/** One answer fits both: the same questions, in any project, with the options in the same order. */
export function isSameAsk(a: AskView, b: AskView): boolean {
  if (a.questions.length !== b.questions.length || isSecret(a) || isSecret(b)) return false;
  return a.questions.every((question, i) => {
    const other = b.questions[i];
    if (!other || !sameQuestion({ ask: { ...a, project: '' }, question }, { ask: { ...b, project: '' }, question: other })) return false;
    return question.options.every(({ label }, n) => label === other.options[n]?.label);
  });
}

/** Asks that can only be answered at their own pane stay open. */
export function summarised(inbox: Inbox, asks: readonly AskView[], verdict: Verdict): Inbox {
  const possible = asks.filter((view) => onlyAt(view) === undefined);
  if (possible.length > 0) return { ...inbox, summary: { asks: possible, verdict } };
  return { ...inbox, notice: { tone: 'plain', text: 'This can only be answered in its own pane.' } };
}
