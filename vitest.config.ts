// Three rooms of tests: unit (beside the files, fast), product (test/, real processes), agents (real tmux, real coding agents).
import { defineConfig } from 'vitest/config';

/** Times out what hangs, never what is slow: a machine may be as busy as it likes. Nothing is tried twice. */
const patient = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };
const oneByOne = { ...patient, fileParallelism: false };
/** tmux is not on every machine; `npm run test:agents` says so where it is missing. */
const needsTmux = ['control', 'panes', 'terminal', 'plain'].map((name) => `src/drivers/tmux/${name}.test.ts`);
/** 644 MB on disk and 1 GB in memory: a room of its own, `npm run test:openclaw`. */
const openclaw = 'test/agents/openclaw.test.ts';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}'], exclude: needsTmux, ...patient } },
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
