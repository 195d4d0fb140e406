// Three rooms of tests: unit (beside the files, fast), product (test/, real processes), agents (test/agents/, real coding agents).
import { defineConfig } from 'vitest/config';

const whole = { testTimeout: 120_000, hookTimeout: 180_000, fileParallelism: false };

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      { test: { name: 'product', include: ['test/*.test.ts'], ...whole } },
      { test: { name: 'agents', include: ['test/agents/**/*.test.ts'], ...whole } },
    ],
  },
});
