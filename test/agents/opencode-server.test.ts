// The real `opencode serve` with a password and without our plugin, reached over HTTP through the configuration.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskView } from '../../src/question/lifecycle.ts';
import { by } from '../support/home.ts';
import { type Environment, startEnvironment } from '../support/opencode/environment.ts';
import { ask, bash, type ToolCall } from '../support/opencode/fake-model.ts';
import { freePort, type OpencodeServer, startOpencodeServer } from '../support/opencode/opencode.ts';
import { installedPlugin } from '../support/opencode/plugin.ts';
import { answers } from '../support/samples.ts';

const PASSWORD = 'open sesame';
let environment: Environment;
let port: number;
let server: OpencodeServer;
let session: string;

beforeAll(async () => {
  environment = await startEnvironment();
  port = await freePort();
  const file = join(environment.at.place.folder, 'password');
  writeFileSync(file, `${PASSWORD}\n`, { mode: 0o600 });
  writeFileSync(environment.at.place.config, `opencode:\n  servers:\n    - url: http://127.0.0.1:${port}\n      password-file: ${file}\n`);
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

  it('a server that dies withdraws its question; started again, also with our plugin, it is reached again and asks once', async () => {
    const lost = await asked('to be lost', 'Which loss?');
    await server.kill();
    expect(await environment.becomes('Which loss?', ...OVER)).toMatchObject({ id: lost.id, state: 'withdrawn' });
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
