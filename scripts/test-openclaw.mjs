// npm run test:openclaw: the product with a real OpenClaw, which needs a Node of its own. Both come from npm, into .cache/: 800 MB, a minute.
import { build, install, step } from './steps.mjs';

install();
build();
step('Real OpenClaw', 'npx', ['--no-install', 'vitest', 'run', '--project', 'openclaw', ...process.argv.slice(2)]);
