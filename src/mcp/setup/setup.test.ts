// Our entry in the settings of each client: written, updated, refused and removed, in temporary folders.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeAt } from '../../client/place.ts';
import { carryOut, carryOutUndo } from '../../setup/change.ts';
import type { SetupContext } from '../../setup/connection.ts';
import { checkClients } from './check.ts';
import type { McpClient } from './client.ts';
import { MCP_CLIENTS } from './clients/list.ts';
import { isOurs } from './server.ts';
import { entryIn, formatOf, type McpSetupOptions, printed, setupFor } from './setup.ts';

let root: string;
let at: SetupContext;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mcp-setup-'));
  for (const folder of ['dist', 'home', 'project/.git']) mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(join(root, 'skills/ask-user-question'), { recursive: true });
  writeFileSync(join(root, 'dist/answerback.js'), '');
  writeFileSync(join(root, 'skills/ask-user-question/SKILL.md'), 'When to ask\n');
  at = {
    env: { HOME: join(root, 'home') },
    cwd: join(root, 'project'),
    place: placeAt(join(root, 'answerback')),
    client: () => {
      throw new Error('setup mcp needs no broker');
    },
    node: process.execPath,
    programs: join(root, 'dist'),
  };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const CLIENT_NAMES = MCP_CLIENTS.map(({ name }) => name);
const client = (name: string) => MCP_CLIENTS.find((each) => each.name === name) as McpClient;
const OPTIONS: McpSetupOptions = { project: false, hold: undefined, elicit: false, skill: false };
async function add(name: string, options: Partial<McpSetupOptions> = {}) {
  const plan = await setupFor(client(name), { ...OPTIONS, ...options }).plan(at, {});
  if (plan.kind === 'plan') expect(carryOut(plan.changes, at.place.undo, 1)).toEqual({ kind: 'done' });
  return plan;
}
async function undo(name: string, options: Partial<McpSetupOptions> = {}) {
  const plan = await setupFor(client(name), { ...OPTIONS, ...options }).planUndo(at, {});
  if (plan.kind === 'plan') expect(carryOutUndo(plan.changes)).toMatchObject({ kind: 'done' });
  return plan;
}
const file = (name: string, scope: 'user' | 'project' = 'user') => client(name).files(at, scope).at(-1) ?? '';
const text = (name: string) => readFileSync(file(name), 'utf8');
const entry = (name: string) => entryIn(client(name), file(name));
function given(name: string, content: string): void {
  mkdirSync(dirname(file(name)), { recursive: true });
  writeFileSync(file(name), content);
}

const WORDS = () => [join(root, 'dist/answerback.js'), 'mcp'];
/** A file of the user, before setup, and an addition that the user makes afterwards. */
const toml = { before: '# mine\nmodel = "o3"', other: (now: string) => `${now}\n[mcp_servers.other]\ncommand = "x"\n` };
const json = { before: '{\n\t"theirs": [1, 2],\n\t"a": {"b": null}\n}', other: (now: string) => now.replace('[1, 2]', '[1, 2, 3]') };
const sample = (name: string) => (name === 'codex' ? toml : json);

describe.each(CLIENT_NAMES)('%s', (name) => {
  it('is written where there was no file, with the program that runs, and leaves nothing behind', async () => {
    expect(await add(name)).toMatchObject({ kind: 'plan', heading: `${client(name).title}, ${file(name)}` });
    expect(isOurs(entry(name))).toBe(true);
    expect(JSON.stringify(entry(name))).toContain(JSON.stringify(WORDS()).slice(1, -1));
    expect(await undo(name)).toMatchObject({ report: { changed: true } });
    expect(readdirSync(join(root, 'home'))).toEqual([]);
  });

  it('changes nothing the second time, and there is nothing to undo the second time', async () => {
    await add(name);
    expect(await add(name)).toMatchObject({ changes: [] });
    await undo(name);
    expect(await undo(name)).toMatchObject({ changes: [], nothing: [{ text: expect.stringContaining('Nothing to undo') }] });
  });

  it.each(['', ' \n', undefined])('keeps a file with %j in it byte for byte', async (content) => {
    const before = content ?? sample(name).before;
    given(name, before);
    await add(name);
    if (content === undefined) for (const line of before.split('\n')) expect(text(name)).toContain(line.replace(/[{}]$/, ''));
    expect(isOurs(entry(name))).toBe(true);
    await undo(name);
    expect(text(name)).toBe(before);
  });

  it('only the entry goes if the file was changed since, and the original is kept', async () => {
    given(name, sample(name).before);
    await add(name);
    writeFileSync(file(name), sample(name).other(text(name)));
    const plan = await undo(name);
    expect(plan).toMatchObject({ changes: [{ way: 'remove' }] });
    const expected = sample(name).other(`${sample(name).before}${name === 'codex' ? '\n' : ''}`);
    expect(text(name)).toBe(expected);
    expect(existsSync(join(at.place.undo))).toBe(true);
  });

  it('updates an older entry of ours, and undo restores what was before the first setup', async () => {
    given(name, sample(name).before);
    await add(name, { hold: { text: '5m', ms: 300_000 } });
    expect(JSON.stringify(entry(name))).toContain('"--hold","5m"');
    expect(await add(name)).toMatchObject({ report: { changed: true } });
    expect(JSON.stringify(entry(name))).not.toContain('"5m"');
    await undo(name);
    expect(text(name)).toBe(sample(name).before);
  });

  it("does not touch another program's entry of this name", async () => {
    const theirs = formatOf(client(name)).print({ command: 'their-program', args: ['serve'] });
    given(name, theirs);
    expect(await add(name)).toMatchObject({ kind: 'refused', fix: expect.stringContaining('--print') });
    expect(await undo(name)).toMatchObject({ changes: [] });
    expect(text(name)).toBe(theirs);
  });

  it('brings back an entry for our program that was written by hand, or refuses it', async () => {
    const byHand = formatOf(client(name)).print(
      name === 'opencode' ? { command: ['answerback', 'mcp'] } : { command: 'answerback', args: ['mcp'] },
    );
    if (name === 'codex') {
      const table = byHand.replaceAll(/^#.*\n/gm, '');
      given(name, table);
      expect(await add(name)).toMatchObject({ kind: 'refused', line: 1, fix: expect.stringContaining('--print') });
      return expect(await undo(name)).toMatchObject({ changes: [] });
    }
    given(name, byHand);
    await add(name);
    writeFileSync(file(name), `${text(name)}\n`);
    await undo(name);
    expect(text(name)).toBe(`${byHand}\n`);
  });

  it('writes behind a symlink', async () => {
    const target = join(root, 'dotfiles');
    writeFileSync(target, sample(name).before);
    mkdirSync(dirname(file(name)), { recursive: true });
    symlinkSync(target, file(name));
    await add(name);
    expect(lstatSync(file(name)).isSymbolicLink()).toBe(true);
    expect(isOurs(entryIn(client(name), target))).toBe(true);
    await undo(name);
    expect(readFileSync(target, 'utf8')).toBe(sample(name).before);
  });

  it('refuses a file that is read-only, broken or not UTF-8', async () => {
    given(name, 'a = [1\n{"a": ');
    expect(await add(name)).toMatchObject({
      kind: 'refused',
      line: expect.any(Number),
      fix: expect.stringContaining(`setup mcp ${name} --print`),
    });
    expect(await undo(name)).toMatchObject({ kind: 'refused' });
    writeFileSync(file(name), Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await add(name)).toMatchObject({ kind: 'refused', reason: 'the file is not UTF-8' });
    given(name, sample(name).before);
    chmodSync(file(name), 0o444);
    expect(await add(name)).toMatchObject({ kind: 'refused', reason: 'the file is read-only' });
  });

  it('keeps a byte order mark', async () => {
    given(name, `\ufeff${sample(name).before}`);
    await add(name);
    expect(text(name).startsWith('\ufeff')).toBe(true);
    expect(isOurs(entry(name))).toBe(true);
  });

  it('--project: has no paths of this computer', async () => {
    at = { ...at, env: { ...at.env, ANSWERBACK_HOME: join(root, 'answerback') }, cwd: join(root, 'project') };
    const plan = await add(name, { project: true });
    if (name === 'openclaw') return expect(plan).toMatchObject({ kind: 'misuse' });
    const path = file(name, 'project');
    expect(path.startsWith(join(root, 'project'))).toBe(true);
    expect(readFileSync(path, 'utf8')).not.toContain(root);
    expect(isOurs(entryIn(client(name), path))).toBe(true);
    await undo(name, { project: true });
    expect(readdirSync(join(root, 'project'))).toEqual(['.git']);
  });
});

describe('where the settings are', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['claude-code', {}, 'home/.claude.json'],
    ['claude-code', { CLAUDE_CONFIG_DIR: '../claude' }, 'claude/.claude.json'],
    ['codex', { CODEX_HOME: '../codex' }, 'codex/config.toml'],
    ['gemini', { GEMINI_CLI_HOME: '../gemini' }, 'gemini/.gemini/settings.json'],
    ['gemini', {}, 'home/.gemini/settings.json'],
    ['opencode', { XDG_CONFIG_HOME: '../xdg' }, 'xdg/opencode/opencode.json'],
    ['opencode', { OPENCODE_CONFIG: '../mine.json' }, 'home/.config/opencode/opencode.json'],
    ['openclaw', { OPENCLAW_STATE_DIR: '../claw' }, 'claw/openclaw.json'],
    ['openclaw', { OPENCLAW_CONFIG_PATH: '../claw.json' }, 'claw.json'],
    ['cursor', {}, 'home/.cursor/mcp.json'],
    ['vscode', { VSCODE_PORTABLE: '../portable' }, 'portable/user-data/User/mcp.json'],
    ['vscode', { VSCODE_APPDATA: '../data' }, 'data/Code/User/mcp.json'],
  ])('%s with %j: %s', async (name, env, path) => {
    at = { ...at, env: { ...at.env, ...env } };
    await add(name);
    expect(existsSync(resolve(root, path))).toBe(true);
  });

  it('the file that exists is used, and undo finds our entry where it is', async () => {
    const folder = join(root, 'home/.config/opencode');
    await add('opencode');
    writeFileSync(join(folder, 'opencode.jsonc'), '{}');
    await undo('opencode');
    expect(readdirSync(folder)).toEqual(['opencode.jsonc']);
    await add('opencode');
    expect(readdirSync(folder)).toEqual(['opencode.jsonc']);
    mkdirSync(join(root, 'home/.claude'));
    writeFileSync(join(root, 'home/.claude/.config.json'), '{}');
    await add('claude-code');
    expect(existsSync(file('claude-code'))).toBe(false);
  });
});

describe('time limits', () => {
  it.each<[string, object]>([
    ['codex', { tool_timeout_sec: 3660 }],
    ['gemini', { timeout: 3_660_000, trust: true }],
    ['opencode', { timeout: 60_000 }],
    ['openclaw', { requestTimeoutMs: 3_660_000 }],
  ])('%s lets a call wait for an hour', async (name, limit) => {
    await add(name);
    expect(entry(name)).toMatchObject(limit);
    expect(JSON.stringify(entry(name))).toContain('"--hold","1h"');
  });

  it('--hold raises the limit of the client, and says what cannot be raised', async () => {
    const hold = { text: '10m', ms: 600_000 };
    const plan = await add('claude-code', { hold });
    expect(entry('claude-code')).toMatchObject({ timeout: 660_000 });
    expect(JSON.stringify(plan)).toContain('CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=0');
    expect(await add('cursor', { hold })).toMatchObject({ warnings: [expect.stringContaining('no setting')] });
    expect(JSON.stringify(await add('claude-code'))).not.toContain('BACKGROUND');
  });
});

it('passes on where the broker is, and --elicit', async () => {
  at = { ...at, env: { ...at.env, ANSWERBACK_HOME: join(root, 'answerback'), XDG_STATE_HOME: '' } };
  await add('codex', { elicit: true });
  expect(entry('codex')).toMatchObject({
    args: expect.arrayContaining(['mcp', '--elicit']),
    env: { ANSWERBACK_HOME: join(root, 'answerback') },
  });
});

describe('--skill', () => {
  const skill = () => join(root, 'home/.claude/skills/ask-user-question/SKILL.md');

  it('is installed with the entry and goes with it', async () => {
    await add('claude-code', { skill: true });
    expect(readFileSync(skill(), 'utf8')).toBe('When to ask\n');
    await undo('claude-code');
    expect(readdirSync(join(root, 'home'))).toEqual([]);
  });

  it('stays if the user changed it', async () => {
    await add('claude-code', { skill: true });
    writeFileSync(skill(), 'mine');
    expect(await add('claude-code', { skill: true })).toMatchObject({ changes: [], left: [skill()] });
    expect(await undo('claude-code')).toMatchObject({
      afterwards: expect.arrayContaining([{ kind: 'text', text: expect.stringContaining('stays') }]),
    });
    expect(readFileSync(skill(), 'utf8')).toBe('mine');
  });

  it('is refused where no folder for skills is known', async () => {
    expect(await add('cursor', { skill: true })).toMatchObject({ kind: 'misuse' });
  });
});

describe('--print', () => {
  it('is what setup writes into a new file', async () => {
    for (const name of CLIENT_NAMES) {
      await add(name);
      expect(printed(at, client(name), OPTIONS)).toEqual({ file: file(name), text: text(name) });
    }
  });

  it('has a form for any other client', () => {
    const { file: none, text: shown } = printed(at, undefined, OPTIONS);
    expect(none).toBeNull();
    expect(JSON.parse(shown)).toEqual({ mcpServers: { answerback: { command: process.execPath, args: WORDS() } } });
  });
});

describe('doctor', () => {
  it('names the clients that have our server', async () => {
    expect(checkClients(at, MCP_CLIENTS)).toMatchObject({ state: 'off', message: expect.stringContaining('no client') });
    await add('codex');
    await add('gemini');
    await add('gemini', { project: true });
    expect(checkClients(at, MCP_CLIENTS)).toEqual({ state: 'ok', message: 'Codex, Gemini CLI' });
  });

  it('warns of an entry whose program is gone', async () => {
    await add('codex');
    rmSync(join(root, 'dist/answerback.js'));
    expect(checkClients(at, MCP_CLIENTS)).toMatchObject({ state: 'warning', fix: 'Update it: answerback setup mcp codex' });
  });

  it('says nothing about files that it cannot read', () => {
    given('codex', 'broken [');
    mkdirSync(file('cursor'), { recursive: true });
    expect(checkClients(at, MCP_CLIENTS)).toMatchObject({ state: 'off' });
  });
});

it('JSON5, which OpenClaw reads and we cannot change, is refused as such', async () => {
  given('openclaw', "{ gateway: { mode: 'local' } }");
  expect(await add('openclaw')).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('cannot change JSON5'),
    line: 1,
    column: 3,
  });
});
