// The direction of imports: the linter catches every forbidden import between two folders, and the source has none, in whatever form it is written.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONNECTIONS } from '../src/channels/connections.ts';
import { importsIn, isProduction, KNOWS, LISTS, mayImport, OWN_TOOL } from './support/import-rules.ts';

const FOLDERS = Object.keys(KNOWS);
const BIOME = resolve('node_modules/.bin/biome');
const RESTRICTED = 'lint/style/noRestrictedImports';
const CYCLE = 'lint/suspicious/noImportCycles';

let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'imports-'));
  for (const file of ['biome.json', '.gitignore']) cpSync(file, join(tree, file));
  for (const folder of FOLDERS) write(`src/${folder}/thing.ts`, 'export const thing = 1;\n');
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

describe('between folders, by the linter', () => {
  it('the table names every folder of src', () => {
    expect(FOLDERS).toEqual(expect.arrayContaining(readdirSync('src')));
  });

  it('every forbidden import is caught, and no other', () => {
    const pairs = FOLDERS.flatMap((from) => FOLDERS.filter((to) => to !== from).map((to) => [from, to] as const));
    for (const [from, to] of pairs) write(`src/${from}/to-${to}.ts`, `export { thing } from '../${to}/thing.ts';\n`);
    const forbidden = pairs
      .filter(([from, to]) => !mayImport(`src/${from}/to-${to}.ts`, `src/${to}/thing.ts`))
      .map(([from, to]) => `src/${from}/to-${to}.ts`);
    expect(caught(tree, RESTRICTED)).toEqual(forbidden.sort());
    for (const folder of FOLDERS) expect(forbidden.join(), folder).toContain(`src/${folder}/`);
  });

  it.each([
    ['a static import', "import { thing } from '../daemon/thing.ts';\nexport const mine = thing;\n"],
    ['a type', "import type { thing } from '../daemon/thing.ts';\nexport type Mine = typeof thing;\n"],
    ['a lazy import', "export const mine = () => import('../daemon/thing.ts');\n"],
    ['a re-export', "export * from '../daemon/thing.ts';\n"],
  ])('%s is caught', (_, code) => {
    write('src/question/mine.ts', code);
    expect(caught(tree, RESTRICTED)).toEqual(['src/question/mine.ts']);
  });

  it('imports from and of subfolders are caught too', () => {
    write('src/drivers/sqlite/thing.ts', 'export const thing = 1;\n');
    write('src/surfaces/cli/commands/mine.ts', "export { thing } from '../../../drivers/sqlite/thing.ts';\n");
    expect(caught(tree, RESTRICTED)).toEqual(['src/surfaces/cli/commands/mine.ts']);
  });
});

describe('agents, by the linter', () => {
  const agent = 'src/channels/some-agent';
  beforeEach(() => {
    for (const path of [agent, `${agent}/deep`, 'src/channels/other-agent', 'src/channels/other-agent/deep'])
      write(`${path}/thing.ts`, 'export const thing = 1;\n');
  });

  it.each(['broker', 'drivers', 'client', 'decide', 'protocol', 'setup', 'surfaces', 'question', 'text', 'mcp', 'daemon'])(
    'cannot be imported by %s, at any depth',
    (folder) => {
      write(`src/${folder}/near.ts`, "export { thing } from '../channels/some-agent/thing.ts';\n");
      write(`src/${folder}/deep/far.ts`, "export { thing } from '../../channels/some-agent/deep/thing.ts';\n");
      expect(caught(tree, RESTRICTED)).toEqual([`src/${folder}/deep/far.ts`, `src/${folder}/near.ts`]);
    },
  );

  it('are listed in files that only those may import who need all of them', () => {
    const pairs = Object.keys(LISTS).flatMap((list) =>
      FOLDERS.filter((folder) => folder !== 'channels').map((folder) => [list, folder] as const),
    );
    for (const list of Object.keys(LISTS)) write(`src/channels/${list}.ts`, 'export const thing = 1;\n');
    for (const [list, folder] of pairs) write(`src/${folder}/${list}-of-agents.ts`, `export { thing } from '../channels/${list}.ts';\n`);
    const forbidden = pairs
      .map(([list, folder]) => [`src/${folder}/${list}-of-agents.ts`, `src/channels/${list}.ts`] as const)
      .filter(([from, to]) => !mayImport(from, to))
      .map(([from]) => from);
    expect(caught(tree, RESTRICTED)).toEqual(forbidden.sort());
  });

  it('but our own tool can be imported by the daemon', () => {
    write(`src/channels/${OWN_TOOL}/thing.ts`, 'export const thing = 1;\n');
    write('src/daemon/near.ts', `export { thing } from '../channels/${OWN_TOOL}/thing.ts';\n`);
    write('src/daemon/routes/far.ts', `export { thing } from '../../channels/${OWN_TOOL}/thing.ts';\n`);
    write('src/broker/near.ts', `export { thing } from '../channels/${OWN_TOOL}/thing.ts';\n`);
    expect(caught(tree, RESTRICTED)).toEqual(['src/broker/near.ts']);
  });

  it('cannot import each other, only what they share and their own folders', () => {
    write(`${agent}/other.ts`, "export { thing } from '../other-agent/thing.ts';\n");
    write(`${agent}/other-deep.ts`, "export { thing } from '../other-agent/deep/thing.ts';\n");
    write(`${agent}/deep/other.ts`, "export { thing } from '../../other-agent/thing.ts';\n");
    write(`${agent}/deep/other-deep.ts`, "export { thing } from '../../other-agent/deep/thing.ts';\n");
    write(`${agent}/port.ts`, "export { thing } from '../thing.ts';\n");
    write(`${agent}/own.ts`, "export { thing } from './deep/thing.ts';\n");
    write(`${agent}/deep/port.ts`, "export { thing } from '../../thing.ts';\n");
    write(`${agent}/deep/own.ts`, "export { thing } from '../thing.ts';\n");
    write(`${agent}/deep/question.ts`, "export { thing } from '../../../question/thing.ts';\n");
    expect(caught(tree, RESTRICTED)).toEqual(
      ['deep/other-deep.ts', 'deep/other.ts', 'other-deep.ts', 'other.ts'].map((file) => `${agent}/${file}`),
    );
  });
});

/** Our own tool is not in the list of agents. */
const agents = () =>
  readdirSync('src/channels')
    .filter((folder) => folder !== 'tool-call' && existsSync(`src/channels/${folder}/channel.ts`))
    .map((folder) => `src/channels/${folder}/channel.ts`)
    .sort();

describe('the source, read as text', () => {
  it('has no forbidden import', () => {
    expect(production('src').flatMap((file) => forbiddenIn(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('is read completely', () => {
    const read = (file: string) => importsIn(file, readFileSync(file, 'utf8'));
    expect([...read('src/channels/list.ts')].sort()).toEqual(['src/channels/channel.ts', ...agents()]);
    expect(production('src').flatMap(read).length).toBeGreaterThan(1_000);
  });

  it.each([
    ['a static import', "import { thing } from '../channels/some-agent/thing.ts';"],
    ['an import over several lines', "import {\n  thing,\n}\n  from\n  '../channels/some-agent/thing.ts';"],
    ['an import for its effects', "import '../channels/some-agent/thing.ts';"],
    ['a re-export', 'export * from "../channels/some-agent/thing.ts";'],
    ['a lazy import', "const mine = () => import('../channels/some-agent/thing.ts');"],
    ['a lazy import with a comment', "const mine = () => import(/* later */ '../channels/some-agent/thing.ts');"],
    ['a template', 'const mine = () => import(`../channels/some-agent/thing.ts`);'],
    ['a template with a value', `const mine = (agent: string) => import(\`../channels/\${agent}/thing.ts\`);`],
    ['a computed path', 'const mine = (path: string) => import(path);'],
    ['a computed path with a comment', 'const mine = (path: string) => import(/* any */ path);'],
    ['a type expression', "type Mine = import('../channels/some-agent/thing.ts').Thing;"],
    ['typeof', "type Mine = typeof import('../channels/some-agent/thing.ts');"],
    ['require', "const mine = require('../channels/some-agent/thing.ts');"],
    ['import = require', "import mine = require('../channels/some-agent/thing.ts');"],
    ['a require of our own', "const mine = createRequire(import.meta.url)('../channels/some-agent/thing.ts');"],
    ['a URL', "const mine = new URL('../channels/some-agent/thing.ts', import.meta.url);"],
    ['the folder without a file', "import { thing } from '../channels/some-agent';"],
    ['a list without its extension', "import { thing } from '../channels/list';"],
    ['a list with another extension', "import { thing } from '../channels/list.js';"],
    ['a detour', "import { thing } from './../broker/../channels//some-agent/thing.ts';"],
    ['a path from the root', "import { thing } from 'src/channels/list.ts';"],
    ['the package itself', "import { thing } from 'answerback';"],
    ['a test', "import { thing } from './thing.test.ts';"],
    ['a file outside src', "import { thing } from '../../test/support/thing.ts';"],
  ])('%s is caught', (_, code) => {
    expect(forbiddenIn('src/broker/mine.ts', code)).toHaveLength(1);
  });

  it.each([
    ['src/channels/some-agent/mine.ts', '../other-agent/thing.ts'],
    ['src/channels/some-agent/mine.tsx', '../other-agent/thing.ts'],
    ['src/channels/some-agent/mine.ts', './../other-agent/thing.ts'],
    ['src/channels/some-agent/mine.ts', '../../channels/other-agent/thing.ts'],
    ['src/channels/some-agent/mine.ts', '../other-agent'],
    ['src/channels/some-agent/mine.ts', '../list.ts'],
    ['src/channels/some-agent/a/mine.ts', '../../other-agent/thing.ts'],
    ['src/channels/some-agent/a/b/mine.ts', '../../../other-agent/thing.ts'],
    ['src/channels/some-agent/a/b/c/mine.tsx', '../../../../other-agent/d/thing.tsx'],
    ['src/channels/channel.ts', './some-agent/thing.ts'],
    ['src/daemon/daemon.ts', '../channels/some-agent/thing.ts'],
    ['src/daemon/routes/mine.ts', '../../channels/some-agent/thing.ts'],
  ])('%s cannot import %s', (file, path) => {
    expect(forbiddenIn(file, `import { thing } from '${path}';`)).toHaveLength(1);
  });

  it.each([
    ['src/channels/some-agent/a/b/mine.ts', '../../thing.ts'],
    ['src/channels/some-agent/a/b/mine.ts', '../../../channel.ts'],
    ['src/channels/list.ts', './some-agent/channel.ts'],
    ['src/broker/mine.ts', '../channels/channel.ts'],
    ['src/daemon/routes/mine.ts', `../../channels/${OWN_TOOL}/channel.ts`],
    ['src/daemon/daemon.ts', '../channels/list.ts'],
    ['src/bin/hook.ts', '../channels/some-agent/thing.ts'],
  ])('%s can import %s', (file, path) => {
    expect(forbiddenIn(file, `import { thing } from '${path}';`)).toEqual([]);
  });
});

describe('names of agents', () => {
  const folders = readdirSync('src/channels', { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== OWN_TOOL);
  /** As a folder, on the command line, in a sentence, and for short. */
  const names = [...folders.map(({ name }) => name), ...CONNECTIONS.flatMap(({ name, title }) => [name, title]), 'Claude'];
  const NAME = new RegExp(names.map((name) => name.split(/[- ]/).join('[-_ ]?')).join('|'), 'i');

  /** What may be said where, and why. Everything else that contains a name is a mistake. */
  const SAID: Readonly<Record<string, readonly string[]>> = {
    // OpenClaw and `claude -p` answer asks here. That they can also ask does not matter to these settings.
    'src/decide/route/answerers.ts': ['OpenClaw', 'openclaw', '[claude, -p]'],
    // An example for people who write a route.
    'src/decide/route/schema.ts': ['the agent, e.g. claude-code'],
    // Where the syntax of our own rules comes from.
    'src/decide/rules/allow-pattern.ts': ["in Claude Code's syntax", 'as in Claude Code'],
  };

  it.each(['claude-code', 'Claude Code', 'CLAUDE_CODE', 'claudeCode', 'claude', 'opencode', 'openclaw'])('%s is one', (name) => {
    expect(`if (program === '${name}')`).toMatch(NAME);
  });

  it.each(['broker', 'client', 'decide', 'daemon/routes', 'protocol'])('%s has none of them', (folder) => {
    const lines = production(`src/${folder}`).flatMap((file) => {
      const said = SAID[file] ?? [];
      const code = said.reduce((text, words) => text.replaceAll(words, ''), readFileSync(file, 'utf8'));
      return code.split('\n').flatMap((line, i) => (NAME.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : []));
    });
    expect(lines).toEqual([]);
  });

  it.each(Object.entries(SAID))('%s still needs its exceptions', (file, said) => {
    const text = readFileSync(file, 'utf8');
    expect(said.filter((words) => !text.includes(words))).toEqual([]);
  });
});

describe('inside a folder', () => {
  it('a cycle is caught in both files', () => {
    write('src/question/hen.ts', "import { egg } from './egg.ts';\nexport const hen = () => egg;\n");
    write('src/question/egg.ts', "import { hen } from './hen.ts';\nexport const egg = () => hen;\n");
    expect(caught(tree, CYCLE)).toEqual(['src/question/egg.ts', 'src/question/hen.ts']);
  });
});

/** The linter leaves tests alone, and so do we. */
function production(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  expect(files.length, folder).toBeGreaterThan(0);
  return files.filter(isProduction);
}

function forbiddenIn(file: string, code: string): readonly string[] {
  return importsIn(file, code).flatMap((to) => (mayImport(file, to) ? [] : [`${file} imports ${to}`]));
}

function write(path: string, code: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), code);
}

type Report = { readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: string } }[] };

/** The files in which the linter reports one of these rules. */
function caught(folder: string, ...rules: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync(BIOME, ['lint', '--reporter=json', '--max-diagnostics=none', 'src'], {
    cwd: folder,
    encoding: 'utf8',
  });
  // With a broken configuration biome prints no report at all, which must not look like success.
  expect(stdout, stderr).toContain('"diagnostics"');
  const { diagnostics } = JSON.parse(stdout) as Report;
  return [...new Set(diagnostics.filter((d) => rules.includes(d.category)).map((d) => d.location.path))].sort();
}
