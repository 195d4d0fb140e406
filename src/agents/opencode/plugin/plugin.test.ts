// The plugin over a real socket: it finds a broker, loses it, finds the next one, and never disturbs opencode.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeOpencode, fakeOpencode } from '../../../../test/support/opencode/fake-opencode.ts';
import { type World, world } from '../../../../test/support/opencode/harness.ts';
import { openSqliteJournal } from '../../../journal/sqlite/journal.ts';
import { Answerback } from './index.ts';

const QUESTION = { question: 'Which database?', options: [{ label: 'Postgres' }, { label: 'SQLite' }] };
type Hooks = { event(input: { event: unknown }): Promise<void>; dispose(): Promise<void> };

let folder: string;
let opencode: FakeOpencode;
let hooks: Hooks;
let servers: Server[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-'));
  vi.stubEnv('ANSWERBACK_HOME', folder);
  servers = [];
  opencode = fakeOpencode();
  const request = async ({ method, url, ...more }: { method: string; url: string }) => {
    const { status, data } = await opencode.call(method, url, more);
    return status < 400 ? { data, response: { status } } : { error: data, response: { status } };
  };
  hooks = (await Answerback({ directory: '/srv/app', client: { _client: { request: request as never } } })) as Hooks;
  opencode.onEvent((event) => void hooks.event({ event }));
});
afterEach(async () => {
  await hooks.dispose();
  for (const server of servers) await close(server);
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

/** As the broker does. */
async function open(at: World): Promise<Server> {
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { body } = await at.receive(JSON.parse(Buffer.concat(chunks).toString()), gone.signal);
    response.end(JSON.stringify(body));
  });
  rmSync(join(folder, 'broker.sock'), { force: true });
  await new Promise<void>((resolve) => server.listen(join(folder, 'broker.sock'), resolve));
  servers.push(server);
  return server;
}
function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
function broker(): World {
  const at = world(openSqliteJournal(':memory:'));
  at.alive.add(process.pid);
  return at;
}

describe('the plugin', () => {
  it('tells a broker that starts later what was asked before', async () => {
    const session = opencode.session();
    opencode.question(session, [QUESTION]);
    const at = broker();
    await open(at);
    await expect.poll(() => at.ask()).toMatchObject({ questions: [{ text: 'Which database?' }] });
    expect(await at.journal.session(session)).toMatchObject({ pid: process.pid, project: '/srv/app' });
  });

  it('passes an answer to opencode, and returns the result', async () => {
    const at = broker();
    await open(at);
    opencode.question(opencode.session(), [QUESTION]);
    await expect.poll(() => at.ask()).toBeDefined();
    const view = await at.decide(await at.ask(), { kind: 'answers', answers: [{ kind: 'chosen', chosen: [2] }] });
    await expect.poll(() => at.state(view)).toBe('verified');
  });

  it('finds the broker that replaces another one', async () => {
    const first = broker();
    const server = await open(first);
    opencode.question(opencode.session(), [QUESTION]);
    await expect.poll(() => first.ask()).toBeDefined();
    await close(server);
    const second = broker();
    await open(second);
    await expect.poll(() => second.ask()).toMatchObject({ state: 'open' });
  });

  it('only waits if there is no broker', async () => {
    opencode.question(opencode.session(), [QUESTION]);
    await hooks.event({ event: undefined });
    await hooks.event({ event: { type: 'message.part.updated' } });
    expect(opencode.calls).toEqual([]);
  });

  it('waits for another broker if this one needs another version', async () => {
    const server = createServer((_, response) => response.end('{"update":true}'));
    let hellos = 0;
    server.on('request', () => {
      hellos += 1;
    });
    await new Promise<void>((resolve) => server.listen(join(folder, 'broker.sock'), resolve));
    await expect.poll(() => hellos).toBeGreaterThan(0);
    opencode.question(opencode.session(), [QUESTION]);
    await close(server);
    const at = broker();
    await open(at);
    await expect.poll(() => at.ask()).toBeDefined();
  });
});
