// npm run test:openclaw: tests with a real OpenClaw, which needs its own Node. Both are installed from npm into .cache/: 800 MB, a minute.
import { build, install, tests } from './steps.mjs';

install();
build();
tests('Real OpenClaw', ['--project', 'openclaw', ...process.argv.slice(2)]);
