// npm start: installs, builds, starts the broker, and asks a demo question.
import { spawnSync } from 'node:child_process';
import { build, install } from './steps.mjs';

install();
build();
const { status } = spawnSync(process.execPath, ['dist/answerback.cjs', 'demo'], { stdio: 'inherit' });
process.exit(status ?? 1);
