// Builds dist/: the command line and the broker as one CommonJS file each (the quickest to start), the terminal's screens, the agents' plugins, the library with its types.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minify: true,
  keepNames: false,
  legalComments: 'none',
  external: ['libsql'],
  // jsonc-parser's main is UMD, whose inner requires no bundler sees.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
};
/** A newer build of the same version replaces the broker of an older one. */
const define = { ANSWERBACK_VERSION: JSON.stringify(version), ANSWERBACK_BUILD: String(Date.now()) };
const program = {
  ...shared,
  format: 'cjs',
  define: { ...define, 'import.meta.url': 'hereUrl' },
  banner: { js: 'const hereUrl = require("node:url").pathToFileURL(__filename).href;' },
};

/** The library for models is larger than the broker: it is a file of its own, loaded when a model is first asked. */
const modelApart = {
  name: 'model-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/call\.ts$/ }, ({ importer }) =>
      /answerers[\\/]model[\\/]agent\.ts$/.test(importer) ? { path: './model.cjs', external: true } : undefined,
    ),
};
/** Only set-up needs it, and every other command would have to read past it. */
const yamlApart = {
  name: 'yaml-apart',
  setup: ({ onResolve }) => onResolve({ filter: /^yaml$/ }, () => ({ path: './yaml.cjs', external: true })),
};
/** Ink needs top-level await, so its screens are ESM; some of its packages are CommonJS and look for a require. */
const withoutDevtools = {
  name: 'without-devtools',
  setup: ({ onLoad }) => onLoad({ filter: /ink\/build\/devtools\.js$/ }, () => ({ contents: '' })),
};
const screens = {
  ...shared,
  format: 'esm',
  // Yoga would fetch its own WebAssembly from a data URL, and load an HTTP client for it (20 ms).
  define: { ...define, 'process.env.NODE_ENV': '"production"', fetch: 'undefined' },
  banner: { js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);' },
  plugins: [withoutDevtools],
  jsx: 'automatic',
};

/** What an agent loads into its own process. It is copied into a folder of the user, so it is one file that can be read. */
const plugins = readdirSync('src/channels')
  .map((name) => ({ name, entry: `src/channels/${name}/plugin/index.ts` }))
  .filter(({ entry }) => existsSync(entry))
  .map(({ name, entry }) => {
    const [firstLine] = readFileSync(entry, 'utf8').split('\n', 1);
    return build({
      ...shared,
      define,
      format: 'esm',
      target: 'node20',
      minify: false,
      banner: firstLine.startsWith('//') ? { js: firstLine } : {},
      entryPoints: [entry],
      outfile: `dist/${name}-plugin.js`,
    });
  });

await Promise.all([
  ...plugins,
  build({ ...program, entryPoints: ['src/bin/daemon.ts'], outfile: 'dist/daemon.cjs', plugins: [modelApart] }),
  build({ ...program, entryPoints: ['src/drivers/answerers/model/call.ts'], outfile: 'dist/model.cjs' }),
  build({ ...program, entryPoints: ['src/bin/hook.ts'], outfile: 'dist/hook.cjs' }),
  build({ ...program, stdin: { contents: "export * from 'yaml'", resolveDir: '.' }, outfile: 'dist/yaml.cjs' }),
  build({
    ...program,
    entryPoints: ['src/bin/answerback.ts'],
    outfile: 'dist/answerback.cjs',
    plugins: [yamlApart],
    banner: { js: `#!/usr/bin/env node\n${program.banner.js}` },
  }),
  build({ ...shared, define, format: 'esm', entryPoints: ['src/client/index.ts'], outfile: 'dist/index.js' }),
  build({ ...screens, entryPoints: ['src/surfaces/terminal/index.ts'], outfile: 'dist/terminal.mjs' }),
  // For programs with an Ink of their own: two Reacts in one program do not work.
  build({
    ...shared,
    define,
    format: 'esm',
    jsx: 'automatic',
    external: ['ink', 'react'],
    entryPoints: ['src/surfaces/terminal/component.ts'],
    outfile: 'dist/ink.mjs',
  }),
]);
chmodSync('dist/answerback.cjs', 0o755);

if (process.argv.includes('--types')) {
  process.exitCode = spawnSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.types.json'], { stdio: 'inherit' }).status ?? 1;
}
