// npm run build:executable: one file for Linux x64 with Node and all programs in it (Node's single executable applications). Needs Node 24.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install } from './steps.mjs';

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`This needs Node 24, because Node itself becomes part of the file; this is ${process.versions.node}.`);
  process.exit(1);
}
install();
build();
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const named = (folder, pattern) => readdirSync(folder).flatMap((name) => (pattern.test(name) ? [`${folder}/${name}`] : []));
const files = [
  ...named('dist', /\.(cjs|js|mjs|1)$/),
  ...named('dist/web', /\.\w+$/),
  ...named('docs', /\.schema\.json$|\.example\.yaml$/),
  'package.json',
];
const hash = createHash('sha256');
for (const file of files) hash.update(readFileSync(file));
const out = 'dist/executable';
mkdirSync(out, { recursive: true });
writeFileSync(`${out}/manifest.json`, JSON.stringify({ build: `${version}-${hash.digest('hex').slice(0, 12)}`, files }));
const assets = { manifest: `${out}/manifest.json`, ...Object.fromEntries(files.map((file) => [file, file])) };
const config = { main: 'scripts/executable-main.cjs', output: `${out}/blob`, disableExperimentalSEAWarning: true, assets };
writeFileSync(`${out}/sea.json`, JSON.stringify(config));
execFileSync(process.execPath, ['--experimental-sea-config', `${out}/sea.json`], { stdio: 'inherit' });
rmSync(`${out}/answerback`, { force: true });
copyFileSync(process.execPath, `${out}/answerback`);
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const inject = ['--yes', 'postject@1.0.0-alpha.6', `${out}/answerback`, 'NODE_SEA_BLOB', `${out}/blob`, '--sentinel-fuse', fuse];
execFileSync('npx', inject, { stdio: 'inherit' });
for (const name of ['manifest.json', 'sea.json', 'blob']) rmSync(`${out}/${name}`);
// In a home of its own: the broker starts from it, and a question is asked, answered and verified.
const home = mkdtempSync(join(tmpdir(), 'executable-'));
const env = { PATH: process.env.PATH, HOME: home, ANSWERBACK_PORT: '0', USER: 'test' };
try {
  const said = execFileSync(`${out}/answerback`, ['doctor'], { env, encoding: 'utf8' });
  if (!/self-test +a question was asked, answered and verified/.test(said)) throw new Error(said);
} finally {
  execFileSync(`${out}/answerback`, ['broker', 'stop'], { env, stdio: 'ignore' });
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
}
console.log(`Wrote ${out}/answerback`);
