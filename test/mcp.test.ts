// The MCP server as agents use it: the built program, started by the official client, in the new and the old protocol.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ElicitResult, Client as McpClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AskView } from '../src/ask/schema/history.ts';
import { isAlive } from '../src/system/processes.ts';
import type { Client } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { CLI, type Home, home } from './support/home.ts';
import { CALLER, mcpClientConformance } from './support/mcp-client.conformance.ts';

const ADA = { kind: 'person', name: 'ada', surface: 'test' } as const;
const option = (label: string) => ({ label, description: `about ${label}` });
const DATABASE = { question: 'Which database?', header: 'Database', multiSelect: false, options: [option('Postgres'), option('SQLite')] };
const ASK = { name: 'ask_user_question', arguments: { questions: [DATABASE] } };

let at: Home;
let clients: McpClient[];
let reader: Client;
let session: string;
// One broker for all tests. Each is a session of its own, because a question that is asked again there is the same ask.
beforeAll(() => {
  at = home();
  reader = at.client();
  return () => at.close();
});
beforeEach(() => {
  clients = [];
  session = crypto.randomUUID();
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  for (const { id } of (await open()).asks) await reader.withdraw(id, 'the test is over');
});

async function connect(
  flags: readonly string[] = [],
  options: ConstructorParameters<typeof McpClient>[1] = {},
  prepare: (client: McpClient) => void = () => {},
  name = 'test-agent',
): Promise<McpClient> {
  const client = new McpClient({ name, version: '1.0.0' }, options);
  clients.push(client);
  prepare(client);
  const env = Object.fromEntries(Object.entries(at.env).filter((pair): pair is [string, string] => pair[1] !== undefined));
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', ...flags],
      env: { ...env, ANSWERBACK_SESSION: session },
      stderr: 'inherit',
    }),
  );
  return client;
}

const open = () => reader.list({ state: ['open'] });
const asked = (): Promise<AskView> => eventually(async () => (await open()).asks[0]);
const text = (result: { content?: unknown }) => (result.content as { text: string }[])[0]?.text;

describe.each([
  ['the new protocol', { versionNegotiation: { mode: 'auto' } }],
  ['the old protocol', {}],
] as const)('over stdio, in %s', (_, options) => {
  it('the tools are listed with their parameters', async () => {
    const { tools } = await (await connect([], options)).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask_user_question', 'check_question']);
    expect(tools[0]?.inputSchema).toMatchObject({ required: ['questions'] });
  });

  it('a question is answered from the inbox and confirmed', async () => {
    const client = await connect([], options);
    const call = client.callTool(ASK);
    const { id, program } = await asked();
    expect(program).toBe('test-agent');
    await reader.decide(id, { kind: 'answers', answers: [2] }, { by: ADA });
    const result = await call;
    expect(text(result)).toBe('Collected answers:\n- Database: SQLite\nJSON:\n{"answers":{"Database":"SQLite"}}');
    expect(result.structuredContent).toMatchObject({ status: 'answered', request_id: id, answers: { Database: 'SQLite' } });
    await eventually(async () => (await reader.show(id)).state === 'verified');
  });

  it('every broken rule is an error that says what to fix', async () => {
    const client = await connect([], options);
    const result = await client.callTool({
      name: 'ask_user_question',
      arguments: { questions: [{ ...DATABASE, question: 'Choose', header: '' }] },
    });
    expect(result.isError).toBe(true);
    expect(text(result)).toContain('must end with "?"');
    expect(text(result)).toContain('the header is empty');
  });

  it.each([
    [{ kind: 'decline' }, 'declined', 'AskUserQuestion cancelled by user'],
    [{ kind: 'redirect', message: 'Look at the roadmap' }, 'redirected', 'Look at the roadmap'],
  ] as const)('%j is an error of its own', async (verdict, status, expected) => {
    const client = await connect([], options);
    const call = client.callTool(ASK);
    await reader.decide((await asked()).id, verdict, { by: ADA });
    const result = await call;
    expect(result).toMatchObject({ isError: true, structuredContent: { status } });
    expect(text(result)).toContain(expected);
  });

  it('a call that may not wait longer is pending, and check_question gets the answer', async () => {
    const client = await connect(['--hold', '500ms'], options);
    const pending = await client.callTool(ASK);
    expect(pending.structuredContent).toMatchObject({ status: 'pending' });
    const { request_id } = pending.structuredContent as { request_id: string };
    const check = async () => (await client.callTool({ name: 'check_question', arguments: { request_id } })).structuredContent;
    const checking = expect.poll(check).toMatchObject({ status: 'answered', answers: { Database: 'Postgres' } });
    await reader.decide(request_id, { kind: 'answers', answers: [1] }, { by: ADA });
    await checking;
  });

  it('a call that ended without its answer is continued by the same question, which says so', async () => {
    const client = await connect(['--hold', '500ms'], options);
    const first = await client.callTool(ASK);
    expect(first.structuredContent).not.toHaveProperty('earlier_question');
    const again = await client.callTool({ ...ASK, _meta: { 'claudecode/toolUseId': 'toolu_1' } });
    const { request_id } = first.structuredContent as { request_id: string };
    const earlier = expect.stringContaining('You had asked exactly this before');
    expect(again).toMatchObject({ content: [{ text: earlier }, {}], structuredContent: { request_id, earlier_question: earlier } });
    const other = { ...DATABASE, options: [option('Postgres'), option('MySQL')] };
    const different = await client.callTool({ ...ASK, arguments: { questions: [other] } });
    expect(different.structuredContent).not.toMatchObject({ request_id });
    expect((await open()).asks).toHaveLength(2);
    await reader.decide(request_id, { kind: 'answers', answers: [2] }, { by: ADA });
    const last = await client.callTool(ASK);
    expect(last.structuredContent).toMatchObject({ request_id, answers: { Database: 'SQLite' }, earlier_question: earlier });
  });

  it('a call that the client sends again under its id is the same ask until its answer is collected, and a new one after that', async () => {
    const client = await connect(['--hold', '500ms'], options);
    const named = { ...ASK, _meta: { 'claudecode/toolUseId': 'toolu_2' } };
    const [one, two] = [await client.callTool(named), await client.callTool(named)];
    expect(one.structuredContent).toMatchObject({ status: 'pending' });
    expect(one.structuredContent).toEqual(two.structuredContent);
    const [{ id }] = (await open()).asks as [AskView];
    await reader.decide(id, { kind: 'answers', answers: [2] }, { by: ADA });
    const three = await client.callTool(named);
    expect(three.structuredContent).toMatchObject({ status: 'answered', request_id: id });
    const [four, five] = [await client.callTool(named), await client.callTool(named)];
    expect(four.structuredContent).toMatchObject({ status: 'pending' });
    expect(four.structuredContent).not.toMatchObject({ request_id: id });
    expect(four.structuredContent).toEqual(five.structuredContent);
    await reader.withdraw((four.structuredContent as { request_id: string }).request_id, 'asked enough');
    const next = await client.callTool({ ...ASK, _meta: { 'claudecode/toolUseId': 'toolu_3' } });
    expect(next.structuredContent).toMatchObject({ status: 'pending' });
    expect(next.structuredContent).not.toMatchObject({ request_id: id });
  });

  it('an answer never reaches other questions that have the id of an earlier call', async () => {
    const client = await connect(['--hold', '500ms'], options);
    const asking = (question: string) => ({ ...ASK, arguments: { questions: [{ ...DATABASE, question }] }, _meta: { callId: 'call_0' } });
    const first = (await client.callTool(asking('Which database is tested?'))).structuredContent as { request_id: string };
    await reader.decide(first.request_id, { kind: 'answers', answers: [2] }, { by: ADA });
    const other = await client.callTool(asking('Which database is deleted?'));
    expect(other.structuredContent).toMatchObject({ status: 'pending' });
    expect((await asked()).questions).toMatchObject([{ text: 'Which database is deleted?' }]);
    expect((await client.callTool(asking('Which database is tested?'))).structuredContent).toMatchObject({ request_id: first.request_id });
    const long = { ...ASK, _meta: { callId: 'x'.repeat(5_000) } };
    expect((await client.callTool(long)).structuredContent).toMatchObject({ status: 'pending' });
  });

  it('cancelling the call withdraws the ask', async () => {
    const client = await connect([], options);
    const abort = new AbortController();
    const call = client.callTool(ASK, { signal: abort.signal }).catch(() => 'cancelled');
    const { id } = await asked();
    abort.abort();
    expect(await call).toBe('cancelled');
    await eventually(async () => (await reader.show(id)).state === 'withdrawn');
  });

  it.each([
    ['withdraws what is open', [], 'withdrawn'],
    ['keeps what is open if told so', ['--keep'], 'open'],
  ] as const)('closing the connection %s', async (_name, flags, state) => {
    const client = await connect(flags, options);
    const call = client.callTool(ASK).catch(() => undefined);
    const { id } = await asked();
    await client.close();
    await call;
    await eventually(async () => (await reader.show(id)).state === state);
  });
});

describe.each([
  ['the new protocol', 'auto'],
  ['the old protocol', 'legacy'],
] as const)('the official client, in %s', (_, mode) => {
  mcpClientConformance({
    modules: [import.meta.resolve('@modelcontextprotocol/client'), import.meta.resolve('@modelcontextprotocol/client/stdio')],
    async connect(args, env) {
      const made = new McpClient({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode } });
      const transport = new StdioClientTransport({ command: process.execPath, args: [...args], env, stderr: 'inherit' });
      await made.connect(transport);
      return {
        pid: transport.pid ?? 0,
        call: (name, args, options, _meta = {}) => made.callTool({ name, arguments: { ...args }, _meta }, options),
        close: () => made.close(),
      };
    },
  });
});

it('two servers of one agent that ask the same at the same time ask two questions', async () => {
  const [first, second] = [await connect(), await connect()];
  const calls = [first.callTool(ASK), second.callTool(ASK)];
  const asks = await eventually(async () => {
    const { asks } = await open();
    return asks.length === 2 && asks;
  });
  expect(new Set(asks.map((ask) => ask.session))).toEqual(new Set([session]));
  for (const [i, { id }] of asks.entries()) await reader.decide(id, { kind: 'answers', answers: [i + 1] }, { by: ADA });
  const answers = (await Promise.all(calls)).map(({ structuredContent }) => structuredContent as { request_id: string });
  expect(new Set(answers.map(({ request_id }) => request_id))).toEqual(new Set(asks.map(({ id }) => id)));
});

it('two servers of one agent ask two questions, also if the broker is killed between the two', async () => {
  const [first, second] = [await connect(), await connect()];
  for (const round of [1, 2, 3]) {
    const again = { ...ASK, arguments: { questions: [{ ...DATABASE, question: `Which database is number ${round}?` }] } };
    const waiting = first.callTool(again);
    await asked();
    process.kill((await at.pid()) as number, 'SIGKILL');
    const calls = [waiting, second.callTool(again)];
    const asks = await eventually(async () => {
      const { asks } = await open();
      return asks.length === 2 && asks;
    });
    for (const { id } of asks) await reader.decide(id, { kind: 'answers', answers: [1] }, { by: ADA });
    const answers = (await Promise.all(calls)).map(({ structuredContent }) => structuredContent as { request_id: string });
    expect(new Set(answers.map(({ request_id }) => request_id))).toEqual(new Set(asks.map(({ id }) => id)));
  }
});

it('an agent that closes the connection is no longer listed as running', async () => {
  const sessions = async () => (await reader.sessions(true)).find(({ id }) => id === session);
  const client = await connect();
  const call = client.callTool(ASK);
  await reader.decide((await asked()).id, { kind: 'answers', answers: [1] }, { by: ADA });
  await call;
  expect(await sessions()).not.toHaveProperty('endedAt');
  await client.close();
  await eventually(async () => (await sessions())?.endedAt !== undefined);
});

it('an agent whose own session the server asks in goes on when it closes the connection', async () => {
  await reader.putSession(session, { program: 'claude-code', project: '/srv/app', pid: process.pid });
  const client = await connect([], {}, undefined, 'claude-code');
  const call = client.callTool(ASK);
  await reader.decide((await asked()).id, { kind: 'answers', answers: [1] }, { by: ADA });
  await call;
  const { pid } = client.transport as StdioClientTransport;
  await client.close();
  await eventually(() => !isAlive(pid ?? 0));
  expect((await reader.sessions()).map(({ id }) => id)).toContain(session);
});

it('an agent that closes the connection while no broker runs starts none, and the next broker ends its session', async () => {
  const modules = ['@modelcontextprotocol/client', '@modelcontextprotocol/client/stdio'].map((name) => import.meta.resolve(name));
  const agent = spawn(process.execPath, [CALLER, ...modules, CLI], { env: { ...at.env, ANSWERBACK_SESSION: session, STAYS: '1' } });
  const over = once(agent, 'close');
  const told = once(agent.stdout, 'data');
  await reader.decide((await asked()).id, { kind: 'answers', answers: [1] }, { by: ADA });
  await told;
  const pid = (await at.pid()) as number;
  process.kill(pid, 'SIGKILL');
  await eventually(() => !isAlive(pid));
  agent.stdin.end();
  await over;
  expect(await at.pid()).toBeUndefined();
  await eventually(async () => (await reader.sessions(true)).find(({ id }) => id === session)?.endedAt !== undefined);
});

it('an agent that is killed together with the server is no longer listed as running, and its question is withdrawn', async () => {
  const modules = ['@modelcontextprotocol/client', '@modelcontextprotocol/client/stdio'].map((name) => import.meta.resolve(name));
  const env = { ...at.env, ANSWERBACK_SESSION: session };
  const agent = spawn(process.execPath, [CALLER, ...modules, CLI], { env, detached: true, stdio: 'ignore' });
  const { id } = await asked();
  process.kill(-(agent.pid as number), 'SIGKILL');
  await eventually(async () => (await reader.show(id)).state === 'withdrawn');
  expect((await reader.sessions()).map((each) => each.id)).not.toContain(session);
});

it('a broker that is killed while a call waits loses nothing', async () => {
  const client = await connect();
  const call = client.callTool(ASK);
  const { id } = await asked();
  process.kill((await at.pid()) as number, 'SIGKILL');
  await reader.decide(id, { kind: 'answers', answers: [2] }, { by: ADA });
  expect((await call).structuredContent).toMatchObject({ answers: { Database: 'SQLite' } });
});

it('a broker that a person stops while a call waits leaves the question pending, also when it is checked', async () => {
  const client = await connect(['--hold', '2s']);
  const call = client.callTool(ASK);
  const { id } = await asked();
  await at.run(['broker', 'stop']);
  expect((await call).structuredContent).toMatchObject({ status: 'pending', request_id: id });
  const check = { name: 'check_question', arguments: { request_id: id } };
  expect((await client.callTool(check)).structuredContent).toMatchObject({ status: 'pending', request_id: id });
  await at.run(['broker', 'start']);
  await reader.decide(id, { kind: 'answers', answers: [2] }, { by: ADA });
  expect((await client.callTool(check)).structuredContent).toMatchObject({ answers: { Database: 'SQLite' } });
});

it('an agent cannot collect the answer to a question of another one', async () => {
  const call = (await connect()).callTool({ name: 'check_question', arguments: { request_id: 'nothing' } });
  expect(text(await call)).toContain('You have no pending question');
});

describe.each([
  ['the new protocol', 'auto'],
  ['the old protocol', 'legacy'],
] as const)("with --elicit, in the client's own dialog, in %s", (_, mode) => {
  const withDialog = async (answer: () => Promise<ElicitResult>) => {
    const client = await connect(['--elicit'], { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } }, (made) =>
      made.setRequestHandler('elicitation/create', answer),
    );
    return client.callTool(ASK);
  };

  it('the answer given there is the answer', async () => {
    const result = await withDialog(async () => ({ action: 'accept', content: { q1: 'SQLite' } }));
    expect(result.structuredContent).toMatchObject({ answers: { Database: 'SQLite' } });
  });

  it('a decline there is a decline', async () => {
    expect(await withDialog(async () => ({ action: 'decline' }))).toMatchObject({ structuredContent: { status: 'declined' } });
  });

  it('closing it leaves the question to the inbox', async () => {
    const call = withDialog(async () => ({ action: 'cancel' }));
    await reader.decide((await asked()).id, { kind: 'answers', answers: [1] }, { by: ADA });
    expect((await call).structuredContent).toMatchObject({ answers: { Database: 'Postgres' } });
  });

  it('an answer from the inbox is first', async () => {
    const result = await withDialog(async () => {
      await reader.decide((await asked()).id, { kind: 'answers', answers: [1] }, { by: ADA });
      return { action: 'accept', content: { q1: 'SQLite' } };
    });
    expect(result.structuredContent).toMatchObject({ answers: { Database: 'Postgres' }, decidedBy: { name: 'ada' } });
  });
});
