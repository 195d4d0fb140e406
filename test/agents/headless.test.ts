// Claude Code without a terminal: `claude -p` keeps its own behaviour unless the configuration says otherwise, and under a host either side answers.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { claudeBinary } from '../support/agents/install.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { by, type Home, home } from '../support/home.ts';
import { ownPort } from '../support/own-port.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { answers } from '../support/samples.ts';

/** Older ones do not call the PermissionRequest hook in a headless run, so nothing can be asked there. */
const CALLS_HOOK = Number(CLAUDE_CODE.split('.')[2]) >= 300;
const COMMAND = { name: 'Bash', input: { command: 'npm run build', description: 'x' } };
const PROMPT = 'build it';

let at: Home;
let client: Client;
let model: FakeModel;
let folder: string;
let binary: string;
beforeEach(async () => {
  at = home();
  at.env.ANSWERBACK_PORT = String(await ownPort());
  model = await startFakeModel();
  folder = mkdtempSync(join(tmpdir(), 'headless-'));
  binary = await claudeBinary(CLAUDE_CODE);
});
afterEach(async () => {
  for (const group of started.splice(0)) endGroup(group);
  await model.stop();
  await at.close();
  await removeFolder(folder);
});

/** The process groups of what a test has started. One that waits for an answer would wait for a day. */
const started: number[] = [];

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

type Hooks = { readonly [event: string]: unknown };

/** After `answerback setup claude-code`. Unless `config` says otherwise, Claude Code has another folder than the broker expects. */
async function setUp({
  setting = '',
  via = 'port' as 'port' | 'socket',
  changed = (hooks: Hooks) => hooks,
  config = join(folder, 'config'),
} = {}) {
  writeFileSync(at.place.config, setting);
  client = at.client();
  const settings = await hookSettings(at, CLAUDE_CODE, via);
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, 'settings.json'), JSON.stringify({ ...settings, hooks: changed(settings.hooks as Hooks) }));
  return environment(config);
}

const environment = (config: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  CLAUDE_CONFIG_DIR: config,
  ANTHROPIC_BASE_URL: model.url,
  ANTHROPIC_API_KEY: 'sk-ant-api03-answerback-test-key-not-a-real-one',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  IS_SANDBOX: '1',
});

/** Runs a shell command. `$claude` in it is the program with the arguments that make every version ask. */
function run(command: string, env: Record<string, string>) {
  const wrapper = join(folder, 'claude');
  writeFileSync(wrapper, `#!/bin/sh\nexec '${binary}' --permission-mode default "$@"\n`, { mode: 0o755 });
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...env, claude: wrapper },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  started.push(child.pid as number);
  const lines = createInterface({ input: child.stdout });
  return { child, lines, over: new Promise<number | null>((done) => child.on('close', done)) };
}

/** What the model is told when there is no Answerback. */
async function withoutUs(): Promise<unknown> {
  const config = join(folder, 'without');
  mkdirSync(config);
  const [id = ''] = model.script(PROMPT, [{ tools: [COMMAND] }]);
  await run(`$claude -p '${PROMPT}' < /dev/null`, environment(config)).over;
  return model.toolResult(id);
}

const asks = async () => (await client.list({})).asks;
const open = () => eventually(async () => (await client.list({ state: ['open'] })).asks[0]);

describe(`claude -p ${CLAUDE_CODE} after setup`, () => {
  it.each([
    ['with -p', `$claude -p '${PROMPT}' < /dev/null`],
    ['with --print, and its prompt piped in', `echo '${PROMPT}' | $claude --print`],
    ['without a terminal, as cron starts it', `setsid $claude -p '${PROMPT}' < /dev/null > out`],
    ['in a shell that a shell has started', `sh -c "sh -c \\"$claude -p '${PROMPT}'\\" < /dev/null; true"`],
    ['in a terminal', `script -qec "$claude -p '${PROMPT}'" /dev/null < /dev/null`],
    ['in a terminal, without -p, but with its output in a file', `script -qec "$claude '${PROMPT}' > out" /dev/null < /dev/null`],
    ['by an interactive session', `CLAUDECODE=1 CLAUDE_CODE_ENTRYPOINT=cli $claude -p '${PROMPT}' < /dev/null`],
    ['by a program with a name of its own', `CLAUDE_CODE_ENTRYPOINT=sdk-ts $claude -p '${PROMPT}' < /dev/null`],
    [
      'as a conversation, without anybody who is asked',
      `echo '{"type":"user","message":{"role":"user","content":"${PROMPT}"}}' | $claude -p --input-format stream-json --output-format stream-json --verbose`,
    ],
  ])('is denied what needs a permission, as without us: started %s', async (_, command) => {
    const expected = await withoutUs();
    const env = await setUp();
    const [id = ''] = model.script(PROMPT, [{ tools: [COMMAND] }]);
    expect(await run(command, env).over).toBe(0);
    expect(await model.toolResult(id)).toEqual(expected);
    expect(await asks()).toEqual([]);
  });

  it('is recognised with hooks that use the socket, too', async () => {
    const env = await setUp({ via: 'socket' });
    const [id = ''] = model.script(PROMPT, [{ tools: [COMMAND] }]);
    expect(await run(`$claude -p '${PROMPT}' < /dev/null`, env).over).toBe(0);
    expect(await model.toolResult(id)).toMatchObject({ isError: true });
    expect(await asks()).toEqual([]);
  });

  it('is recognised even if it began before the hooks were there', async () => {
    const env = await setUp({ changed: ({ SessionStart: _, ...rest }) => rest, config: at.env.CLAUDE_CONFIG_DIR as string });
    const [id = ''] = model.script(PROMPT, [{ tools: [COMMAND] }]);
    expect(await run(`$claude -p '${PROMPT}' < /dev/null`, env).over).toBe(0);
    expect(await model.toolResult(id)).toMatchObject({ isError: true });
    expect(await asks()).toEqual([]);
  });
});

describe.runIf(CALLS_HOOK)(`claude -p ${CLAUDE_CODE} with \`headless: ask\``, () => {
  const ASK = 'claude-code: { headless: ask }\n';

  it('asks, and does what is allowed', async () => {
    const env = await setUp({ setting: ASK });
    const [id = ''] = model.script(PROMPT, [{ tools: [{ ...COMMAND, input: { ...COMMAND.input, command: 'touch made && echo hello' } }] }]);
    const { over } = run(`$claude -p '${PROMPT}' < /dev/null`, env);
    const ask = await open();
    expect(ask).toMatchObject({ kind: 'permission', questions: [{ text: 'Allow Bash: touch made && echo hello?' }] });
    expect((ask.deadline as number) - ask.createdAt).toBe(600_000);
    await client.decide(ask.id, answers('Yes'), by('ada'));
    expect(await model.toolResult(id)).toMatchObject({ isError: false });
    expect(await over).toBe(0);
    expect(existsSync(join(folder, 'made'))).toBe(true);
    await expect.poll(async () => (await client.show(ask.id)).state).toBe('verified');
    expect(await asks()).toHaveLength(1);
  });

  it('asks, and is told that the command is denied', async () => {
    const env = await setUp({ setting: ASK });
    const [id = ''] = model.script(PROMPT, [{ tools: [COMMAND] }]);
    const { over } = run(`$claude -p '${PROMPT}' < /dev/null`, env);
    const ask = await open();
    await client.decide(ask.id, { kind: 'decline', message: 'not on a Friday' }, by('ada'));
    expect(await model.toolResult(id)).toEqual({ isError: true, content: 'The user does not allow this: not on a Friday' });
    expect(await over).toBe(0);
    await expect.poll(async () => (await client.show(ask.id)).state).toBe('verified');
  });

  it('goes on as without us when nobody decides in time, and the ask says that it expired', async () => {
    const expected = await withoutUs();
    const env = await setUp({ setting: 'claude-code: { headless: { ask: 3s } }\n' });
    const [id = ''] = model.script(PROMPT, [{ tools: [COMMAND] }]);
    expect(await run(`$claude -p '${PROMPT}' < /dev/null`, env).over).toBe(0);
    expect(await model.toolResult(id)).toEqual(expected);
    expect(await asks()).toMatchObject([{ kind: 'permission', state: 'expired' }]);
  });
});

describe(`under a host that answers permissions, Claude Code ${CLAUDE_CODE}`, () => {
  const HOSTED = '$claude -p --input-format stream-json --output-format stream-json --verbose --permission-prompt-tool stdio';

  async function hosted(tool: { readonly name: string; readonly input: unknown }) {
    const env = await setUp();
    const [id = ''] = model.script(PROMPT, [{ tools: [tool] }]);
    const { child, lines, over } = run(HOSTED, env);
    const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
    const requested = new Promise<{ readonly request_id: string; readonly request: object }>((resolve) => {
      lines.on('line', (line) => {
        const message = JSON.parse(line);
        if (message.type === 'control_request') resolve(message);
        if (message.type === 'result') child.stdin.end();
      });
    });
    send({ type: 'user', message: { role: 'user', content: [{ type: 'text', text: PROMPT }] } });
    return { id, over, send, requested };
  }

  it('asks in the inbox, too, alongside the control request', async () => {
    const option = (label: string) => ({ label, description: 'x' });
    const options = [option('Postgres'), option('SQLite')];
    const input = { questions: [{ question: 'Which database?', header: 'Database', multiSelect: false, options }] };
    const { id, over, requested } = await hosted({ name: 'AskUserQuestion', input });
    expect((await requested).request).toMatchObject({ subtype: 'can_use_tool', tool_name: 'AskUserQuestion', tool_use_id: id });
    const ask = await open();
    await client.decide(ask.id, answers(2), by('ada'));
    expect((await model.toolResult(id)).content).toContain('"Which database?"="SQLite"');
    await expect.poll(async () => (await client.show(ask.id)).state).toBe('verified');
    expect(await over).toBe(0);
  });

  it('is answered by the host as fast as without us, and the ask closes', async () => {
    const { id, over, send, requested } = await hosted(COMMAND);
    const { request_id } = await requested;
    const denied = { behavior: 'deny', message: 'the host says no' };
    send({ type: 'control_response', response: { subtype: 'success', request_id, response: denied } });
    expect(await model.toolResult(id)).toEqual({ isError: true, content: 'the host says no' });
    expect(await over).toBe(0);
    await expect.poll(async () => (await client.list({ state: ['open'] })).asks).toEqual([]);
  });
});

it(`an interactive session ${CLAUDE_CODE} asks in the inbox, even if its environment comes from a headless run`, async () => {
  await setUp();
  const settings = JSON.parse(readFileSync(join(at.env.CLAUDE_CONFIG_DIR as string, 'settings.json'), 'utf8'));
  const env = { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', CLAUDE_CODE_SESSION_ATTENDED: '0' };
  const claude = await startClaude({ version: CLAUDE_CODE, model, settings, env, args: ['--permission-mode', 'default'] });
  try {
    const [id = ''] = model.script(PROMPT, [{ tools: [COMMAND] }]);
    await claude.prompt(PROMPT);
    const ask = await open();
    expect(ask.kind).toBe('permission');
    expect(ask.deadline).toBeUndefined();
    await client.decide(ask.id, { kind: 'decline', message: 'not on a Friday' }, by('ada'));
    expect(await model.toolResult(id)).toEqual({ isError: true, content: 'The user does not allow this: not on a Friday' });
    await expect.poll(async () => (await client.show(ask.id)).state).toBe('verified');
  } finally {
    await claude.stop();
  }
});
