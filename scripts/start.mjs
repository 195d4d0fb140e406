// npm start: installs, builds, starts the broker, and asks a demo question. Without a terminal, it says what to do next.
import { spawnSync } from 'node:child_process';
import { build, install } from './steps.mjs';

install();
build();
if (!process.stdin.isTTY || !process.stdout.isTTY) {
  console.log(`
Answerback is built. The demo needs a terminal. Next:
  npx answerback demo       see a question arrive and answer it, in a terminal
  npx answerback setup      connect your coding agents
  npx answerback help       everything else
  npm install -g .          installs \`answerback\` for use anywhere`);
  process.exit(0);
}
const { status } = spawnSync(process.execPath, ['dist/answerback.js', 'demo'], { stdio: 'inherit' });
process.exit(status ?? 1);
