// Builds dist/: the broker and the parts of the command line as one CommonJS file each (the quickest to start), the agents' plugins, the libraries with their types.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { build } from 'esbuild';
import { buildWeb } from './build-web.mjs';

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

/** zod's messages in fifty languages, which esbuild cannot tell to be unused. Its English ones are loaded by themselves. */
const withoutLanguages = {
  name: 'without-languages',
  setup: ({ onLoad }) => onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({ contents: 'export {}' })),
};
/** The library for models is larger than the broker: it is a file of its own, loaded when a model is first asked. */
const modelApart = {
  name: 'model-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/call\.ts$/ }, ({ importer }) =>
      /answerers[\\/]model[\\/]agent\.ts$/.test(importer) ? { path: './model.cjs', external: true } : undefined,
    ),
};
/** Encrypts messages to browsers: loaded when the first one is sent. */
const pushApart = {
  name: 'push-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/encrypt\.ts$/ }, ({ importer }) =>
      /notifiers[\\/]web-push[\\/]/.test(importer) ? { path: './web-push.cjs', external: true } : undefined,
    ),
};
/** Makes the certificate of the web page for the local network, once in two years. */
const certificateApart = {
  name: 'certificate-apart',
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/certificate\.ts$/ }, () => ({ path: './certificate.cjs', external: true })),
};
/** Only brokers with a chat need it, and of the services only those that are configured. */
const chatsApart = {
  name: 'chats-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/people-chat\.ts$/ }, ({ importer }) =>
      /src[\\/]bin[\\/]broker\.ts$/.test(importer) ? { path: './people-chat.cjs', external: true } : undefined,
    );
    onResolve({ filter: /drivers[\\/]chats[\\/][\w-]+\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: `./chat-${basename(path, '.ts')}.cjs`, external: true },
    );
  },
};
/** Requests to Discord use Node's own fetch (src/drivers/chats/discord.ts), so its library needs no HTTP client: that is half of the file. */
const withoutUndici = {
  name: 'without-undici',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@discordjs\/rest$/ }, () => ({ path: resolve('node_modules/@discordjs/rest/dist/web.mjs') })),
};
/** Only set-up needs it, and every other command would have to read past it. */
const yamlApart = {
  name: 'yaml-apart',
  setup: ({ onResolve }) => onResolve({ filter: /^yaml$/ }, () => ({ path: './yaml.cjs', external: true })),
};
/** The parts of the command line (src/bin/answerback.ts): each leaves out what only the others run. */
const partsApart = {
  name: 'parts-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/(asks|inbox|list|mcp|commands)\.ts$/ }, ({ path, importer }) =>
      /src[\\/]bin[\\/]\w+\.ts$/.test(importer)
        ? { path: path === './mcp.ts' ? './mcp-command.cjs' : path.replace(/ts$/, 'cjs'), external: true }
        : undefined,
    ),
};
/** Only agents that speak MCP need it. */
const mcpApart = {
  name: 'mcp-apart',
  setup({ onResolve }) {
    onResolve({ filter: /mcp[\\/]stdio\.ts$/ }, () => ({ path: './mcp.cjs', external: true }));
    onResolve({ filter: /mcp[\\/]http\.ts$/ }, () => ({ path: './mcp-http.cjs', external: true }));
  },
};
/** See src/mcp/unchecked.ts. */
const withoutValidator = {
  name: 'without-validator',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({ path: resolve('src/mcp/unchecked.ts') })),
};
/** A program that asks through the inbox does not load the dialog. */
const terminalApart = {
  name: 'terminal-apart',
  setup: ({ onResolve }) => onResolve({ filter: /terminal[\\/]index\.ts$/ }, () => ({ path: './terminal.mjs', external: true })),
};
const without = (filter, isLeftOut = () => true) => ({
  name: 'without',
  setup({ onLoad }) {
    const contents = `throw new Error('this command is in another part of the command line: see src/bin/answerback.ts')`;
    onLoad({ filter }, ({ path }) => (isLeftOut(path) ? { contents } : undefined));
  },
});
const onlyCommands = (...names) => without(/cli[\\/]commands[\\/]\w/, (path) => !names.includes(basename(path, '.ts')));
/** A part that is asked for help, or does not understand its words, starts the whole program (src/surfaces/cli/main.ts). */
const withoutWords = {
  name: 'without-words',
  setup({ onLoad }) {
    const contents = `const inWhole = () => { throw Object.assign(new Error(), { name: 'InWholeProgram' }); };
export { inWhole as completions, inWhole as manPage, inWhole as mistake, inWhole as printHelp, inWhole as unknownCommand };`;
    onLoad({ filter: /cli[\\/]app[\\/](completions|help|man|mistakes)\.ts$/ }, () => ({ contents }));
  },
};
/** What the lists of connections load when something is set up or checked. */
const withoutSetup = without(/channels[\\/][\w-]+[\\/](setup[\\/])?connect\.ts$/);
const withoutInbox = without(/terminal[\\/]inbox[\\/](run|plain)\.ts$/);
const withoutScreens = without(/terminal[\\/](dialog[\\/]live|inbox[\\/]run|inbox[\\/]plain|plain-live)\.ts$/);
/** require() is quicker than import(), which starts the loader of ES modules. src/bin/load.ts needs it. */
const commandLine = { ...program, supported: { ...shared.supported, 'dynamic-import': false } };
/** With `strict` in tsconfig.json, esbuild writes "use strict" into every module. All modules of these parts are ES modules, so one for the whole file is enough. */
const part = {
  ...commandLine,
  banner: { js: `"use strict";${program.banner.js}` },
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

const CHATS = ['telegram', 'slack', 'discord'];

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
  buildWeb(define),
  build({ ...program, entryPoints: ['src/bin/daemon.ts'], outfile: 'dist/daemon.cjs' }),
  build({
    ...commandLine,
    entryPoints: ['src/bin/broker.ts'],
    outfile: 'dist/broker.cjs',
    plugins: [withoutLanguages, modelApart, pushApart, mcpApart, certificateApart, chatsApart],
  }),
  build({ ...program, entryPoints: ['src/daemon/web/certificate.ts'], outfile: 'dist/certificate.cjs' }),
  build({ ...commandLine, entryPoints: ['src/bin/people-chat.ts'], outfile: 'dist/people-chat.cjs', plugins: [chatsApart] }),
  // node-fetch recognises a signal by the name of its class.
  ...CHATS.map((name) =>
    build({
      ...program,
      keepNames: true,
      entryPoints: [`src/drivers/chats/${name}.ts`],
      outfile: `dist/chat-${name}.cjs`,
      plugins: [withoutUndici],
    }),
  ),
  build({ ...program, entryPoints: ['src/drivers/answerers/model/call.ts'], outfile: 'dist/model.cjs' }),
  build({ ...program, entryPoints: ['src/drivers/notifiers/web-push/encrypt.ts'], outfile: 'dist/web-push.cjs' }),
  build({ ...program, entryPoints: ['src/bin/hook.ts'], outfile: 'dist/hook.cjs' }),
  build({ ...program, stdin: { contents: "export * from 'yaml'", resolveDir: '.' }, outfile: 'dist/yaml.cjs' }),
  build({
    ...commandLine,
    entryPoints: ['src/bin/answerback.ts'],
    outfile: 'dist/answerback.cjs',
    plugins: [partsApart],
    banner: { js: '#!/usr/bin/env node' },
  }),
  build({
    ...part,
    entryPoints: ['src/bin/asks.ts'],
    outfile: 'dist/asks.cjs',
    plugins: [partsApart, onlyCommands('ask', 'decide', 'decide-all', 'show'), withoutInbox, withoutSetup, withoutWords],
  }),
  ...['inbox', 'list'].map((name) =>
    build({
      ...part,
      entryPoints: [`src/bin/${name}.ts`],
      outfile: `dist/${name}.cjs`,
      plugins: [partsApart, onlyCommands(name), withoutSetup, withoutWords],
    }),
  ),
  build({
    ...commandLine,
    entryPoints: ['src/bin/mcp.ts'],
    outfile: 'dist/mcp-command.cjs',
    plugins: [partsApart, onlyCommands('mcp'), withoutSetup, withoutWords, mcpApart],
  }),
  build({
    ...commandLine,
    entryPoints: ['src/bin/commands.ts'],
    outfile: 'dist/commands.cjs',
    plugins: [withoutLanguages, yamlApart, mcpApart, withoutScreens],
  }),
  build({ ...program, entryPoints: ['src/mcp/stdio.ts'], outfile: 'dist/mcp.cjs', plugins: [withoutValidator] }),
  build({ ...program, entryPoints: ['src/mcp/http.ts'], outfile: 'dist/mcp-http.cjs', plugins: [withoutValidator] }),
  build({ ...shared, define, format: 'esm', entryPoints: ['src/library/index.ts'], outfile: 'dist/index.js', plugins: [terminalApart] }),
  build({ ...shared, define, format: 'esm', entryPoints: ['src/library/claude-agent-sdk.ts'], outfile: 'dist/claude-agent-sdk.js' }),
  build({ ...shared, define, format: 'esm', entryPoints: ['src/library/pi.ts'], outfile: 'dist/pi.js' }),
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
// esbuild leaves other characters in regular expressions. A bundle that is ASCII is loaded faster (src/bin/load.ts).
for (const name of ['asks', 'inbox', 'list', 'commands', 'broker']) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII.
  writeFileSync(`dist/${name}.cjs`, readFileSync(`dist/${name}.cjs`, 'utf8').replaceAll(/[^\x00-\x7f]/g, escaped));
}
chmodSync('dist/answerback.cjs', 0o755);

writeFileSync('dist/answerback.1', execFileSync(process.execPath, ['dist/answerback.cjs', '__man']));

// Not through npx, which looks elsewhere during `npm install -g`.
process.exitCode = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.types.json'], { stdio: 'inherit' }).status ?? 1;
