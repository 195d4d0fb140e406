// The real `opencode serve` with a password and our plugin: what works there, and bad inputs.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceOf } from '../../src/agents/opencode/reference.ts';
import type { AskView } from '../../src/ask/schema/history.ts';
import { by } from '../support/home.ts';
import { type Environment, startEnvironment } from '../support/opencode/environment.ts';
import { ask, bash, type ToolCall } from '../support/opencode/fake-model.ts';
import { type LateEvents, startLateEvents } from '../support/opencode/late-events.ts';
import { type OpencodePaths, type OpencodeServer, startOpencodeServer } from '../support/opencode/opencode.ts';
import { installedPlugin } from '../support/opencode/plugin.ts';
import { answers } from '../support/samples.ts';

const PASSWORD = 'open sesame';
let environment: Environment;
/** A second broker, to which opencode's events can come late. It has a plugin of its own. */
let late: Environment;
let events: LateEvents;
let server: OpencodeServer;
let session: string;

beforeAll(async () => {
  environment = await startEnvironment();
  await environment.start();
  late = await startEnvironment();
  await late.start();
  events = await startLateEvents(late.at.place.socket);
  const latePlugin = (await installedPlugin(late.at)).replace(JSON.stringify(late.at.place.socket), JSON.stringify(events.socket));
  server = await serve({
    plugin: await installedPlugin(environment.at),
    prepare: async ({ plugins }: OpencodePaths) => writeFileSync(join(plugins, 'late.js'), latePlugin),
  });
  session = await create();
}, 180_000);

afterAll(async () => {
  await server?.stop();
  await events?.stop();
  await late?.stop();
  await environment?.stop();
});

const serve = (more: Partial<Parameters<typeof startOpencodeServer>[0]> = {}) =>
  startOpencodeServer({
    model: environment.model,
    git: true,
    env: { OPENCODE_SERVER_PASSWORD: PASSWORD, OPENCODE_EXPERIMENTAL_PLAN_MODE: '1' },
    config: { permission: { bash: 'ask' } },
    ...more,
  });

async function call<T>(path: string, body: object): Promise<T> {
  const authorization = `Basic ${Buffer.from(`opencode:${PASSWORD}`).toString('base64')}`;
  const headers = { 'content-type': 'application/json', authorization };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
const create = async (where = '') => (await call<{ id: string }>(`/session${where}`, {})).id;

async function called(prompt: string, words: string, made: ToolCall, where = '', id = session): Promise<AskView> {
  environment.model.script(prompt, [{ calls: [made] }]);
  await call(`/session/${id}/prompt_async${where}`, { parts: [{ type: 'text', text: prompt }] });
  return environment.becomes(words, 'open');
}
const options = [
  { label: 'One', description: '' },
  { label: 'Two', description: '' },
];
const question = (words: string) => ask({ question: words, header: 'Pick', options });
const asked = (prompt: string, words: string) => called(prompt, words, question(words));
/** After this, the broker has also heard of everything that happened before. */
async function answeredBy(broker: Environment, prompt: string, words: string): Promise<void> {
  await asked(prompt, words);
  const { id } = await broker.becomes(words, 'open');
  await broker.client.decide(id, answers(1), by('ada'));
  await broker.becomes(words, 'verified');
}
const OVER = ['verified', 'mismatched', 'unconfirmed', 'withdrawn'] as const;

describe('opencode serve with a password', () => {
  it('cannot be used without the password, which our plugin does not need', async () => {
    expect((await fetch(`${server.url}/session`)).status).toBe(401);
  });

  it('a question is answered and verified', async () => {
    const view = await asked('the first one', 'Which way?');
    expect(view).toMatchObject({ source: 'plugin', session, project: server.paths.project });
    await environment.client.decide(view.id, answers(2), by('ada'));
    expect(await environment.told(view)).toContain('"Which way?"="Two"');
    expect(await environment.becomes('Which way?', ...OVER)).toMatchObject({ state: 'verified', delivery: { way: 'plugin' } });
  });

  it('a permission is, too', async () => {
    const view = await called('permit this', 'Allow bash: echo far?', bash('echo far'));
    await environment.client.decide(view.id, answers(1), by('ada'));
    expect(await environment.told(view)).toContain('far');
    expect(await environment.becomes('echo far', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('an idle session gets its next prompt', async () => {
    const view = await environment.becomes('What next?', 'open');
    environment.model.script('what is next', [{ text: 'On my way.' }]);
    await environment.client.decide(view.id, answers({ words: 'what is next' }), by('ada'));
    await expect.poll(async () => (await environment.client.show(view.id)).state).toBe('verified');
  });

  it('an idle session is sent a prompt', async () => {
    environment.model.script('sent to it', [{ text: 'Received.' }]);
    const { id } = await environment.client.sendPrompt(session, 'sent to it', by('ada'));
    await expect.poll(async () => (await environment.client.prompts(true)).find((prompt) => prompt.id === id)?.state).toBe('sent');
    await expect.poll(() => environment.model.requests.some(({ kind, prompt }) => kind === 'turn' && prompt === 'sent to it')).toBe(true);
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
    await expect.poll(async () => (await environment.client.show(first.id)).state).toBe('verified');
    const turn = () => environment.model.requests.findLast(({ kind, prompt }) => kind === 'turn' && prompt.includes('smaller steps'));
    await expect.poll(turn).toMatchObject({ tools: expect.arrayContaining(['plan_exit']) });

    const path = join(server.paths.project, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '# The plan\n');
    const second = await plan();
    expect(second.detail).toMatchObject({ plan: expect.stringContaining('# The plan') });
    await environment.client.decide(second.id, answers(1), by('ada'));
    expect(await environment.told(second)).toContain('approved');
    await expect.poll(async () => (await environment.client.show(second.id)).state).toBe('verified');
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
    await asked('aborted before the answer', 'Which gap?');
    const view = await late.becomes('Which gap?', 'open');
    events.hold();
    await call(`/session/${session}/abort`, {});
    await environment.becomes('Which gap?', 'withdrawn');
    await late.client.decide(view.id, answers(2), by('ada'));
    const ended = {
      state: 'mismatched',
      delivery: { way: 'plugin', done: true },
      receipt: { verdict: 'mismatched', evidence: 'tool part', recorded: { kind: 'dismissed' } },
    };
    expect(await late.becomes('Which gap?', ...OVER, 'undelivered')).toMatchObject(ended);
    events.release();
    await answeredBy(late, 'after the gap', 'Which bridge?');
    expect(await late.client.show(view.id)).toMatchObject(ended);
    expect(await environment.told(view)).toBe('Tool execution aborted');
  });

  it('a reply that somebody else sends to an aborted question does not make it verified', async () => {
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

  it('two folders of one server get their own answers', async () => {
    const folder = join(server.paths.home, 'elsewhere');
    mkdirSync(folder);
    const where = `?directory=${encodeURIComponent(folder)}`;
    const other = await create(where);
    const theirs = await called('in the other folder', 'Which folder?', question('Which folder?'), where, other);
    const ours = await asked('in this folder', 'Which place?');
    expect([theirs.project, ours.project]).toEqual([folder, server.paths.project]);
    await environment.client.decide(theirs.id, answers(2), by('ada'));
    expect(await environment.told(theirs)).toContain('"Which folder?"="Two"');
    expect(await environment.becomes('Which folder?', ...OVER)).toMatchObject({ state: 'verified' });
    expect((await environment.client.show(ours.id)).state).toBe('open');
    await environment.client.decide(ours.id, answers(1), by('ada'));
    expect(await environment.told(ours)).toContain('"Which place?"="One"');
    expect(await environment.becomes('Which place?', ...OVER)).toMatchObject({ state: 'verified' });
  });

  it('a server that dies withdraws its question; started again, it is reached again and asks once', async () => {
    const lost = await asked('to be lost', 'Which loss?');
    await server.kill();
    expect(await environment.becomes('Which loss?', ...OVER)).toMatchObject({ id: lost.id, state: 'withdrawn' });
    // With a folder of its own in the project, opencode would try to install its plugin package there before it loads a plugin.
    rmSync(join(server.paths.project, '.opencode'), { recursive: true, force: true });
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
