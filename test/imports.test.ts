// The linter enforces the direction of imports: every forbidden import between two folders is caught, every allowed one passes.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Which folder may import which: the sentence of docs/ARCHITECTURE.md as a table, on purpose independent of biome.json. */
const KNOWS: Readonly<Record<string, readonly string[]>> = {
  question: [],
  text: [],
  protocol: ['question'],
  decide: ['question'],
  channels: ['question', 'text', 'decide', 'client', 'setup'],
  broker: ['question', 'decide', 'channels'],
  drivers: ['question', 'decide', 'channels'],
  daemon: ['question', 'text', 'protocol', 'decide', 'channels', 'broker', 'drivers', 'client', 'mcp'],
  client: ['question', 'text', 'protocol'],
  setup: ['question', 'text'],
  surfaces: ['question', 'text', 'protocol', 'client', 'setup', 'channels', 'tool', 'mcp'],
  tool: ['question', 'text', 'client'],
  mcp: ['question', 'text', 'client', 'tool', 'setup', 'channels'],
  library: ['question', 'client', 'tool', 'surfaces'],
  bin: ['daemon', 'client', 'surfaces', 'channels'],
};
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

describe('between folders', () => {
  it('the table names every folder of src', () => {
    expect(FOLDERS).toEqual(expect.arrayContaining(readdirSync('src')));
  });

  it('every forbidden import is caught, and no other', () => {
    const pairs = FOLDERS.flatMap((from) => FOLDERS.filter((to) => to !== from).map((to) => [from, to] as const));
    for (const [from, to] of pairs) write(`src/${from}/to-${to}.ts`, `export { thing } from '../${to}/thing.ts';\n`);
    const forbidden = pairs.filter(([from, to]) => !KNOWS[from]?.includes(to)).map(([from, to]) => `src/${from}/to-${to}.ts`);
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

describe('agents', () => {
  const agent = 'src/channels/some-agent';
  beforeEach(() => {
    for (const path of [agent, `${agent}/deep`, 'src/channels/other-agent', 'src/channels/other-agent/deep'])
      write(`${path}/thing.ts`, 'export const thing = 1;\n');
  });

  it.each(['broker', 'drivers', 'client', 'decide', 'protocol', 'setup', 'surfaces', 'question', 'text', 'mcp'])(
    'cannot be imported by %s, at any depth',
    (folder) => {
      write(`src/${folder}/near.ts`, "export { thing } from '../channels/some-agent/thing.ts';\n");
      write(`src/${folder}/deep/far.ts`, "export { thing } from '../../channels/some-agent/deep/thing.ts';\n");
      expect(caught(tree, RESTRICTED)).toEqual([`src/${folder}/deep/far.ts`, `src/${folder}/near.ts`]);
    },
  );

  it('are listed in files that only those may import who need all of them', () => {
    const may: Readonly<Record<string, readonly string[]>> = { list: ['daemon', 'bin'], connections: ['daemon', 'bin', 'surfaces'] };
    const pairs = Object.keys(may).flatMap((list) =>
      FOLDERS.filter((folder) => folder !== 'channels').map((folder) => [list, folder] as const),
    );
    for (const list of Object.keys(may)) write(`src/channels/${list}.ts`, 'export const thing = 1;\n');
    for (const [list, folder] of pairs) write(`src/${folder}/${list}-of-agents.ts`, `export { thing } from '../channels/${list}.ts';\n`);
    const forbidden = pairs
      .filter(([list, folder]) => !may[list]?.includes(folder))
      .map(([list, folder]) => `src/${folder}/${list}-of-agents.ts`);
    expect(caught(tree, RESTRICTED)).toEqual(forbidden.sort());
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

describe('inside a folder', () => {
  it('a cycle is caught in both files', () => {
    write('src/question/hen.ts', "import { egg } from './egg.ts';\nexport const hen = () => egg;\n");
    write('src/question/egg.ts', "import { hen } from './hen.ts';\nexport const egg = () => hen;\n");
    expect(caught(tree, CYCLE)).toEqual(['src/question/egg.ts', 'src/question/hen.ts']);
  });
});

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
