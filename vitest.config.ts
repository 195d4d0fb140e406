// The rooms of tests: unit (beside the files, fast), chance (thousands of random runs), product (test/, real processes),
// agents (real tmux, real coding agents).
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Times out what hangs, never what is slow: a machine may be as busy as it likes. Nothing is tried twice. */
const patient = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };
const oneByOne = { ...patient, fileParallelism: false };
/** 100,000 runs each in `npm run test:hard`. */
const chance = ['keys/type-decision', 'screen/generated', 'hooks/garbage'].map((name) => `src/channels/claude-code/${name}.test.ts`);
/** tmux is not on every machine; `npm run test:agents` says so where it is missing. */
const needsTmux = ['control', 'panes', 'terminal', 'plain'].map((name) => `src/drivers/tmux/${name}.test.ts`);
/** 644 MB on disk and 1 GB in memory: a room of its own, `npm run test:openclaw`. */
const openclaw = 'test/agents/openclaw.test.ts';

export default defineConfig({
  test: {
    // Vitest would leave one processor idle, also where there are only two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // Loading every module anew for each file would take three times as long as the tests. Here nothing may be left changed: no mocks, no environment.
      { test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}'], exclude: [...needsTmux, ...chance], isolate: false, ...patient } },
      { test: { name: 'chance', include: chance, ...patient } },
      { test: { name: 'product', include: ['test/*.test.ts'], ...patient } },
      {
        test: {
          name: 'agents',
          include: ['test/agents/**/*.test.ts', 'test/terminal/**/*.test.ts', ...needsTmux],
          exclude: [openclaw],
          ...oneByOne,
        },
      },
      { test: { name: 'openclaw', include: [openclaw], ...oneByOne } },
    ],
  },
});
