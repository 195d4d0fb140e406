// Three rooms of tests: unit (beside the files, fast), product (test/, real processes), agents (real tmux, real coding agents).
import { defineConfig } from 'vitest/config';

const whole = { testTimeout: 120_000, hookTimeout: 180_000, fileParallelism: false };
/** Programs that are not ours, on machines that are shared: a slow moment is no finding, the same failure twice is. */
const foreign = { ...whole, retry: 1 };
/** tmux is not on every machine; `npm run test:agents` says so where it is missing. */
const needsTmux = ['control', 'panes', 'terminal', 'plain'].map((name) => `src/drivers/tmux/${name}.test.ts`);

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: needsTmux } },
      { test: { name: 'product', include: ['test/*.test.ts'], ...whole } },
      { test: { name: 'agents', include: ['test/agents/**/*.test.ts', ...needsTmux], ...foreign } },
    ],
  },
});
