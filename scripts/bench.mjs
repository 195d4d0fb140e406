// npm run bench: installs, builds what has changed, and runs bench/.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build, install } from './steps.mjs';

install();
if (isStale()) build();

// Inside the project, so that the native SQLite library is found.
const folder = '.cache/bench';
const esbuild = await import('esbuild');
await esbuild.build({
  entryPoints: ['bench/main.ts', 'bench/bare-server.ts', 'bench/write-journal.ts', 'bench/loop-delay.ts'],
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  external: ['libsql', 'playwright-core'],
  // ws uses CommonJS `require` for Node's own modules.
  banner: { js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);' },
  logLevel: 'warning',
});
// Ctrl-C reaches both processes; the benchmark cleans up while this one waits for it.
process.on('SIGINT', () => {});
const { status } = spawnSync(process.execPath, [`${folder}/main.mjs`, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);

function isStale() {
  const built = statSync('dist/broker.js', { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync('src', { recursive: true }).map((name) => join('src', name));
  return [...sources, 'package-lock.json', 'scripts/build.mjs'].some((path) => statSync(path).mtimeMs > built);
}
