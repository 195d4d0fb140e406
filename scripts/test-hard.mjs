// npm run test:hard: runs the random tests 100,000 times each and kill -9 a hundred times. Takes minutes; run it before a release.
import { build, install, step } from './steps.mjs';

const KILLS = ['test/kill.test.ts', 'test/kill-machines.test.ts'];

install();
build();
step('100,000 times', 'npx', ['--no-install', 'vitest', 'run', '--project', 'random'], { env: { ANSWERBACK_RUNS: '100000' } });
step('Killed 100 times', 'npx', ['--no-install', 'vitest', 'run', '--project', 'product', ...KILLS], {
  env: { ANSWERBACK_KILL_CYCLES: '100' },
});
