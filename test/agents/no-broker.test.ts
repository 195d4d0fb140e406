// Without a broker: the real Claude Code prints no errors when a service holds the port, or when its hooks use the socket.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopBroker } from '../../src/client/start.ts';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { eventually } from '../support/eventually.ts';
import { BROKER_PROGRAM, by, type Home, home } from '../support/home.ts';
import { ownPort } from '../support/own-port.ts';
import { answers } from '../support/samples.ts';

const ACTIVATOR = 'systemd-socket-activate';
const dialog = /Esc to cancel/;
const ERRORS = /ECONNREFUSED|hook error/g;

let at: Home;
let model: FakeModel;
let claude: ClaudeSession | undefined;
let port: number;
let activator: ChildProcess | undefined;

beforeAll(async () => {
  model = await startFakeModel();
  return () => model.stop();
});
beforeEach(async () => {
  at = home();
  port = await ownPort();
  at.env.ANSWERBACK_PORT = String(port);
});
afterEach(async () => {
  await claude?.stop();
  claude = undefined;
  await at.close();
  if (activator?.exitCode === null && activator.kill('SIGKILL')) await once(activator, 'exit');
  activator = undefined;
});

/** A session whose broker was stopped after it started. */
async function abandoned(via: 'port' | 'socket'): Promise<ClaudeSession> {
  const settings = await hookSettings(at, CLAUDE_CODE, via);
  claude = await startClaude({
    version: CLAUDE_CODE,
    model,
    settings,
    args: ['--permission-mode', 'default'],
    size: { columns: 120, rows: 60 },
  });
  await eventually(async () => (await at.client().sessions()).length === 1);
  await stopBroker(at.place);
  return claude;
}

const option = (label: string) => ({ label, description: `about ${label}` });
async function ask(session: ClaudeSession, text: string): Promise<string> {
  const input = { questions: [{ question: text, header: 'Pick', multiSelect: false, options: [option('Red'), option('Blue')] }] };
  const [id = ''] = model.script(text, [{ tools: [{ name: 'AskUserQuestion', input }] }]);
  await session.prompt(text);
  return id;
}

/** What Claude Code printed since this prompt. */
const errorsSince = async (session: ClaudeSession, prompt: string) => {
  // A notice of the turn before stays in the corner for some seconds.
  const screen = (await session.screen()).replaceAll(/^.*hook error occurred · .*$/gm, '');
  const [, ...rest] = screen.split(prompt);
  expect(rest).not.toEqual([]);
  return rest.join('').match(ERRORS);
};

async function answeredFromInbox(id: string): Promise<void> {
  const client = at.client();
  const open = await eventually(
    async () => (await at.pid()) !== undefined && (await client.list({ state: ['open'], kind: ['question'] })).asks[0],
  );
  await client.decide(open.id, answers(2), by('ada'));
  expect((await model.toolResult(id)).content).toContain('Blue');
  await expect.poll(async () => (await client.show(open.id)).state).toBe('verified');
}

describe.skipIf(spawnSync(ACTIVATOR, ['--version']).error)('hooks over the port', () => {
  it('print errors while nobody listens, and none while a service holds the port: the first hook starts the broker', async () => {
    const session = await abandoned('port');
    const first = await ask(session, 'Which colour first?');
    await session.choose('Red');
    await model.toolResult(first);
    await session.waitFor(/Stop hook error: connect ECONNREFUSED/);
    expect(await errorsSince(session, 'Which colour first?')).not.toBeNull();

    const env = ['ANSWERBACK_HOME', 'CLAUDE_CONFIG_DIR'].flatMap((name) => ['-E', `${name}=${at.env[name]}`]);
    activator = spawn(ACTIVATOR, ['-l', `127.0.0.1:${port}`, ...env, process.execPath, BROKER_PROGRAM], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await once(activator.stderr as NonNullable<ChildProcess['stderr']>, 'data');
    await answeredFromInbox(await ask(session, 'Which colour now?'));
    expect(await at.pid()).toBe(activator.pid);
    expect(await errorsSince(session, 'Which colour now?')).toBeNull();
  });
});

describe('hooks over the socket', () => {
  it('print no errors without a broker, and the question starts it', async () => {
    const session = await abandoned('socket');
    await answeredFromInbox(await ask(session, 'Which colour?'));
    expect(await errorsSince(session, 'Which colour?')).toBeNull();
  });

  it('with a frozen broker the dialog appears soon and works, without errors', async () => {
    const session = await abandoned('socket');
    const { pid } = await at.client().status();
    process.kill(pid, 'SIGSTOP');
    try {
      const started = Date.now();
      const id = await ask(session, 'Which colour?');
      await session.waitForSettled(dialog);
      expect(Date.now() - started).toBeLessThan(30_000);
      await session.choose('Blue');
      expect((await model.toolResult(id)).content).toContain('Blue');
      expect(await errorsSince(session, 'Which colour?')).toBeNull();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
});
