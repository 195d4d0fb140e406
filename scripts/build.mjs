// Builds dist/: the broker and the two halves of the command line as one CommonJS file each (the quickest to start), the agents' plugins, the libraries with their types.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
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
  // Node has had them since 10; esbuild would make every such literal a call that is carried out each time.
  supported: { 'regexp-unicode-property-escapes': true },
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
/** The two halves of the command line (src/bin/answerback.ts): each leaves out what only the other one runs. */
const halvesApart = {
  name: 'halves-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/(asks|commands)\.ts$/ }, ({ path }) => ({ path: path.replace(/ts$/, 'cjs'), external: true })),
};
const without = (filter, isLeftOut = () => true) => ({
  name: 'without',
  setup({ onLoad }) {
    const contents = `throw new Error('this command is in the wrong half: see ASKS in src/bin/answerback.ts')`;
    onLoad({ filter }, ({ path }) => (isLeftOut(path) ? { contents } : undefined));
  },
});
const ASKS = ['ask', 'decide', 'inbox', 'list', 'show'];
const withoutCommands = without(/cli[\\/]commands[\\/]\w/, (path) => !ASKS.includes(basename(path, '.ts')));
/** What the lists of connections load when something is set up or checked. */
const withoutSetup = without(/channels[\\/][\w-]+[\\/](setup[\\/])?connect\.ts$/);
const withoutScreens = without(/terminal[\\/](dialog[\\/]live|inbox[\\/]run|inbox[\\/]plain|plain-live)\.ts$/);
/** require() is quicker than import(), which starts the loader of ES modules. */
const commandLine = { ...program, supported: { ...shared.supported, 'dynamic-import': false } };

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
    ...commandLine,
    entryPoints: ['src/bin/answerback.ts'],
    outfile: 'dist/answerback.cjs',
    plugins: [halvesApart],
    banner: { js: '#!/usr/bin/env node' },
  }),
  build({ ...commandLine, entryPoints: ['src/bin/asks.ts'], outfile: 'dist/asks.cjs', plugins: [withoutCommands, withoutSetup] }),
  build({ ...commandLine, entryPoints: ['src/bin/commands.ts'], outfile: 'dist/commands.cjs', plugins: [yamlApart, withoutScreens] }),
  build({ ...shared, define, format: 'esm', entryPoints: ['src/client/index.ts'], outfile: 'dist/index.js' }),
  build({ ...shared, define, format: 'esm', entryPoints: ['src/surfaces/terminal/index.ts'], outfile: 'dist/terminal.mjs' }),
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
