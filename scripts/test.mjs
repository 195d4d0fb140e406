// npm test: installs, builds, checks types and style, and runs every test.
import { availableParallelism } from 'node:os';
import { build, install, step, tests } from './steps.mjs';

install();
build();
step('Checking types', 'npx', ['--no-install', 'tsc', '--noEmit']);
step('Checking types of the web page', 'npx', ['--no-install', 'tsc', '--noEmit', '-p', 'tsconfig.web.json']);
step('Checking types of the service worker', 'npx', ['--no-install', 'tsc', '--noEmit', '-p', 'tsconfig.worker.json']);
step('Checking style and import rules', 'npx', ['--no-install', 'biome', 'check', '--error-on-warnings', '.']);
const projects = ['unit', 'random', 'product'].flatMap((name) => ['--project', name]);
// These tests wait for processes and timers half of the time: with two more workers than processors, nothing stands still.
const workers = `--maxWorkers=${availableParallelism() + 2}`;
tests('Running the tests', [...projects, workers, ...process.argv.slice(2)]);
