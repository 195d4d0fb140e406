// The real clients read what `answerback setup mcp` wrote, start our server, and no longer know it after --undo.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFakeModel } from '../support/agents/fake-model.ts';
import { claudeBinary } from '../support/agents/install.ts';
import { CLAUDE_CODE, codexBinary, geminiCli } from '../support/agents/packages.ts';
import { eventually } from '../support/eventually.ts';
import { by, CLI, type Home, home } from '../support/home.ts';
import { opencodeBinary } from '../support/opencode/install.ts';

let at: Home;
let user: string;
let project: string;
beforeEach(() => {
  at = home();
  user = mkdtempSync(join(tmpdir(), 'user-'));
  project = join(user, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
});
afterEach(async () => {
  await at.close();
  rmSync(user, { recursive: true, force: true });
});

const environment = () => ({
  ...at.env,
  HOME: user,
  // It takes an empty one as a folder.
  CLAUDE_CONFIG_DIR: undefined,
  XDG_CONFIG_HOME: '',
  XDG_DATA_HOME: join(user, 'data'),
  XDG_STATE_HOME: '',
  CODEX_HOME: join(user, '.codex'),
  GEMINI_CLI_HOME: '',
  GEMINI_CLI_TRUST_WORKSPACE: 'true',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
});

/** Everything that it prints. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, { env: environment(), cwd: project });
  return stripVTControlCharacters(stdout + stderr);
}
const setup = (...args: string[]) => run(process.execPath, [CLI, 'setup', 'mcp', ...args]);

type Known = { readonly list: () => Promise<string>; readonly connected: RegExp; readonly file: string; readonly before: string };
const clients: Readonly<Record<string, () => Promise<Known>>> = {
  'claude-code': async () => {
    const claude = await claudeBinary(CLAUDE_CODE);
    const before = '{\n  "numStartups": 7,\n  "mcpServers": {}\n}\n';
    return { list: () => run(claude, ['mcp', 'list']), connected: /answerback: .* mcp - . Connected/, file: '.claude.json', before };
  },
  codex: async () => {
    const codex = await codexBinary();
    const before = '# mine\nmodel = "some-model"\n\n[mcp_servers.other]\ncommand = "true" # theirs\nenabled = false\n';
    // It does not start servers for a list.
    return {
      list: () => run(codex, ['mcp', 'list']),
      connected: /^answerback .* mcp --hold 1h .* enabled/m,
      file: '.codex/config.toml',
      before,
    };
  },
  gemini: async () => {
    const program = join(await geminiCli(), 'bundle/gemini.js');
    const before = '{\n  // mine\n  "ui": { "hideTips": true }\n}\n';
    const list = () => run(process.execPath, [program, 'mcp', 'list']);
    return { list, connected: /answerback: .* mcp --hold 1h \(stdio\) - Connected/, file: '.gemini/settings.json', before };
  },
  opencode: async () => {
    const opencode = await opencodeBinary();
    const before = '{\n  "$schema": "https://opencode.ai/config.json",\n  // mine\n  "autoupdate": false,\n}\n';
    return {
      list: () => run(opencode, ['mcp', 'list']),
      connected: /✓ answerback connected/,
      file: '.config/opencode/opencode.jsonc',
      before,
    };
  },
};

describe.each(Object.entries(clients))('the real %s', (name, start) => {
  it('connects to our server with the settings of the user around it, until it is removed', async () => {
    const { list, connected, file, before } = await start();
    mkdirSync(join(user, file, '..'), { recursive: true });
    writeFileSync(join(user, file), before);
    expect(await setup(name)).toContain('✓');
    expect(await list()).toMatch(connected);
    await setup(name, '--undo');
    expect(await list()).not.toContain('answerback');
    if (name !== 'claude-code') expect(readFileSync(join(user, file), 'utf8')).toBe(before);
  });

  it('connects where it had no settings', async () => {
    const { list, connected } = await start();
    await setup(name);
    expect(await list()).toMatch(connected);
  });
});

it('Codex knows the time limit', async () => {
  await setup('codex');
  expect(await run(await codexBinary(), ['mcp', 'get', 'answerback'])).toContain('tool_timeout_sec: 3660');
});

it('an entry that Claude Code itself has rewritten is recognised, updated and removed', async () => {
  const claude = await claudeBinary(CLAUDE_CODE);
  await setup('claude-code');
  await run(claude, ['mcp', 'add', '-s', 'user', 'other', '--', 'true']);
  await setup('claude-code', '--hold', '5m');
  expect(await run(claude, ['mcp', 'get', 'answerback'])).toContain('--hold 5m');
  await setup('claude-code', '--undo');
  const list = await run(claude, ['mcp', 'list']);
  expect(list).toContain('other');
  expect(list).not.toContain('answerback');
});

it('claude -p refuses the tool until it is allowed as setup says, then it asks and gets the answer', async () => {
  const claude = await claudeBinary(CLAUDE_CODE);
  const model = await startFakeModel();
  try {
    const options = ['SQLite', 'Postgres'].map((label) => ({ label, description: label }));
    const input = { questions: [{ question: 'Which database?', header: 'Database', multiSelect: false, options }] };
    const [refused = '', asked = ''] = ['one', 'two'].flatMap((id) =>
      model.script(`ask ${id}`, [{ tools: [{ name: 'mcp__answerback__ask_user_question', input }] }]),
    );
    const env = { ...environment(), ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-ant-api03-not-a-real-one' };
    const ask = (prompt: string) => promisify(execFile)(claude, ['-p', prompt], { env, cwd: project });
    expect((await setup('claude-code')).replaceAll(/\s+/g, ' ')).toContain('add "mcp__answerback" to permissions.allow');
    await ask('ask one');
    expect(await model.toolResult(refused)).toMatchObject({ isError: true, content: expect.stringContaining('permission') });
    mkdirSync(join(user, '.claude'), { recursive: true });
    writeFileSync(join(user, '.claude/settings.json'), '{"permissions": {"allow": ["mcp__answerback"]}}');
    const over = ask('ask two');
    const reader = at.client();
    const { id } = await eventually(async () => (await reader.list({ state: ['open'] })).asks[0]);
    await reader.decide(id, { kind: 'answers', answers: [1] }, by('ada'));
    expect((await model.toolResult(asked)).content).toContain('{"Database":"SQLite"}');
    await over;
  } finally {
    await model.stop();
  }
});

it('claude -p offers the tool in its first request, also if our server takes seconds to start', async () => {
  const claude = await claudeBinary(CLAUDE_CODE);
  const model = await startFakeModel();
  try {
    await setup('claude-code');
    const file = join(user, '.claude.json');
    const { mcpServers, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as {
      mcpServers: { answerback: { command: string; args: string[] } };
    };
    const { command, args, ...entry } = mcpServers.answerback;
    const slow = { ...entry, command: '/bin/sh', args: ['-c', 'sleep 3; exec "$@"', 'sh', command, ...args] };
    writeFileSync(file, JSON.stringify({ ...rest, mcpServers: { answerback: slow } }));
    const env = { ...environment(), ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-ant-api03-not-a-real-one' };
    await promisify(execFile)(claude, ['-p', 'hello'], { env, cwd: project });
    const [first] = model.requests.filter(({ side }) => !side);
    expect(first?.body.tools?.map(({ name }) => name)).toContain('mcp__answerback__ask_user_question');
  } finally {
    await model.stop();
  }
});

it('a project file works for whoever has answerback on the PATH', async () => {
  const bin = join(user, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'answerback'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`, { mode: 0o755 });
  await setup('opencode', '--project');
  const { stdout } = await promisify(execFile)(await opencodeBinary(), ['mcp', 'list'], {
    env: { ...environment(), PATH: `${bin}:${process.env.PATH}` },
    cwd: project,
  });
  expect(stripVTControlCharacters(stdout)).toMatch(/✓ answerback connected/);
});

describe('the skill', () => {
  it.each([
    ['codex', async () => run(await codexBinary(), ['debug', 'prompt-input', 'hello'])],
    ['gemini', async () => run(process.execPath, [join(await geminiCli(), 'bundle/gemini.js'), 'skills', 'list'])],
    ['opencode', async () => run(await opencodeBinary(), ['debug', 'skill'])],
  ] as const)('is found by the real %s', async (name, known) => {
    await setup(name, '--skill');
    expect(await known()).toContain('When and how to ask the user a question');
  });
});
