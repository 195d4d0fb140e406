// npm run test:openclaw: tests with a real OpenClaw, which needs its own Node. Both are installed from npm into .cache/: 800 MB, a minute.
import { build, install, step } from './steps.mjs';

install();
build();
step('Real OpenClaw', 'npx', ['--no-install', 'vitest', 'run', '--project', 'openclaw', ...process.argv.slice(2)]);
