// npm run bench:keys: installs, builds, and runs bench/keys. Needs tmux; Claude Code is installed into .cache/.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build, install } from './steps.mjs';

if (spawnSync('tmux', ['-V']).status !== 0) {
  console.error('✗ tmux is missing. Install it first: apt-get install tmux, or brew install tmux');
  process.exit(1);
}
install();
build();
// Inside the project, so that the native SQLite library is found.
const bundle = '.cache/bench-keys/main.mjs';
const esbuild = await import('esbuild');
await esbuild.build({
  entryPoints: ['bench/keys/main.ts'],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  external: ['libsql'],
  logLevel: 'warning',
});
process.on('SIGINT', () => {});
const env = { ANSWERBACK_TEST_CACHE: resolve('.cache/agents'), ...process.env };
const { status } = spawnSync(process.execPath, [bundle, ...process.argv.slice(2)], { stdio: 'inherit', env });
process.exit(status ?? 1);
