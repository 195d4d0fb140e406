// npm start: install, build, start the broker, and show a question that can be answered right here.
import { spawnSync } from 'node:child_process';
import { build, install } from './steps.mjs';

install();
build();
const { status } = spawnSync(process.execPath, ['dist/answerback.cjs', 'demo'], { stdio: 'inherit' });
process.exit(status ?? 1);
