// For tests: a transcript that the test writes, line by line.
import type { Transcript } from '../../../src/agents/claude-code/transcript/transcript.ts';

export type FakeTranscript = Transcript & { write(line: string): void };

export function fakeTranscript(): FakeTranscript {
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  return {
    tail: async () => lines,
    watch(_, changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    write(line) {
      lines.push(line);
      for (const changed of watchers) changed();
    },
  };
}
