// Builds dist/: the programs and libraries as ES modules that share their parts, the hook and the agents' plugins as one file each, the page, and the types.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { buildWeb } from './build-web.mjs';

const { version, exports } = JSON.parse(readFileSync('package.json', 'utf8'));

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minify: true,
  // node-fetch recognises a signal by the name of its class.
  keepNames: true,
  legalComments: 'none',
  // jsonc-parser's main is UMD, whose inner requires no bundler sees.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  // Node has had them since 10; esbuild would make every such literal a call that is carried out each time.
  supported: { 'regexp-unicode-property-escapes': true },
  // A newer build of the same version replaces the broker of an older one.
  define: { ANSWERBACK_VERSION: JSON.stringify(version), ANSWERBACK_BUILD: String(Date.now()) },
};

/** Whatever is imported with import() is a file of its own, loaded when it is needed. */
const programs = {
  ...shared,
  format: 'esm',
  splitting: true,
  metafile: true,
  jsx: 'automatic',
  // Ink and React are those of the program that uses answerback/ink: two Reacts in one program do not work.
  external: ['libsql', 'ink', 'react'],
  // Some libraries are CommonJS and call require for Node's own modules.
  banner: { js: 'import{createRequire as requireFrom}from"node:module";const require=requireFrom(import.meta.url);' },
  entryPoints: {
    answerback: 'src/bin/answerback.ts',
    broker: 'src/bin/broker.ts',
    index: 'src/library/index.ts',
    'claude-agent-sdk': 'src/library/claude-agent-sdk.ts',
    pi: 'src/library/pi.ts',
    terminal: 'src/terminal/index.ts',
    ink: 'src/terminal/component.ts',
  },
  outdir: 'dist',
  // Not in a folder: programs find the files beside them by their own place.
  chunkNames: 'part-[hash]',
};

/** The schemas of all routes. A program that is one file does without: it takes the replies of a broker of another build as they are (src/client/reply.ts). */
const schemas = '*/reply-problem.ts';

/** Claude Code starts it for every event, and CommonJS starts sooner. */
const hook = {
  ...shared,
  external: [schemas],
  format: 'cjs',
  define: { ...shared.define, 'import.meta.url': 'hereUrl' },
  banner: { js: 'const hereUrl = require("node:url").pathToFileURL(__filename).href;' },
  entryPoints: ['src/bin/hook.ts'],
  outfile: 'dist/hook.cjs',
};

/** What an agent loads into its own process. It is copied into a folder of the user, so it is one file that can be read. */
const plugins = readdirSync('src/agents')
  .map((name) => ({ name, entry: `src/agents/${name}/plugin/index.ts` }))
  .filter(({ entry }) => existsSync(entry))
  .map(({ name, entry }) => {
    const [firstLine] = readFileSync(entry, 'utf8').split('\n', 1);
    return {
      ...shared,
      external: [schemas],
      keepNames: false,
      format: 'esm',
      minify: false,
      banner: firstLine.startsWith('//') ? { js: firstLine } : {},
      entryPoints: [entry],
      outfile: `dist/${name}-plugin.js`,
    };
  });

const [{ metafile }] = await Promise.all([...[programs, hook, ...plugins].map(build), buildWeb(shared.define)]);
for (const name of readdirSync('dist')) if (/^part-/.test(name) && !metafile.outputs[`dist/${name}`]) rmSync(`dist/${name}`);
copyFileSync('src/journal/sqlite/apart-worker.mjs', 'dist/apart-worker.mjs');
chmodSync('dist/answerback.js', 0o755);

writeFileSync('dist/answerback.1', execFileSync(process.execPath, ['dist/answerback.js', '__man']));

rmSync('dist/types', { recursive: true, force: true });
// Not through npx, which looks elsewhere during `npm install -g`.
process.exitCode = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.types.json'], { stdio: 'inherit' }).status ?? 1;
keepPublished();

/** The types of a route are inferred beside its handler, so the compiler writes those of the whole broker, too. What nobody can reach is not published. */
function keepPublished() {
  const published = new Set();
  const visit = (file) => {
    if (published.has(file)) return;
    published.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/['"](\.{1,2}\/[^'"]+)\.tsx?['"]/g))
      visit(join(dirname(file), `${path}.d.ts`));
  };
  for (const { types } of Object.values(exports)) visit(join(types));
  for (const path of readdirSync('dist/types', { recursive: true }).map((each) => join('dist/types', each)))
    if (path.endsWith('.d.ts') && !published.has(path)) rmSync(path);
}
