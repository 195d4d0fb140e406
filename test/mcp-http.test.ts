// The MCP server at the broker's address, with the official client, in the new and the old protocol.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type ElicitResult, Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { AskView } from '../src/ask/schema/history.ts';
import { createMcpHttp } from '../src/mcp/http.ts';
import type { Client } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { CLI, type Home, home } from './support/home.ts';
import { ownPort } from './support/own-port.ts';

const ADA = { kind: 'person', name: 'ada', surface: 'test' } as const;
const option = (label: string) => ({ label, description: `about ${label}` });
const DATABASE = { question: 'Which database?', header: 'Database', multiSelect: false, options: [option('Postgres'), option('SQLite')] };
const ASK = { name: 'ask_user_question', arguments: { questions: [DATABASE] } };
const PROJECT = '/srv/shop';

type Address = { readonly url: string; readonly headers: { readonly Authorization: string } };
let at: Home;
let clients: McpClient[];
let reader: Client;
beforeEach(async () => {
  at = home();
  at.env.ANSWERBACK_PORT = String(await ownPort());
  clients = [];
  reader = at.client();
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close().catch(() => {})));
  await at.close();
});

const address = async (...flags: readonly string[]): Promise<Address> =>
  JSON.parse((await at.run(['mcp', '--url', '--json', '--project', PROJECT, ...flags])).out) as Address;

type Options = ConstructorParameters<typeof McpClient>[1];
async function connect(to: Address, options: Options = {}, prepare: (client: McpClient) => void = () => {}): Promise<McpClient> {
  const client = new McpClient({ name: 'test-agent', version: '1.0.0' }, options);
  clients.push(client);
  prepare(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(to.url), { requestInit: { headers: { ...to.headers } } }));
  return client;
}

const open = () => reader.list({ state: ['open'] });
const asked = (): Promise<AskView> => eventually(async () => (await open()).asks[0]);
const answer = (id: string) => reader.decide(id, { kind: 'answers', answers: [2] }, { by: ADA });
const state = (id: string) => reader.show(id).then((view) => view.state);

describe.each([
  ['the new protocol', { versionNegotiation: { mode: 'auto' } }],
  ['the old protocol', {}],
] as const)('in %s', (_, options) => {
  it('a question is answered from the inbox and confirmed', async () => {
    const client = await connect(await address(), options);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['ask_user_question', 'check_question']);
    const call = client.callTool(ASK);
    const { id, program, project } = await asked();
    expect({ program, project }).toEqual({ program: 'test-agent', project: PROJECT });
    await answer(id);
    expect(await call).toMatchObject({ structuredContent: { status: 'answered', answers: { Database: 'SQLite' } } });
    expect(await state(id)).toBe('verified');
  });

  it('a question is asked inside the broker, without its socket', async () => {
    const client = await connect(await address('--hold', '300ms'), options);
    const { socket } = at.place;
    renameSync(socket, `${socket}.away`);
    const pending = await client.callTool(ASK);
    renameSync(`${socket}.away`, socket);
    const { id } = await asked();
    expect(pending).toMatchObject({ structuredContent: { status: 'pending', request_id: id } });
  });

  it('a call that takes too long is pending, and check_question gets the answer, also from the next broker', async () => {
    const client = await connect(await address('--hold', '300ms'), options);
    const pending = await client.callTool(ASK);
    const { id } = await asked();
    expect(pending).toMatchObject({ structuredContent: { status: 'pending', request_id: id } });
    await at.run(['broker', 'stop']);
    await at.run(['broker', 'start']);
    await answer(id);
    const checked = await client.callTool({ name: 'check_question', arguments: { request_id: id } });
    expect(checked).toMatchObject({ structuredContent: { status: 'answered', answers: { Database: 'SQLite' } } });
  });

  it('a broker that stops leaves the question open', async () => {
    const client = await connect(await address(), options);
    const call = client.callTool(ASK);
    const { id } = await asked();
    await at.run(['broker', 'stop']);
    expect(await call).toMatchObject({ structuredContent: { status: 'pending', request_id: id } });
    await at.run(['broker', 'start']);
    expect(await state(id)).toBe('open');
  });

  it('a call that was pending is continued by the same question, also after the broker was restarted', async () => {
    const to = await address('--hold', '300ms');
    const client = await connect({ ...to, url: `${to.url}&session=one` }, options);
    await client.callTool(ASK);
    const { id } = await asked();
    const earlier_question = expect.stringContaining('the user was asked only once');
    expect(await client.callTool(ASK)).toMatchObject({ structuredContent: { status: 'pending', request_id: id, earlier_question } });
    await answer(id);
    await at.run(['broker', 'stop']);
    await at.run(['broker', 'start']);
    const collected = await client.callTool(ASK);
    expect(collected).toMatchObject({ structuredContent: { status: 'answered', request_id: id, earlier_question } });
    expect((await client.callTool(ASK)).structuredContent).toMatchObject({ status: 'pending' });
    expect((await asked()).id).not.toBe(id);
  });

  it('nobody gets the answer to the question of another one who asks the same', async () => {
    const to = await address('--hold', '200ms');
    const [mine, other] = [await connect(to, options), await connect(to, options)];
    const pending = (await mine.callTool(ASK)).structuredContent as { request_id: string };
    await answer(pending.request_id);
    expect((await other.callTool(ASK)).structuredContent).toMatchObject({ status: 'pending' });
    const check = { name: 'check_question', arguments: { request_id: pending.request_id } };
    expect((await mine.callTool(check)).structuredContent).toMatchObject({ status: 'answered' });
  });

  it('two identical calls at the same moment are two questions, each with its own answer', async () => {
    const client = await connect(await address(), options);
    const calls = [client.callTool(ASK), client.callTool(ASK)];
    const asks = await eventually(async () => {
      const { asks } = await open();
      return asks.length === 2 && asks;
    });
    for (const { id } of asks) await answer(id);
    const told = (await Promise.all(calls)).map(({ structuredContent }) => (structuredContent as { request_id: string }).request_id);
    expect(new Set(told)).toEqual(new Set(asks.map(({ id }) => id)));
  });

  it('a client is listed as running while one of its questions is open', async () => {
    const client = await connect(await address(), options);
    const call = client.callTool(ASK);
    const { id, session } = await asked();
    const running = async () => (await reader.sessions()).map((each) => each.id).includes(session);
    expect(await running()).toBe(true);
    await answer(id);
    await call;
    await expect.poll(running).toBe(false);
  });

  it('cancelling the call withdraws the question', async () => {
    const client = await connect(await address(), options);
    const cancel = new AbortController();
    const call = client.callTool(ASK, { signal: cancel.signal }).catch(() => 'cancelled');
    const { id } = await asked();
    cancel.abort();
    expect(await call).toBe('cancelled');
    await expect.poll(() => state(id)).toBe('withdrawn');
  });

  it('a question can be answered in the own dialog of the client', async () => {
    const accept = async (): Promise<ElicitResult> => ({ action: 'accept', content: { q1: 'Postgres' } });
    const client = await connect(await address('--elicit'), { ...options, capabilities: { elicitation: { form: {} } } }, (one) =>
      one.setRequestHandler('elicitation/create', accept),
    );
    expect(await client.callTool(ASK)).toMatchObject({ structuredContent: { status: 'answered', answers: { Database: 'Postgres' } } });
  });
});

describe('a client of the old protocol', () => {
  it('that says good-bye leaves no question behind, unless it should stay', async () => {
    for (const [flags, expected] of [
      [[], 'withdrawn'],
      [['--keep'], 'open'],
    ] as const) {
      const client = await connect(await address('--hold', '200ms', ...flags));
      await client.callTool(ASK);
      const { id } = await asked();
      await (client.transport as StreamableHTTPClientTransport).terminateSession();
      await expect.poll(() => state(id)).toBe(expected);
    }
  });

  it('whose connection breaks may come back for a while; then its question is withdrawn', async () => {
    const { url } = await address();
    const http = createMcpHttp(at.client(), at.place.token, 'ask', { comesBackMs: 2_000 });
    const send = (body: object, headers: Record<string, string> = {}, signal?: AbortSignal) =>
      http.fetch(
        new Request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
          body: JSON.stringify({ jsonrpc: '2.0', ...body }),
          ...(signal ? { signal } : {}),
        }),
      );
    const begin = async (name: string) => {
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name, version: '1' } };
      const begun = await send({ id: 0, method: 'initialize', params });
      await begun.text();
      return { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    };
    const calls = (headers: Record<string, string>, { signal }: AbortController) =>
      send({ id: 1, method: 'tools/call', params: ASK }, headers, signal);
    const askOf = (name: string) => eventually(async () => (await open()).asks.find(({ program }) => program === name));
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const [back, gone] = [await begin('back'), await begin('gone')];
    await calls(back, first);
    await calls(gone, third);
    const [{ id }, { id: other }] = [await askOf('back'), await askOf('gone')];
    first.abort();
    await calls(back, second);
    third.abort();
    await expect.poll(() => state(other)).toBe('withdrawn');
    expect(await state(id)).toBe('open');
    second.abort();
    await expect.poll(() => state(id)).toBe('withdrawn');
    await http.close();
  });

  it.each(['at once', 'after the broker was restarted'])(
    'gets no reply to a call that it cancels, but the end of the response, %s',
    async (when) => {
      const { url, headers } = await address();
      const send = (body: object, more: Record<string, string> = {}) =>
        fetch(url, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more },
          body: JSON.stringify({ jsonrpc: '2.0', ...body }),
        });
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
      const begun = await send({ id: 0, method: 'initialize', params });
      await begun.text();
      const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
      if (when !== 'at once') {
        await at.run(['broker', 'stop']);
        await at.run(['broker', 'start']);
      }
      const response = await send({ id: 1, method: 'tools/call', params: ASK }, session);
      const { id } = await asked();
      await send({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'the user pressed Esc' } }, session);
      expect(await response.text()).not.toContain('result');
      await expect.poll(() => state(id)).toBe('withdrawn');
      // Its session goes on.
      expect(await (await send({ id: 2, method: 'tools/list' }, session)).text()).toContain('ask_user_question');
    },
  );

  it('that says good-bye after the broker was restarted leaves no question behind', async () => {
    const client = await connect(await address('--hold', '200ms'));
    await client.callTool(ASK);
    const { id } = await asked();
    await at.run(['broker', 'stop']);
    await at.run(['broker', 'start']);
    await (client.transport as StreamableHTTPClientTransport).terminateSession();
    await expect.poll(() => state(id)).toBe('withdrawn');
  });

  it('goes on with the question of its own earlier call', async () => {
    const client = await connect(await address('--hold', '200ms'));
    await client.callTool(ASK);
    const { id } = await asked();
    await answer(id);
    expect((await client.callTool(ASK)).structuredContent).toMatchObject({ status: 'answered', request_id: id });
  });

  it('cannot collect the answers of another one', async () => {
    const to = await address('--hold', '200ms');
    const [mine, other] = [await connect(to), await connect(to)];
    await mine.callTool(ASK);
    const { id } = await asked();
    const refused = await other.callTool({ name: 'check_question', arguments: { request_id: id } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { status: 'invalid' } });
  });
});

describe('the address', () => {
  const post = (to: Address, headers: Record<string, string> = {}, path?: string) =>
    fetch(path === undefined ? to.url : new URL(path, to.url), {
      method: 'POST',
      headers: { ...to.headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });

  it('is closed without its token, for other pages, and for the rest of the broker', async () => {
    const to = await address();
    expect((await post(to)).status).toBe(200);
    expect((await post(to, { Authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await post(to, { Origin: 'http://evil.example' })).status).toBe(403);
    expect((await fetch(new URL('/v1/asks', to.url), { headers: to.headers })).status).toBe(401);
    expect((await post(to, {}, '/mcp/answers')).status).toBe(401);
  });

  it('with a time that is none is refused', async () => {
    const to = await address();
    expect((await post({ ...to, url: `${to.url}&hold=soon` })).status).toBe(400);
  });

  it('takes no message of half a megabyte', async () => {
    const to = await address();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { text: 'x'.repeat(500_000) } });
    const headers = { ...to.headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    expect((await fetch(to.url, { method: 'POST', headers, body })).status).toBe(413);
  });
});

describe('an agent that answers', () => {
  const ANSWER = (id: string, answers: unknown, risk = 'reversible') => ({
    name: 'answer_question',
    arguments: { id, answers, risk, reason: 'It is one file.' },
  });
  const TOOLS = ['list_questions', 'route_explain', 'answer_question'];

  it.each(['http', 'stdio'] as const)('over %s has a token of its own, and tools only for answering', async (way) => {
    const routes = [{ name: 'all', when: { kind: 'question' }, decide: [{ agent: 'claw', within: '10m' }, 'people'] }];
    writeFileSync(at.place.config, stringify({ answerers: { claw: { kind: 'chat' } }, routes }));
    const to = JSON.parse((await at.run(['mcp', '--answers', '--as', 'claw', '--url', '--json'])).out) as Address;
    const token = to.headers.Authorization.slice('Bearer '.length);
    const client = way === 'http' ? await connect(to) : await overStdio({ ANSWERBACK_ANSWER_TOKEN: token });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS);
    const asking = at.run(['ask', 'Which database?', '-o', 'Postgres: a server', '-o', 'SQLite: one file']);
    const { id } = await asked();
    await eventually(async () => (await reader.show(id)).route?.waitingFor?.kind === 'agent');
    const listed = await client.callTool({ name: 'list_questions', arguments: {} });
    expect(listed).toMatchObject({ structuredContent: { questions: [{ id, questions: [{ text: 'Which database?' }] }] } });
    expect(await client.callTool({ name: 'route_explain', arguments: { id } })).not.toHaveProperty('isError', true);
    expect(await client.callTool(ANSWER(id, [7]))).toMatchObject({ isError: true });
    expect(await client.callTool(ANSWER(id, [2]))).toMatchObject({ structuredContent: { id } });
    expect(await asking).toMatchObject({ code: 0, out: 'SQLite\n' });
    expect((await reader.show(id)).decision?.by).toMatchObject({ kind: 'agent', name: 'claw' });
    // The token for answering is not for asking.
    const asker = await address();
    const headers = { ...to.headers, 'content-type': 'application/json' };
    expect((await fetch(asker.url, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  });

  it('passes a question to the next step, but not where it always has to answer', async () => {
    const steps = [{ agent: 'claw', within: '10m' }, { agent: 'claw', within: '9m', 'always-answers': true }, 'people'];
    writeFileSync(at.place.config, stringify({ answerers: { claw: { kind: 'chat' } }, routes: [{ name: 'all', decide: steps }] }));
    const client = await connect(JSON.parse((await at.run(['mcp', '--answers', '--as', 'claw', '--url', '--json'])).out) as Address);
    const asking = at.run(['ask', 'Which database?', '-o', 'Postgres', '-o', 'SQLite']);
    const { id } = await asked();
    const isAt = (step: number) => eventually(async () => (await reader.show(id)).route?.step === step);
    const pass = (more: object = {}) =>
      client.callTool({
        name: 'answer_question',
        arguments: { id, pass: 'the roadmap says nothing', risk: 'unsure', reason: 'r', ...more },
      });
    await isAt(0);
    expect(await pass({ decline: 'no' })).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Give one of') }] });
    expect(await pass()).toMatchObject({ structuredContent: { id, passed: 'the roadmap says nothing' } });
    await isAt(1);
    expect(await pass()).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('always have to answer') }] });
    expect(await client.callTool(ANSWER(id, [2]))).toMatchObject({ structuredContent: { id } });
    expect(await asking).toMatchObject({ code: 0, out: 'SQLite\n' });
  });

  it('has one token, also if it is asked for five times at once', async () => {
    await reader.status();
    const ran = await Promise.all(Array.from({ length: 5 }, () => at.run(['mcp', '--answers', '--url', '--json'])));
    expect(new Set(ran.map(({ out }) => out)).size).toBe(1);
  });

  it('is refused while no person has allowed it', async () => {
    const to = await address();
    const own = { Authorization: `Bearer ${readFileSync(at.place.token, 'utf8').trim()}` };
    const refused = await fetch(new URL('/mcp/answers', to.url), { method: 'POST', headers: own, body: '{}' });
    expect(refused.status).toBe(404);
    expect(await at.run(['mcp', '--answers'], { input: '' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('agents may not answer over MCP yet'),
    });
    await at.run(['mcp', '--answers', '--url']);
    expect(await at.run(['mcp', '--answers'], { input: '', env: { ANSWERBACK_ANSWER_TOKEN: 'wrong' } })).toMatchObject({
      code: 2,
      err: expect.stringContaining('does not have the token for answering'),
    });
  });

  async function overStdio(env: Record<string, string>): Promise<McpClient> {
    const client = new McpClient({ name: 'test-agent', version: '1.0.0' });
    clients.push(client);
    const all = Object.fromEntries(Object.entries({ ...at.env, ...env }).filter((pair): pair is [string, string] => pair[1] !== undefined));
    const args = [CLI, 'mcp', '--answers', '--as', 'claw'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: all, stderr: 'inherit' }));
    return client;
  }
});
