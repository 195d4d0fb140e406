// npm test: installs, builds, checks types and style, and runs every test.
import { availableParallelism } from 'node:os';
import { build, install, step, tests } from './steps.mjs';

install();
build();
step('Checking types, style and import rules', 'npm', ['run', '--silent', 'check']);
// These tests wait for processes and timers half of the time: with two more workers than processors, nothing stands still.
const workers = `--maxWorkers=${availableParallelism() + 2}`;
tests('Running the tests', ['--project', 'program', workers, ...process.argv.slice(2)]);
