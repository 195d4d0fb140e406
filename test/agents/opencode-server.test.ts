// The real `opencode serve` with a password and without our plugin, reached over HTTP through the configuration: what works, and bad inputs.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { referenceOf } from '../../src/channels/opencode/reference.ts';
import type { AskView } from '../../src/question/words.generated.ts';
import { by } from '../support/home.ts';
import { type Environment, startEnvironment } from '../support/opencode/environment.ts';
import { ask, bash, type ToolCall } from '../support/opencode/fake-model.ts';
import { startLateEvents } from '../support/opencode/late-events.ts';
import { type OpencodeServer, startOpencodeServer } from '../support/opencode/opencode.ts';
import { installedPlugin } from '../support/opencode/plugin.ts';
import { ownPort } from '../support/own-port.ts';
import { answers } from '../support/samples.ts';

const PASSWORD = 'open sesame';
/** In the log; the default level shows it. */
const WARNING = 40;
let environment: Environment;
let port: number;
let server: OpencodeServer;
let session: string;

beforeAll(async () => {
  environment = await startEnvironment();
  // The server is killed and started again on the same port.
  port = await ownPort();
  configure(environment, `http://127.0.0.1:${port}`, PASSWORD);
  await environment.start();
  server = await serve();
  session = await create();
}, 180_000);

afterAll(async () => {
  await server?.stop();
  await environment?.stop();
});

const serve = (more: Partial<Parameters<typeof startOpencodeServer>[0]> = {}) =>
  startOpencodeServer({
    model: environment.model,
    port,
    git: true,
    env: { OPENCODE_SERVER_PASSWORD: PASSWORD, OPENCODE_EXPERIMENTAL_PLAN_MODE: '1' },
    config: { permission: { bash: 'ask' } },
    ...more,
  });

/** Returns the file with the password. */
function configure({ at: { place } }: Environment, url: string, password: string): string {
  const file = join(place.folder, 'password');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  writeFileSync(place.config, `opencode:\n  servers:\n    - url: ${url}\n      password-file: ${file}\n`);
  return file;
}

/** A second broker for the same server, whose events can be held back. */
async function lateBroker() {
  const events = await startLateEvents(server.url);
  const late = await startEnvironment();
  onTestFinished(async () => {
    await late.stop();
    await events.stop();
  });
  configure(late, events.url, PASSWORD);
  await late.start();
  return { late, events };
}

async function call<T>(path: string, body: object): Promise<T> {
  const authorization = `Basic ${Buffer.from(`opencode:${PASSWORD}`).toString('base64')}`;
  const headers = { 'content-type': 'application/json', authorization };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
const create = async () => (await call<{ id: string }>('/session', {})).id;

async function called(prompt: string, words: string, made: ToolCall): Promise<AskView> {
  environment.model.script(prompt, [{ calls: [made] }]);
  await call(`/session/${session}/prompt_async`, { parts: [{ type: 'text', text: prompt }] });
  return environment.becomes(words, 'open');
}
const asked = (prompt: string, words: string) =>
  called(
    prompt,
    words,
    ask({
      question: words,
      header: 'Pick',
      options: [
        { label: 'One', description: '' },
        { label: 'Two', description: '' },
      ],
    }),
  );
/** After this, the broker has also heard of everything that happened before. */
async function answeredBy(broker: Environment, prompt: string, words: string): Promise<void> {
  await asked(prompt, words);
  const { id } = await broker.becomes(words, 'open');
  await broker.client.decide(id, answers(1), by('ada'));
  await broker.becomes(words, 'verified');
}
const OVER = ['verified', 'mismatched', 'unconfirmed', 'withdrawn'] as const;

describe('opencode serve with a password, without our plugin', () => {
  it('cannot be used without the password', async () => {
    expect((await fetch(`${server.url}/session`)).status).toBe(401);
  });

  it('a question is answered and verified', async () => {
    const view = await asked('over http', 'Which way?');
    expect(view).toMatchObject({ source: 'server', session, project: server.paths.project });
    await environment.client.decide(view.id, answers(2), by('ada'));
    expect(await environment.told(view)).toContain('"Which way?"="Two"');
    expect(await environment.becomes('Which way?', ...OVER)).toMatchObject({ state: 'verified', delivery: { way: 'server' } });
  });

  it('a permission is, too', async () => {
    const view = await called('permit over http', 'Allow bash: echo far?', bash('echo far'));
    await environment.client.decide(view.id, answers(1), by('ada'));
    expect(await environment.told(view)).toContain('far');
    expect(await environment.becomes('echo far', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('an idle session gets its next prompt', async () => {
    const view = await environment.becomes('What next?', 'open');
    environment.model.script('next over http', [{ text: 'On my way.' }]);
    await environment.client.decide(view.id, answers({ words: 'next over http' }), by('ada'));
    await expect.poll(async () => (await environment.client.show(view.id)).state, { timeout: 60_000 }).toBe('verified');
  });

  it('an idle session is sent a prompt', async () => {
    environment.model.script('sent over http', [{ text: 'Received.' }]);
    const { id } = await environment.client.sendPrompt(session, 'sent over http', by('ada'));
    await expect.poll(async () => (await environment.client.prompts(true)).find((prompt) => prompt.id === id)?.state).toBe('sent');
    await expect
      .poll(() => environment.model.requests.some(({ kind, prompt }) => kind === 'turn' && prompt === 'sent over http'))
      .toBe(true);
  });

  it('a plan comes with its text; own words refuse it and are the next prompt of the planning agent; Yes approves it', async () => {
    environment.model.script('make a plan', [{ calls: [{ name: 'plan_exit', arguments: {} }] }]);
    const plan = async () => {
      await call(`/session/${session}/prompt_async`, { agent: 'plan', parts: [{ type: 'text', text: 'make a plan' }] });
      return environment.becomes('Would you like to switch to the build agent', 'open');
    };
    const first = await plan();
    expect(first).toMatchObject({ kind: 'plan', detail: { kind: 'plan', file: expect.stringMatching(/\.md$/) } });
    const file = first.detail?.kind === 'plan' ? (first.detail.file ?? '') : '';
    environment.model.script('smaller steps', [{ text: 'Smaller it is.' }]);
    await environment.client.decide(first.id, answers({ words: 'smaller steps' }), by('ada'));
    await expect.poll(async () => (await environment.client.show(first.id)).state, { timeout: 60_000 }).toBe('verified');
    const turn = () => environment.model.requests.findLast(({ kind, prompt }) => kind === 'turn' && prompt.includes('smaller steps'));
    await expect.poll(turn, { timeout: 60_000 }).toMatchObject({ tools: expect.arrayContaining(['plan_exit']) });

    const path = join(server.paths.project, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '# The plan\n');
    const second = await plan();
    expect(second.detail).toMatchObject({ plan: expect.stringContaining('# The plan') });
    await environment.client.decide(second.id, answers(1), by('ada'));
    expect(await environment.told(second)).toContain('approved');
    await expect.poll(async () => (await environment.client.show(second.id)).state, { timeout: 60_000 }).toBe('verified');
  });

  it('an aborted question is withdrawn, and the next one is asked', async () => {
    await asked('to be aborted', 'Which end?');
    await call(`/session/${session}/abort`, {});
    expect(await environment.becomes('Which end?', ...OVER)).toMatchObject({ state: 'withdrawn' });
    const view = await asked('after the abort', 'Which start?');
    await environment.client.decide(view.id, answers(1), by('ada'));
    expect(await environment.becomes('Which start?', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('an answer that opencode accepts for an aborted question is reported as different, not as verified', async () => {
    const { late, events } = await lateBroker();
    await asked('aborted before the answer', 'Which gap?');
    const view = await late.becomes('Which gap?', 'open');
    events.hold();
    await call(`/session/${session}/abort`, {});
    await environment.becomes('Which gap?', 'withdrawn');
    await late.client.decide(view.id, answers(2), by('ada'));
    const ended = {
      state: 'mismatched',
      delivery: { way: 'server', done: true },
      receipt: { verdict: 'mismatched', evidence: 'tool part', recorded: { kind: 'dismissed' } },
    };
    expect(await late.becomes('Which gap?', ...OVER, 'undelivered')).toMatchObject(ended);
    events.release();
    await answeredBy(late, 'after the gap', 'Which bridge?');
    expect(await late.client.show(view.id)).toMatchObject(ended);
    expect(await environment.told(view)).toBe('Tool execution aborted');
  });

  it('a reply that somebody else sends to an aborted question does not make it verified', async () => {
    const { late, events } = await lateBroker();
    const known = await asked('aborted before a reply', 'Which echo?');
    const unknown = await late.becomes('Which echo?', 'open');
    events.hold();
    await call(`/session/${session}/abort`, {});
    await environment.becomes('Which echo?', 'withdrawn');
    expect(await call(`/question/${referenceOf(unknown)?.request}/reply`, { answers: [['Two']] })).toBe(true);
    events.release();
    const ended = { state: 'withdrawn', ending: expect.stringContaining('dismissed') };
    expect(await late.becomes('Which echo?', ...OVER)).toMatchObject(ended);
    await answeredBy(late, 'after the echo', 'Which silence?');
    await environment.becomes('Which silence?', 'verified');
    expect(await late.client.show(unknown.id)).toMatchObject(ended);
    expect(await environment.client.show(known.id)).toMatchObject(ended);
  });

  it('a broker with a wrong password gets no asks and warns once; with the right one it is connected', async () => {
    const other = await startEnvironment();
    onTestFinished(() => other.stop());
    const file = configure(other, server.url, 'close sesame');
    // Shows every attempt, not only the warning.
    other.at.env.ANSWERBACK_LOG = 'debug';
    await other.start();
    const log = () => readFileSync(other.at.place.log, 'utf8');
    const lines = (words: string) =>
      log()
        .split('\n')
        .filter((line) => line.includes(words) && line.includes('the user name or the password is wrong or missing'));
    const attempts = () => lines('an opencode server is not connected').length;
    await asked('for two brokers', 'Which key?');
    const before = attempts();
    // One attempt may have begun before the question was asked.
    await expect.poll(attempts).toBeGreaterThan(before + 1);
    expect((await other.client.list({ limit: 50 })).asks).toEqual([]);
    expect(lines('an opencode server cannot be used').map((line) => JSON.parse(line))).toMatchObject([{ level: WARNING, url: server.url }]);
    writeFileSync(file, PASSWORD);
    const view = await other.becomes('Which key?', 'open');
    await other.client.decide(view.id, answers(2), by('ada'));
    await other.becomes('Which key?', 'verified');
    expect(log()).not.toContain('sesame');
  });

  it('a server that dies withdraws its question; started again, also with our plugin, it is reached again and asks once', async () => {
    const lost = await asked('to be lost', 'Which loss?');
    await server.kill();
    expect(await environment.becomes('Which loss?', ...OVER)).toMatchObject({ id: lost.id, state: 'withdrawn' });
    // With a folder of its own in the project, opencode would try to install its plugin package there before it loads a plugin.
    rmSync(join(server.paths.project, '.opencode'), { recursive: true, force: true });
    writeFileSync(join(server.paths.plugins, 'answerback.js'), await installedPlugin(environment.at));
    const before = server;
    server = await serve({ paths: server.paths });
    session = await create();
    const view = await asked('after its death', 'Which life?');
    await environment.client.decide(view.id, answers(2), by('ada'));
    expect(await environment.becomes('Which life?', ...OVER)).toMatchObject({ state: 'verified' });
    const { asks } = await environment.client.list({ limit: 50 });
    expect(asks.filter(({ questions }) => questions[0]?.text === 'Which life?')).toHaveLength(1);
    await server.stop();
    server = before;
  });
});
