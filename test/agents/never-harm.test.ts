// Fails safe: whatever happens to Answerback, Claude Code shows its normal dialog, and no question is lost or answered twice.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerInput } from '../../src/ask/schema/input.ts';
import { Refused } from '../../src/client/errors.ts';
import { ensureBroker, healthOf, stopBroker } from '../../src/client/start.ts';
import { typeBlindly } from '../support/agents/blind-keys.ts';
import { type ClaudeOptions, type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { dialogOverdue } from '../support/agents/dialog-overdue.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { eventually } from '../support/eventually.ts';
import { BROKER_PROGRAM, by, type Home, home } from '../support/home.ts';
import { ownPort } from '../support/own-port.ts';
import { answers } from '../support/samples.ts';

const dialog = /Esc to cancel/;

let at: Home;
let model: FakeModel;
let claude: ClaudeSession | undefined;
let port: number;
const closing: (() => unknown)[] = [];

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
  for (const close of closing.splice(0)) await close();
  await at.close();
});

const broker = () => ensureBroker({ place: at.place, program: BROKER_PROGRAM, env: at.env });

/** Like those that `setup` writes: every hook but the one that waits for an answer times out after half a second. */
function hooks(token: string): Record<string, unknown> {
  const hook = (timeout: number) => [
    {
      hooks: [
        { type: 'http', url: `http://127.0.0.1:${port}/v1/channels/claude-code`, timeout, headers: { Authorization: `Bearer ${token}` } },
      ],
    },
  ];
  const events = ['PostToolUse', 'Stop', 'UserPromptSubmit', 'SessionEnd', ...(CLAUDE_CODE === '2.1.100' ? [] : ['PostToolBatch'])];
  return {
    ...Object.fromEntries(events.map((event) => [event, hook(0.5)])),
    PreToolUse: hook(held ? 600 : 0.5),
    PermissionRequest: hook(600),
  };
}
let held = false;

async function start(
  options: Partial<ClaudeOptions> = {},
  token = readFileSync(at.place.hookToken, 'utf8').trim(),
): Promise<ClaudeSession> {
  claude = await startClaude({ version: CLAUDE_CODE, model, hooks: hooks(token), args: ['--permission-mode', 'default'], ...options });
  return claude;
}

const option = (label: string) => ({ label, description: `about ${label}` });
const question = {
  name: 'AskUserQuestion',
  input: {
    questions: [{ question: 'Which database?', header: 'Database', multiSelect: false, options: [option('Postgres'), option('SQLite')] }],
  },
};

async function ask(session: ClaudeSession, prompt = 'ask'): Promise<string> {
  const [id = ''] = model.script(prompt, [{ tools: [question] }]);
  await session.prompt(prompt);
  return id;
}

/** A question is on the screen, its pane is known, and the broker that held its hook was killed and started again. */
async function interrupted(): Promise<{ session: ClaudeSession; id: string; ask: string }> {
  const { pid } = await broker();
  const session = await start();
  const id = await ask(session);
  await session.waitForSettled(dialog);
  const client = at.client();
  const open = await openAsk();
  const tmux = (await session.pane.tmux('display-message', '-p', '#{socket_path}')).trim();
  const [transcript] = spawnSync('find', [session.paths.config, '-name', `${open.session}.jsonl`], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n');
  const where = { pid: session.pid, pane: session.pane.id, tmux, transcript };
  await client.putSession(open.session, { program: 'claude-code', project: session.paths.project, ...where });
  process.kill(pid, 'SIGKILL');
  await broker();
  return { session, id, ask: open.id };
}

/** Claude Code does not wait for a slow broker, so the dialog may be there first. */
const openAsk = () => eventually(async () => (await at.client().list({ kind: ['question'], state: ['open'] })).asks[0]);

/** The dialog appears, can be answered at the keyboard, and the answer reaches the model. */
async function worksNormally(session: ClaudeSession, id: string): Promise<void> {
  await session.choose('SQLite');
  expect((await model.toolResult(id)).content).toContain('"Which database?"="SQLite"');
}

const states = async () => (await at.client().list({ kind: ['question'] })).asks.map((a) => [a.state, a.ending ?? a.decision?.by.surface]);

describe('the dialog works normally when the broker', () => {
  it('is not running', async () => {
    const session = await start({}, 'no-token');
    await worksNormally(session, await ask(session));
  });

  it('is another server on the same port', async () => {
    await listening(createServer((_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')));
    const session = await start({}, 'no-token');
    await worksNormally(session, await ask(session));
  });

  it('accepts connections but never responds, and it appears soon', async () => {
    let announced = 0;
    await listening(
      createServer(async (request) => {
        if (Buffer.concat(await request.toArray()).includes('"PreToolUse"')) announced = Date.now();
      }),
    );
    const session = await start({}, 'no-token');
    const id = await ask(session);
    await session.waitFor(dialog);
    expect(announced).toBeGreaterThan(0);
    // Half a second on an idle computer. Without our timeout it would be ten minutes.
    expect(Date.now() - announced).toBeLessThan(10_000);
    await worksNormally(session, id);
  });

  it('rejects the token', async () => {
    await broker();
    const session = await start({}, 'wrong');
    await worksNormally(session, await ask(session));
    expect(await session.screen()).not.toContain('hook error');
    expect(await states()).toEqual([]);
  });

  it('is paused', async () => {
    writeFileSync(at.place.config, 'pause: true\n');
    await broker();
    const session = await start();
    await worksNormally(session, await ask(session));
    expect(await states()).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)('has a full disk', async () => {
    const disk = join(at.place.folder, 'disk');
    mkdirSync(disk);
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    closing.push(() => spawnSync('umount', ['-l', disk]));
    const { placeAt } = await import('../../src/client/place.ts');
    const place = placeAt(disk);
    await ensureBroker({ place, program: BROKER_PROGRAM, env: at.env });
    closing.push(() => stopBroker(place));
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'ballast')}`, 'bs=1k', 'count=2000'], { stdio: 'ignore' });
    spawnSync('sh', ['-c', `cat /dev/zero > ${join(disk, 'more')}`], { stdio: 'ignore' });
    const session = await start({}, readFileSync(place.hookToken, 'utf8').trim());
    await worksNormally(session, await ask(session));
    expect(await session.screen()).not.toContain('hook error');
    await stopBroker(place);
    expect(await healthOf(place)).toBeUndefined();
  });
});

describe('in the middle of a question', () => {
  it('a killed broker leaves the dialog open, and the ask closes with the answer given there', async () => {
    const { pid } = await broker();
    const session = await start();
    const id = await ask(session);
    await session.waitForSettled(dialog);
    await openAsk();
    process.kill(pid, 'SIGKILL');
    await broker();
    expect(await states()).toEqual([['open', undefined]]);
    await worksNormally(session, id);
    await expect.poll(states).toEqual([['verified', 'keyboard']]);
  });

  it('a decision after such a restart is refused when the pane is not known, and the keyboard still answers', async () => {
    const { pid } = await broker();
    const session = await start();
    const id = await ask(session);
    await session.waitForSettled(dialog);
    const open = await openAsk();
    process.kill(pid, 'SIGKILL');
    await broker();
    const client = at.client();
    await dialogOverdue(open);
    await expect(client.decide(open.id, answers(1), by('ada'))).rejects.toThrow(/own keyboard/);
    await worksNormally(session, id);
    await expect
      .poll(() => client.show(open.id))
      .toMatchObject({ state: 'verified', decision: { by: { surface: 'keyboard' }, answers: [{ chosen: [2] }] } });
  });

  it('a decision after such a restart is typed into the dialog when the pane is known', async () => {
    const { session, id, ask: open } = await interrupted();
    const client = at.client();
    await client.decide(open, answers(2), by('ada'));
    expect((await model.toolResult(id)).content).toContain('"Which database?"="SQLite"');
    await expect.poll(async () => (await client.show(open)).state).toBe('verified');
    expect(await client.show(open)).toMatchObject({ delivery: { way: 'keys', done: true }, decision: { by: { name: 'ada' } } });
    await session.waitFor(/SQLite/);
  });

  it('when a person answers at the same time, one answer is recorded, and the ask says whether it is the one decided', async () => {
    const { session, id, ask: open } = await interrupted();
    const client = at.client();
    const deciding = client.decide(open, answers(1), by('ada')).then(
      () => true,
      (error) => !(error instanceof Refused),
    );
    // The person does not look either: which key arrives at what time is the point of this test.
    const [isDecided] = await Promise.all([deciding, typeBlindly(session, ['Down', 'Enter'], () => 60)]);
    const { content } = await model.toolResult(id);
    // A decision that comes after the person's is refused.
    const expected = !isDecided || content.includes('"Which database?"="Postgres"') ? 'verified' : 'mismatched';
    await expect.poll(async () => (await client.show(open)).state).toBe(expected);
  });

  it('a broker that is stopped releases the hook request, and the dialog stays', async () => {
    await broker();
    const session = await start();
    const id = await ask(session);
    await session.waitForSettled(dialog);
    await stopBroker(at.place);
    await worksNormally(session, id);
  });

  it('the ask is withdrawn when the agent is killed', async () => {
    await broker();
    const session = await start();
    const id = await ask(session);
    await session.waitForSettled(dialog);
    const client = at.client();
    const open = await openAsk();
    await client.putSession(open.session, { program: 'claude-code', project: open.project, pid: session.pid });
    process.kill(session.pid, 'SIGKILL');
    await expect.poll(states).toEqual([['withdrawn', expect.stringMatching(/gone|ended/)]]);
    expect(id).not.toBe('');
  });

  it('the ask is withdrawn and the session ends when the agent exits', async () => {
    await broker();
    const session = await start();
    await ask(session);
    await session.waitForSettled(dialog);
    await session.stop();
    claude = undefined;
    await expect.poll(states).toEqual([['withdrawn', expect.stringMatching(/the session ended/)]]);
    expect(await at.client().sessions()).toEqual([]);
  });

  it('the ask is withdrawn, not answered, when the agent continues after its own timeout', async () => {
    await broker();
    const session = await start({ env: { CLAUDE_AFK_TIMEOUT_MS: '2500', CLAUDE_AFK_COUNTDOWN_MS: '500' } });
    const id = await ask(session);
    expect((await model.toolResult(id)).content).toContain('No response after');
    await expect.poll(states).toEqual([['withdrawn', expect.stringContaining('went on by itself after')]]);
  });
});

describe('mode: hold', () => {
  beforeEach(() => {
    held = true;
    writeFileSync(at.place.config, 'claude-code:\n  mode: hold\n');
    return () => {
      held = false;
    };
  });

  it('shows no dialog, and answers only from the inbox', async () => {
    await broker();
    const session = await start();
    const id = await ask(session);
    await expect.poll(states).toEqual([['open', undefined]]);
    await session.waitFor(/running PreToolUse hook|PreToolUse/);
    expect(await session.screen()).not.toMatch(dialog);
    const client = at.client();
    await client.decide((await client.list()).asks[0]?.id as string, answers(2), by('ada'));
    expect((await model.toolResult(id)).content).toContain('"Which database?"="SQLite"');
    await expect.poll(states).toEqual([['verified', 'test']]);
  });

  it('withdraws the question on Esc', async () => {
    await broker();
    const session = await start();
    await ask(session);
    await expect.poll(states).toEqual([['open', undefined]]);
    await session.waitFor(/running PreToolUse hook|PreToolUse/);
    await session.keys('Escape');
    await expect.poll(states).toEqual([['withdrawn', 'interrupted at the keyboard (Esc)']]);
  });
});

describe('a plan', () => {
  /** Answers the plan and returns what the agent was told. */
  async function planned(prompt: string, answer: AnswerInput) {
    await broker();
    const session = await start({ args: ['--permission-mode', 'plan'] });
    const [id = ''] = model.script(prompt, [{ tools: [{ name: 'ExitPlanMode', input: {} }] }]);
    await session.prompt(prompt);
    const client = at.client();
    await expect.poll(async () => (await client.list({ kind: ['plan'] })).asks.length).toBe(1);
    const [open] = (await client.list({ kind: ['plan'] })).asks;
    await client.decide(open?.id as string, answers(answer), by('ada'));
    const told = await model.toolResult(id);
    await expect.poll(async () => (await client.show(open?.id as string)).state).toBe('verified');
    return told;
  }

  it('is approved from the inbox', async () => {
    expect((await planned('plan it', 'Yes')).isError).toBe(false);
  });

  it('is sent back with feedback', async () => {
    expect(await planned('plan again', { words: 'smaller steps, please' })).toEqual({ content: 'smaller steps, please', isError: true });
  });
});

async function listening(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
}
