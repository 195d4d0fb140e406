// What a tool caller says it received becomes a receipt: it echoes the result, and the echo is held against the decision.
import { differences, type Recorded } from '../../question/compare.ts';
import type { AskView } from '../../question/lifecycle.ts';
import type { ToolEcho } from '../../question/schema.ts';
import type { Receipt } from '../../question/words.ts';

export function receiptFromToolResult(view: AskView, echo: ToolEcho, at: number): Receipt | undefined {
  if (!view.decision) return undefined;
  const found = differences(view, view.decision, recordedOf(echo));
  return { verdict: found.length === 0 ? 'verified' : 'mismatched', evidence: 'tool-result', at, differences: found, recorded: echo };
}

function recordedOf({ outcome, answers, message }: ToolEcho): Recorded {
  if (outcome === 'answers') return { kind: 'answers', answers: answers.map(({ skipped, ...answer }) => (skipped ? null : answer)) };
  return { kind: outcome, message };
}
