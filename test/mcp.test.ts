// The MCP server as agents use it: the built program, started by the official client, in the new and the old protocol.
import { type ElicitResult, Client as McpClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../src/client/client.ts';
import type { AskView } from '../src/question/words.generated.ts';
import { eventually } from './support/eventually.ts';
import { CLI, type Home, home } from './support/home.ts';
import { mcpClientConformance } from './support/mcp-client.conformance.ts';

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
): Promise<McpClient> {
  const client = new McpClient({ name: 'test-agent', version: '1.0.0' }, options);
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

  it('a call that is sent again is the same ask, by its content or by the id of the client', async () => {
    const client = await connect(['--hold', '500ms'], options);
    const first = await client.callTool(ASK);
    const again = await client.callTool({ ...ASK, _meta: { 'claudecode/toolUseId': 'toolu_1' } });
    expect(again.structuredContent).toEqual(first.structuredContent);
    const { request_id } = first.structuredContent as { request_id: string };
    await reader.decide(request_id, { kind: 'answers', answers: [2] }, { by: ADA });
    await client.callTool({ name: 'check_question', arguments: { request_id } });
    const named = { ...ASK, _meta: { 'claudecode/toolUseId': 'toolu_2' } };
    const [one, two] = [await client.callTool(named), await client.callTool(named)];
    expect(one.structuredContent).toMatchObject({ status: 'pending' });
    expect(one.structuredContent).toEqual(two.structuredContent);
    expect((await open()).asks).toHaveLength(1);
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
