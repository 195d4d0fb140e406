// The test projects: program (`npm test`: next to the source, and test/ with real processes), agents (real tmux, real coding agents), web (a real
// browser), openclaw.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** For things that hang, not for things that are slow: the computer may be busy. Nothing is retried. */
const timeouts = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };
const oneByOne = { ...timeouts, fileParallelism: false };
/** Not every computer has tmux; `npm run test:agents` says so if it is missing. */
const needsTmux = ['pane', 'tmux'].map((name) => `src/pane/tmux/${name}.test.ts`);
/** 644 MB on disk and 1 GB in memory, so it runs separately: `npm run test:openclaw`. */
const openclaw = 'test/agents/openclaw*.test.ts';

/** What takes longest begins first, so that nothing is left running alone at the end. Vitest itself only knows how large the files are. */
const LONGEST = /(?:conformance-opencode|channels[\w-]*|chats-\w+|mcp|command-line)\.test\.ts$/;
const LONG = /\/(?:test|chats)\/[\w-]+\.test\.ts$/;
const ANY = /$/;
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => [LONGEST, LONG, ANY].findIndex((pattern) => pattern.test(moduleId));
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    // One more than there are processors: the tests of processes wait for them, and for timers, a good part of the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'program',
          include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts'],
          exclude: needsTmux,
          // Loading every module again for each file would take as long as the tests. So tests must leave nothing changed: no mocks.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'agents',
          include: ['test/agents/**/*.test.ts', 'test/terminal/**/*.test.ts', ...needsTmux],
          exclude: [openclaw],
          ...oneByOne,
          // CI has half an hour. Three agents at a time do not disturb each other; measurements and the long runs go one by one.
          fileParallelism: process.env.ANSWERBACK_SHORT === '1',
        },
      },
      // A real browser; npm run test:web says so if it is missing. Two files at a time: each has a browser and brokers.
      { test: { name: 'web', include: ['test/web/**/*.test.ts'], ...timeouts } },
      { test: { name: 'openclaw', include: [openclaw], ...oneByOne } },
    ],
  },
});
