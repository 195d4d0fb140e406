// Three rooms of tests: unit (beside the files, fast), product (test/, real processes), agents (real tmux, real coding agents).
import { defineConfig } from 'vitest/config';

const whole = { testTimeout: 120_000, hookTimeout: 180_000, fileParallelism: false };
/** Programs that are not ours, on machines that are shared: a slow moment is no finding, the same failure twice is. */
const foreign = { ...whole, retry: 1 };
/** tmux is not on every machine; `npm run test:agents` says so where it is missing. */
const needsTmux = ['control', 'panes', 'terminal', 'plain'].map((name) => `src/drivers/tmux/${name}.test.ts`);
/** 644 MB on disk and 1 GB in memory: a room of its own, `npm run test:openclaw`. */
const openclaw = 'test/agents/openclaw.test.ts';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}'], exclude: needsTmux } },
      { test: { name: 'product', include: ['test/*.test.ts'], ...whole } },
      {
        test: {
          name: 'agents',
          include: ['test/agents/**/*.test.ts', 'test/terminal/**/*.test.ts', ...needsTmux],
          exclude: [openclaw],
          ...foreign,
        },
      },
      { test: { name: 'openclaw', include: [openclaw], ...foreign } },
    ],
  },
});
