// A decision as the result of a tool call: what the caller gets back.

import type { AskView } from '../../ask/schema/history.ts';
import type { ToolResult } from '../../ask/schema/result.ts';
import { summarise } from '../../ask/summary.ts';

/** Undefined while the ask is open. */
export function toolResult(view: AskView): ToolResult | undefined {
  const { id, decision } = view;
  if (view.state === 'open') return undefined;
  if (view.state === 'withdrawn')
    return { id, outcome: 'withdrawn', answers: [], message: view.ending, text: `Withdrawn: ${view.ending ?? ''}`, at: view.updatedAt };
  if (!decision) return { id, outcome: 'expired', answers: [], text: 'Nobody answered before the deadline.', at: view.updatedAt };
  const { outcome, answers, message, text } = summarise(view, decision);
  return {
    id,
    outcome,
    answers,
    ...(message === undefined ? {} : { message }),
    text,
    by: decision.by,
    // The reason of an auto-answer is only for the log: it may quote text that the caller must not see.
    ...(decision.reason && decision.by.kind === 'person' ? { reason: decision.reason } : {}),
    at: decision.at,
  };
}
