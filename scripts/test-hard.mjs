// npm run test:hard: kills, fuzz, full disk, clock, descriptors and damage, many times each. Takes half an hour; run it before a release.
// It prints the figures for docs/RELIABILITY.md.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, step } from './steps.mjs';

const KILLS = ['test/kill.test.ts', 'test/kill-auto-answer.test.ts', 'test/kill-notifications.test.ts'];
const OTHERS = ['test/fuzz.test.ts', 'test/hostile-project-files.test.ts', 'test/damage.test.ts', 'test/bad-luck.test.ts'];
const RANDOM = ['keys/type-decision', 'keys/read-dialog', 'screen/generated', 'hooks/garbage'].map(
  (name) => `src/agents/claude-code/${name}.test.ts`,
);
const folder = mkdtempSync(join(tmpdir(), 'hard-'));
const figures = join(folder, 'figures.md');
const vitest = (what, files, env) =>
  step(what, 'npx', ['--no-install', 'vitest', 'run', '--project', 'program', ...files], { env: { ANSWERBACK_FIGURES: figures, ...env } });

install();
build();
vitest('Killed 150 times', KILLS, { ANSWERBACK_KILL_CYCLES: '150' });
vitest('20,000 payloads, 10,000 project files, 200 flipped bits, 10 full disks, 10 times without descriptors', OTHERS, {
  ANSWERBACK_FUZZ: '20000',
  ANSWERBACK_FUZZ_FILES: '10000',
  ANSWERBACK_FLIPS: '200',
  ANSWERBACK_ROUNDS: '10',
});
vitest('Random tests in process, 20,000 times each', RANDOM, { ANSWERBACK_RUNS: '20000' });

console.log(`\n| what was done | what came out |\n|---|---|\n${readFileSync(figures, 'utf8')}`);
console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus()[0]?.model}, ${cpus().length} cores`);
rmSync(folder, { recursive: true });
