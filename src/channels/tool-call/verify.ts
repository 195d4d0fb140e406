// What a tool caller says it received becomes a receipt: it echoes the result, and the echo is held against the decision.
import { z } from 'zod';
import { differences, type Recorded } from '../../question/compare.ts';
import type { AskView } from '../../question/lifecycle.ts';
import type { Receipt } from '../../question/words.ts';

const recordedAnswer = z.object({
  chosen: z.array(z.string()),
  words: z.string().optional(),
  note: z.string().optional(),
  skipped: z.boolean().default(false),
});

/** The caller sends back the `outcome`, `answers` and `message` it got; other fields of the result may come along. */
export const toolEcho = z.object({
  outcome: z.enum(['answers', 'redirect', 'decline']),
  answers: z.array(recordedAnswer).default([]),
  message: z.string().optional(),
});
export type ToolEcho = z.output<typeof toolEcho>;

export function receiptFromToolResult(view: AskView, echo: ToolEcho, at: number): Receipt | undefined {
  if (!view.decision) return undefined;
  const found = differences(view, view.decision, recordedOf(echo));
  return { verdict: found.length === 0 ? 'verified' : 'mismatched', evidence: 'tool-result', at, differences: found, recorded: echo };
}

function recordedOf({ outcome, answers, message }: ToolEcho): Recorded {
  if (outcome === 'answers') return { kind: 'answers', answers: answers.map(({ skipped, ...answer }) => (skipped ? null : answer)) };
  return { kind: outcome, message };
}
