// Claude Code without a terminal: questions over stdio (stream-json), answered through the same hooks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { claudeBinary } from '../support/agents/install.ts';
import { by, type Home, home } from '../support/home.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { answers } from '../support/samples.ts';

const VERSION = process.env.ANSWERBACK_CLAUDE ?? '2.1.325';

let at: Home;
let model: FakeModel;
let folder: string;
beforeEach(async () => {
  at = home();
  model = await startFakeModel();
  folder = mkdtempSync(join(tmpdir(), 'headless-'));
});
afterEach(async () => {
  await model.stop();
  await at.close();
  await removeFolder(folder);
});

it('answers a question over stdio by hook, alongside the control request', async () => {
  const client = at.client();
  const { url } = await client.status();
  const token = readFileSync(at.place.hookToken, 'utf8').trim();
  const hook = [
    { hooks: [{ type: 'http', url: `${url}/v1/channels/claude-code`, timeout: 600, headers: { Authorization: `Bearer ${token}` } }] },
  ];
  const config = join(folder, 'config');
  mkdirSync(config);
  writeFileSync(
    join(config, 'settings.json'),
    JSON.stringify({ hooks: Object.fromEntries(['PreToolUse', 'PermissionRequest', 'PostToolUse'].map((event) => [event, hook])) }),
  );
  const options = [
    { label: 'Postgres', description: 'x' },
    { label: 'SQLite', description: 'y' },
  ];
  const input = { questions: [{ question: 'Which database?', header: 'Database', multiSelect: false, options }] };
  const [id = ''] = model.script('ask me', [{ tools: [{ name: 'AskUserQuestion', input }] }]);

  const args = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose', '--permission-prompt-tool', 'stdio'];
  const claude = spawn(await claudeBinary(VERSION), args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CLAUDE_CONFIG_DIR: config,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'sk-ant-api03-answerback-test-key-not-a-real-one',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      IS_SANDBOX: '1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const over = once(claude, 'exit');
  try {
    const requested = new Promise<unknown>((resolve) => {
      createInterface({ input: claude.stdout }).on('line', (line) => {
        const message = JSON.parse(line);
        if (message.type === 'control_request') resolve(message.request);
      });
    });
    claude.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'ask me' }] } })}\n`);
    expect(await requested).toMatchObject({ subtype: 'can_use_tool', tool_name: 'AskUserQuestion', tool_use_id: id });
    await expect.poll(async () => (await client.list()).asks.length).toBe(1);
    const [ask] = (await client.list()).asks;
    await client.decide(ask?.id as string, answers(2), by('ada'));
    expect((await model.toolResult(id)).content).toContain('"Which database?"="SQLite"');
    await expect.poll(async () => (await client.show(ask?.id as string)).state).toBe('verified');
  } finally {
    claude.kill('SIGKILL');
    await over;
  }
});
