// What a tool caller says it received: it echoes the result, and the echo is what the asker recorded.
import { z } from 'zod';
import type { Recorded } from '../../question/compare.ts';

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

export function recordedIn({ outcome, answers, message }: ToolEcho): Recorded {
  if (outcome === 'answers') return { kind: 'answers', answers: answers.map(({ skipped, ...answer }) => (skipped ? null : answer)) };
  return { kind: outcome, message };
}
