// The MCP server at the broker's address, with clients that are careless or hostile: raw requests, in both protocols.
import { writeFileSync } from 'node:fs';
import { Client as McpClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { createMcpHttp } from '../src/mcp/http.ts';
import type { Client } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { aRequest, CLI, type Home, home } from './support/home.ts';
import { ownPort } from './support/own-port.ts';

type Address = { readonly url: string; readonly headers: { readonly Authorization: string } };
type Headers = Readonly<Record<string, string>>;
type Fetch = (request: Request) => Promise<Response>;

const option = (label: string) => ({ label, description: `about ${label}` });
const QUESTION = { question: 'Which database?', header: 'Database', multiSelect: false, options: [option('Postgres'), option('SQLite')] };
const ASK = { name: 'ask_user_question', arguments: { questions: [QUESTION] } };
const MODERN = '2026-07-28';

let at: Home;
let reader: Client;
let to: Address;
beforeEach(async () => {
  at = home();
  at.env.ANSWERBACK_PORT = String(await ownPort());
  reader = at.client();
  to = await address();
});
afterEach(() => at.close());

const address = async (...flags: readonly string[]): Promise<Address> =>
  JSON.parse((await at.run(['mcp', '--url', '--json', '--project', '/srv/shop', ...flags])).out) as Address;
const where = (query: string) => `${to.url}&${query}`;
const asks = async () => (await reader.list({ state: ['open'] })).asks;
const asked = (program: string) => eventually(async () => (await asks()).find((ask) => ask.program === program));
const state = (id: string) => reader.show(id).then((view) => view.state);

function request(url: string, body: object, headers: Headers = {}): Request {
  const all = { ...to.headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  return new Request(url, { method: 'POST', headers: all, body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }) });
}
async function begin(url: string, name: unknown, through: Fetch = fetch): Promise<Headers> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name, version: '1' } };
  const response = await through(request(url, { method: 'initialize', params }));
  await response.text();
  return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? `status ${response.status}` };
}
/** The result of a call: the last message, alone or in a stream. */
async function call(url: string, params: object, headers: Headers = {}, through: Fetch = fetch) {
  const text = await (await through(request(url, { method: 'tools/call', params }, headers))).text();
  return (JSON.parse(text.split('data: ').at(-1) || '{}') as { result?: object }).result;
}
function modernCall(url: string, params: { readonly name: string }, name = 'modern') {
  const meta = { protocolVersion: MODERN, clientInfo: { name, version: '1' }, clientCapabilities: { elicitation: { form: {} } } };
  const _meta = Object.fromEntries(Object.entries(meta).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value]));
  return call(url, { ...params, _meta }, { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': params.name });
}

describe('a question stays open', () => {
  it('when too many other clients come', async () => {
    const http = createMcpHttp(at.client(), at.place.token, 'ask', { mostClients: 2 });
    const [url, waiting] = [where('hold=60s'), await begin(where('hold=60s'), 'waiting', http.fetch)];
    const calling = call(url, ASK, waiting, http.fetch).catch(() => undefined);
    const { id } = await asked('waiting');
    const others = [await begin(url, 'other', http.fetch), await begin(url, 'other', http.fetch)];
    void call(url, ASK, others[1], http.fetch);
    await asked('other');
    // Now both wait for a call, so that the older one has to go.
    await begin(url, 'third', http.fetch);
    await calling;
    const checked = await call(where('hold=1ms'), { name: 'check_question', arguments: { request_id: id } }, waiting, http.fetch);
    expect(checked).toMatchObject({ structuredContent: { status: 'pending', request_id: id } });
    await http.close();
    expect(await state(id)).toBe('open');
  });

  it('with keep=1, also if the client says good-bye during the call', async () => {
    /** Begins a call, ends the session during it, and returns the id of the ask. */
    const leaves = async (url: string, name: string) => {
      const headers = await begin(url, name);
      const calling = call(url, ASK, headers);
      const { id } = await asked(name);
      expect((await fetch(url, { method: 'DELETE', headers: { ...to.headers, ...headers } })).status).toBe(200);
      await calling;
      return id;
    };
    const kept = await leaves(where('keep=1&hold=60s'), 'keeper');
    const other = await leaves(where('hold=60s'), 'leaver');
    await expect.poll(() => state(other)).toBe('withdrawn');
    expect(await state(kept)).toBe('open');
  });

  it('if the answer from the own dialog of the client comes while the broker is stopped', async () => {
    const client = new McpClient({ name: 'dialog', version: '1' }, { capabilities: { elicitation: { form: {} } } });
    client.setRequestHandler('elicitation/create', async () => {
      await at.run(['broker', 'stop']);
      return { action: 'accept', content: { q1: 'Postgres' } };
    });
    const env = Object.fromEntries(Object.entries(at.env).filter((pair): pair is [string, string] => pair[1] !== undefined));
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', '--elicit', '--hold', '3s'], env, stderr: 'ignore' }),
    );
    expect(await client.callTool(ASK)).toMatchObject({ structuredContent: { status: 'pending' } });
    await client.close();
  });
});

describe('a session', () => {
  it.each(['Visual Studio Code', '日本語', '100%'])('of a client called %s goes on with the next broker', async (name) => {
    const headers = await begin(where('hold=1ms'), name);
    const first = (await call(where('hold=1ms'), ASK, headers)) as { structuredContent: { request_id: string } };
    await at.run(['broker', 'stop']);
    await at.run(['broker', 'start']);
    const { request_id } = first.structuredContent;
    expect(await call(where('hold=1ms'), ASK, headers)).toMatchObject({ structuredContent: { status: 'pending', request_id } });
    expect((await asks()).map(({ program }) => program)).toEqual([name]);
  });

  it('that a client made up is unknown', async () => {
    for (const id of ['..', 'x'.repeat(5_000), `%-${crypto.randomUUID()}`]) {
      const response = await fetch(request(to.url, { method: 'tools/list' }, { 'mcp-session-id': id }));
      expect(response.status).toBe(404);
    }
  });

  it('of another program cannot be named', async () => {
    const { id, session } = await reader.ask(aRequest());
    const theirs = { name: 'check_question', arguments: { request_id: id } };
    for (const name of ['tester', 'another']) {
      expect(await modernCall(where(`hold=1ms&session=${session}`), theirs, name)).toMatchObject({ isError: true });
      expect(await modernCall(where(`hold=1ms&session=${session}`), ASK, name)).toMatchObject({ structuredContent: { status: 'pending' } });
    }
    expect(await asks()).toHaveLength(3);
  });

  it('in the new protocol can have a long project', async () => {
    const url = `${to.url.split('?')[0]}?hold=1ms&project=/${'long/'.repeat(60)}`;
    expect(await modernCall(url, ASK)).toMatchObject({ structuredContent: { status: 'pending' } });
  });
});

describe('a client', () => {
  it('does not learn the ids of other questions by giving the beginning of one', async () => {
    const ids: string[] = [];
    // There are 32 first characters.
    for (let i = 0; i < 33; i += 1) ids.push((await reader.ask(aRequest())).id);
    const first = ids.map(([letter]) => letter).find((letter, i, all) => all.indexOf(letter) !== i);
    const told = await modernCall(to.url, { name: 'check_question', arguments: { request_id: first } } as { name: string });
    expect(told).toMatchObject({ isError: true });
    expect(ids.filter((id) => JSON.stringify(told).includes(id))).toEqual([]);
  });

  it('cannot answer its own question by saying that it has a dialog', async () => {
    const response = await fetch(request(where('elicit=1'), { method: 'tools/list' }));
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('answerback mcp --url --elicit');
  });

  it('whose name is not a text is refused', async () => {
    expect(await begin(to.url, { toString: 1, valueOf: 1 })).toEqual({ 'mcp-session-id': 'status 400' });
  });

  it('whose name has half a character does not damage the journal', async () => {
    await call(to.url, ASK, await begin(where('hold=1ms'), 'a\ud800b'));
    await reader.ask(aRequest({ session: { id: 's\ud800', program: 'p\ud800', project: '/\ud800' }, toolUseId: '\ud800' }));
    expect((await asks()).map(({ program }) => program)).toEqual(['p\ufffd', 'a\ufffdb']);
    expect((await reader.status()).damage).toEqual([]);
  });
});

it('an agent that answers is told which argument is missing', async () => {
  const routes = [{ name: 'all', when: { kind: 'question' }, decide: [{ agent: 'claw', within: '10m' }, 'people'] }];
  writeFileSync(at.place.config, stringify({ answerers: { claw: { kind: 'chat' } }, routes }));
  to = JSON.parse((await at.run(['mcp', '--answers', '--as', 'claw', '--url', '--json'])).out) as Address;
  const { id } = await reader.ask(aRequest());
  await eventually(async () => (await reader.show(id)).route?.waitingFor?.kind === 'agent');
  const signed = { risk: 'reversible', reason: 'It is one file.' };
  for (const [args, text] of [
    [undefined, 'Give the id'],
    [{ answers: [1], ...signed }, 'Give the id'],
    [{ id: 7, answers: [1], ...signed }, 'Give the id'],
    [{ id, ...signed }, 'Give one of answers, redirect, decline and pass'],
    [{ id, answers: [1], redirect: 'No.', ...signed }, 'Give one of answers, redirect, decline and pass'],
    [{ id, answers: [1], ...signed, reason: '' }, 'it gave no reason'],
  ] as const) {
    const told = await call(to.url, { name: 'answer_question', arguments: args });
    expect(told).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(text) }] });
  }
  expect(await call(to.url, { name: 'route_explain' })).toMatchObject({ isError: true });
  expect(await state(id)).toBe('open');
});

it.each([250, 50_000])('a request that is nested %i levels deep is refused in words, and the next one is served', async (levels) => {
  const headers = { ...to.headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const session = await begin(to.url, 'deep');
  for (const params of [`{"name":"ask_user_question","arguments":{"questions":${deep}}}`, deep]) {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
    const reply = await fetch(to.url, { method: 'POST', headers: { ...headers, ...session }, body });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('nested more than 200 levels deep');
  }
  expect(await begin(to.url, 'next')).toMatchObject({ 'mcp-session-id': expect.stringContaining('-') });
});
