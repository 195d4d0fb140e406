// npm test: installs, builds, checks types and style, and runs every test.
import { build, install, step, tests } from './steps.mjs';

install();
build();
step('Checking types', 'npx', ['--no-install', 'tsc', '--noEmit']);
step('Checking types of the web page', 'npx', ['--no-install', 'tsc', '--noEmit', '-p', 'tsconfig.web.json']);
step('Checking types of the service worker', 'npx', ['--no-install', 'tsc', '--noEmit', '-p', 'tsconfig.worker.json']);
step('Checking style and import rules', 'npx', ['--no-install', 'biome', 'check', '--error-on-warnings', '.']);
const projects = ['unit', 'random', 'product'].flatMap((name) => ['--project', name]);
tests('Running the tests', [...projects, ...process.argv.slice(2)]);
