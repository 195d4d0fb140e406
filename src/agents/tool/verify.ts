// What a tool caller received: it echoes the result back, and the echo counts as its record.
import type { Recorded } from '../../ask/compare.ts';
import type { ToolEcho } from '../../ask/schema/input.ts';

export function recordedIn({ outcome, answers, message }: ToolEcho): Recorded {
  if (outcome === 'answers') return { kind: 'answers', answers: answers.map(({ skipped, ...answer }) => (skipped ? null : answer)) };
  return { kind: outcome, message };
}
