// The package as it is published: its types resolve in an empty project, and the examples in the docs compile and run as they stand.
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadedBy } from './support/built.ts';
import { eventually } from './support/eventually.ts';
import { by, type Home, home } from './support/home.ts';

const run = promisify(execFile);
const MODULES = resolve('node_modules');
const { exports, dependencies, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, { types: string }>;
  dependencies: Record<string, string>;
  version: string;
};

/** The JavaScript blocks of a page, with the line where each begins. */
function examplesOf(page: string): readonly (readonly [name: string, text: string])[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map((block) => [
    `${page}, line ${text.slice(0, block.index).split('\n').length}`,
    block[1] ?? '',
  ]);
}
const EXAMPLES = ['README.md', 'docs/LIBRARY.md', 'docs/DIALOG.md'].flatMap(examplesOf);

let folder: string;
let packed: string;
let tarball: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'package-'));
  // Without scripts: `prepare` would build again, under the feet of the other tests.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  tarball = join(folder, filename);
  await run('tar', ['-xzf', tarball, '-C', folder]);
  packed = join(folder, 'package');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An empty project with the package, its dependencies and these other packages. */
function project(...others: readonly string[]): string {
  const made = mkdtempSync(join(folder, 'project-'));
  writeFileSync(join(made, 'package.json'), '{"private": true, "type": "module"}');
  mkdirSync(join(made, 'node_modules'));
  cpSync(packed, join(made, 'node_modules/answerback'), { recursive: true });
  for (const name of [...Object.keys(dependencies), '@types/node', ...others]) {
    const link = join(made, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(MODULES, name), link);
  }
  return made;
}

/** What the compiler says, in the strictest setting a user may have. */
async function complaints(at: string, resolution: 'node16' | 'bundler', files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
  const compilerOptions = {
    module: resolution === 'node16' ? 'node16' : 'esnext',
    moduleResolution: resolution,
    target: 'es2022',
    lib: ['es2022'],
    types: ['node'],
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    allowJs: true,
    checkJs: true,
  };
  writeFileSync(join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  const compiler = spawn(join(MODULES, '.bin/tsc'), ['-p', at], { cwd: at });
  let said = '';
  compiler.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await new Promise((done) => compiler.on('close', done));
  return said;
}

/** A name that resolved to nothing would be `any`, and could be assigned to a number. */
const using = (path: string) => `import * as all from '${path}';\n// @ts-expect-error it has a type\nexport const one: number = all;\n`;
const WRONG_SHAPES = `import type { AskView, ShowQuestions, VerdictInput } from 'answerback';
import { askInTerminal } from 'answerback/terminal';
declare const view: AskView & { decision: object };
export const presenters: Record<string, ShowQuestions> = {
  fits: askInTerminal,
  fitsToo: (shown, call) => askInTerminal(shown, call),
  // @ts-expect-error answers by header
  byHeader: async () => ({ Database: 'SQLite' }),
  // @ts-expect-error a decision as it is stored
  stored: async () => view.decision,
  // @ts-expect-error the suggestions as they are stored
  prefilled: async ({ prefilled }) => ({ kind: 'answers', answers: prefilled.filter((each) => each !== null) }),
};
export const verdict: Promise<VerdictInput | undefined> = askInTerminal({ questions: [{ text: 'Which?' }] });
`;
const paths = Object.keys(exports).map((name) => name.replace('.', 'answerback'));

describe.each(['node16', 'bundler'] as const)('with %s resolution', (resolution) => {
  it('every type resolves, and the examples in the docs compile', async () => {
    const made = project();
    withAgentSdk(made);
    const entries = paths.filter((path) => path !== 'answerback/ink').map((path, i) => [`entry-${i}.ts`, using(path)]);
    const shown = EXAMPLES.map(([name, text]) => [`${name.replaceAll(/\W+/g, '-')}.js`, text]);
    expect(await complaints(made, resolution, Object.fromEntries([...entries, ...shown]))).toBe('');
  });

  it('the types of answerback/ink resolve with Ink and React, and its example compiles', async () => {
    const example = /^```jsx\n([\s\S]*?)^```$/m.exec(readFileSync('docs/DIALOG.md', 'utf8'))?.[1] ?? '';
    const files = { 'entry.ts': using('answerback/ink'), 'example.jsx': example };
    expect(await complaints(project('ink', 'react', '@types/react'), resolution, files)).toBe('');
  });

  it('a presenter that returns another shape does not compile', async () => {
    expect(await complaints(project(), resolution, { 'wrong.ts': WRONG_SHAPES })).toBe('');
  });
});

it('types are in the package for everything it exports, and nothing else is missing from it', () => {
  for (const { types } of Object.values(exports)) expect(readFileSync(join(packed, types), 'utf8')).not.toBe('');
  expect(readdirSync(packed)).toEqual(expect.arrayContaining(['dist', 'docs', 'skills', 'README.md', 'CHANGELOG.md', 'LICENSE']));
});

it('what must start quickly is without schemas: those are loaded only for a broker of another build', () => {
  const dist = join(packed, 'dist');
  const hasSchemas = (name: string) => readFileSync(join(dist, name), 'utf8').includes('_zod');
  for (const name of ['answerback.js', 'hook.cjs', 'index.js', 'pi.js'])
    expect([...loadedBy(name, dist)].filter(hasSchemas), name).toEqual([]);
  expect(readdirSync(dist).filter((name) => name.startsWith('part-') && hasSchemas(name))).not.toEqual([]);
});

it('installs into an empty prefix: the command, the man page, an ask, the types; and uninstalls without a trace but its own folder', async () => {
  const prefix = mkdtempSync(join(folder, 'prefix-'));
  const userHome = mkdtempSync(join(folder, 'home-'));
  const user = {
    ...process.env,
    ANSWERBACK_HOME: '',
    ANSWERBACK_PORT: '0',
    CLAUDE_CONFIG_DIR: '',
    NO_COLOR: '1',
    HOME: userHome,
    PATH: `${prefix}/bin:${process.env.PATH}`,
    XDG_STATE_HOME: '',
    XDG_CONFIG_HOME: '',
  };
  const npm = (...args: string[]) =>
    run('npm', [...args, '-g', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund'], { env: process.env });
  const answerback = (...args: string[]) => run('answerback', args, { env: user, cwd: userHome });
  const state = join(userHome, '.local/state/answerback');
  try {
    await npm('install', tarball);
    expect((await answerback('--version')).stdout).toBe(`${version}\n`);
    expect(readFileSync(join(prefix, 'share/man/man1/answerback.1'), 'utf8')).toMatch(/^\.TH ANSWERBACK 1 /);
    expect(readdirSync(join(prefix, 'lib/node_modules/answerback/dist/types'))).toContain('library');
    expect((await answerback('doctor')).stdout).toMatch(/self-test +a question was asked, answered and verified/);
    const id = (await answerback('ask', 'Ship it?', '-o', 'Yes', '-o', 'No', '--no-wait')).stdout.trim();
    await answerback('answer', id, '2');
    expect((await answerback('wait', id)).stdout).toBe('No\n');
    await answerback('broker', 'stop');
    await npm('uninstall', 'answerback');
    expect(filesIn(prefix)).toEqual([]);
    expect(filesIn(userHome).filter((file) => !file.startsWith(state))).toEqual([]);
    expect(readdirSync(state)).toContain('journal.db');
  } finally {
    await answerback('broker', 'stop').catch(() => {});
  }
});

const filesIn = (at: string): readonly string[] =>
  readdirSync(at, { withFileTypes: true, recursive: true }).flatMap((each) =>
    each.isDirectory() ? [] : [join(each.parentPath, each.name)],
  );

describe('the examples of', () => {
  let at: Home;
  beforeEach(() => {
    at = home();
  });
  afterEach(() => at.close());

  it.each(EXAMPLES)('%s run', async (_, text) => {
    const made = project();
    withAgentSdk(made);
    writeFileSync(join(made, 'example.js'), text);
    const program = spawn(process.execPath, ['example.js'], { cwd: made, env: at.env });
    // Only dialogs read it. Ours asks whether to submit.
    program.stdin.end('2\ny\n');
    let out = '';
    let err = '';
    program.stdout.on('data', (chunk) => {
      out += chunk;
    });
    program.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const over = new Promise<number | null>((done) => program.on('close', done));
    const isAsked = /\bask\(|query\(/.test(text);
    if (isAsked && !text.includes('presenter')) {
      const reader = at.client();
      const { id } = await eventually(async () => (await reader.list({ state: ['open'] })).asks[0]);
      await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
      await eventually(async () => (await reader.show(id)).state === 'verified');
      expect({ code: await over, err }).toEqual({ code: 0, err: '' });
    }
    expect(await over, err).toBe(0);
    if (isAsked) expect(out.trim().split('\n').at(-1)).toContain('SQLite');
  });

  it('the shell, in README.md, run', async () => {
    const [, script] = /^```\n(colour=.*\n)```$/m.exec(readFileSync('README.md', 'utf8')) ?? [];
    const bin = join(project(), 'node_modules/answerback/dist');
    symlinkSync(join(bin, 'answerback.js'), join(bin, 'answerback'));
    const shell = run('sh', ['-c', `${script}printf %s "$colour"`], { env: { ...at.env, PATH: `${bin}:${process.env.PATH}` } });
    const reader = at.client();
    const { id } = await eventually(async () => (await reader.list({ state: ['open'] })).asks[0]);
    await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
    expect((await shell).stdout).toBe('Blue');
  });
});

/** In place of the Claude Agent SDK, which is too large for these tests. test/agents runs the same example with the real one. */
function withAgentSdk(at: string): void {
  const sdk = join(at, 'node_modules/@anthropic-ai/claude-agent-sdk');
  mkdirSync(sdk, { recursive: true });
  writeFileSync(join(sdk, 'package.json'), '{"type": "module", "exports": {"types": "./index.d.ts", "default": "./index.js"}}');
  writeFileSync(
    join(sdk, 'index.js'),
    `export async function* query({ options }) {
  const questions = [{ question: 'Which database?', header: 'Database', options: [{ label: 'Postgres' }, { label: 'SQLite' }], multiSelect: false }];
  const { updatedInput } = await options.canUseTool('AskUserQuestion', { questions }, { signal: new AbortController().signal, toolUseID: 'toolu_1' });
  const event = { hook_event_name: 'PostToolUse', tool_name: 'AskUserQuestion', tool_response: updatedInput };
  for (const { hooks } of options.hooks.PostToolUse) for (const hook of hooks) await hook(event, 'toolu_1', {});
  yield updatedInput.answers;
}
`,
  );
  writeFileSync(
    join(sdk, 'index.d.ts'),
    `type Result = { behavior: 'allow'; updatedInput?: Record<string, unknown> } | { behavior: 'deny'; message: string };
type Call = { signal: AbortSignal; toolUseID: string; agentID?: string; requestId: string };
type Hook = (input: { hook_event_name: string }, toolUseID: string | undefined, options: { signal: AbortSignal }) => Promise<{ continue?: boolean }>;
export function query(params: {
  prompt: string;
  options?: {
    canUseTool?: (tool: string, input: Record<string, unknown>, options: Call) => Promise<Result | null>;
    hooks?: Partial<Record<'PreToolUse' | 'PostToolUse' | 'PostToolUseFailure', { hooks: Hook[] }[]>>;
  };
}): AsyncGenerator<unknown, void>;
`,
  );
}
