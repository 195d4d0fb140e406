// npm run screenshots: pictures of every view of the web page, light and dark, in .cache/screenshots; the best are also in docs/pictures. Needs Chromium;
// with pngquant they become a third as large.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { build, install } from './steps.mjs';

const FOLDER = '.cache/screenshots';
/** What the documentation shows, and what it is called there. */
const PUBLISHED = {
  'inbox-desk-light': 'web-inbox',
  'plan-desk-dark': 'web-plan-dark',
  'ask-phone-light': 'web-phone',
  'statistics-desk-light': 'web-statistics',
};

install();
build();
const bundle = '.cache/screenshots-program/main.mjs';
const esbuild = await import('esbuild');
await esbuild.build({
  entryPoints: ['test/support/screenshots.ts'],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  external: ['libsql', 'playwright-core'],
  logLevel: 'warning',
});
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const { status } = spawnSync(process.execPath, [bundle, FOLDER], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
for (const name of readdirSync(FOLDER)) {
  const file = `${FOLDER}/${name}`;
  spawnSync('pngquant', ['--force', '--skip-if-larger', '--strip', '--output', file, '128', file]);
}
for (const [from, to] of Object.entries(PUBLISHED)) {
  copyFileSync(`${FOLDER}/${from}.png`, `docs/pictures/${to}.png`);
  console.log(`docs/pictures/${to}.png ${Math.round(statSync(`docs/pictures/${to}.png`).size / 1024)} KB`);
}
