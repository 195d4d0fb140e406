// What any client library of MCP must get from `answerback mcp`: answers, progress, and nothing lost or doubled when something is killed.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { AskView, State } from '../../src/ask/schema/history.ts';
import { DATABASE } from './agents/asking-model.ts';
import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import { by, CLI, type Home, home } from './home.ts';

export type CallOptions = { readonly signal?: AbortSignal; readonly timeout?: number; readonly onprogress?: () => void };
export type Called = { readonly structuredContent?: unknown; readonly isError?: boolean | undefined };
export type McpConnection = {
  /** The process of `answerback mcp`. */
  readonly pid: number;
  call(name: string, args: object, options?: CallOptions, meta?: Record<string, unknown>): Promise<Called>;
  close(): Promise<void>;
};
export type ClientLibrary = {
  connect(args: readonly string[], env: Record<string, string>): Promise<McpConnection>;
  /** What a program of its own imports to get Client and StdioClientTransport. */
  readonly modules: readonly [client: string, transport: string];
};

export function mcpClientConformance({ connect, modules }: ClientLibrary): void {
  let at: Home;
  let reader: Client;
  let env: Record<string, string>;
  let connections: McpConnection[];
  beforeEach(() => {
    at = home();
    reader = at.client();
    env = Object.fromEntries(Object.entries(at.env).filter((pair): pair is [string, string] => pair[1] !== undefined));
    connections = [];
  });
  afterEach(async () => {
    await Promise.all(connections.map((each) => each.close().catch(() => undefined)));
    await at.close();
  });

  const connected = async (...flags: string[]): Promise<McpConnection> => {
    const made = await connect([CLI, 'mcp', ...flags], env);
    connections.push(made);
    return made;
  };
  const ask = (connection: McpConnection, options?: CallOptions) =>
    connection.call('ask_user_question', { questions: [DATABASE] }, options);
  const asked = (): Promise<AskView> => eventually(async () => (await reader.list({ state: ['open'] })).asks[0]);
  const all = async () => (await reader.list({ state: ['open', 'answered', 'verified', 'withdrawn'] })).asks;
  const answer = ({ id }: Pick<AskView, 'id'>) => reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
  const becomes = ({ id }: Pick<AskView, 'id'>, state: State) => eventually(async () => (await reader.show(id)).state === state);
  const byId = (a: { request_id: string }, b: { request_id: string }): number => a.request_id.localeCompare(b.request_id);
  const SQLITE = { status: 'answered', answers: { Database: 'SQLite' } };

  it('a question is answered, and there is progress while it waits', async () => {
    const connection = await connected();
    let beats = 0;
    const onprogress = () => {
      beats += 1;
    };
    const call = ask(connection, { onprogress });
    const view = await asked();
    await eventually(() => beats > 0);
    await answer(view);
    expect((await call).structuredContent).toMatchObject(SQLITE);
    await becomes(view, 'verified');
  });

  it('cancelling the call withdraws the question', async () => {
    const abort = new AbortController();
    const call = ask(await connected(), { signal: abort.signal }).catch(() => 'cancelled');
    const view = await asked();
    abort.abort();
    expect(await call).toBe('cancelled');
    await becomes(view, 'withdrawn');
  });

  it('a client that stops waiting at its own time limit finds the question again', async () => {
    const connection = await connected();
    await expect(ask(connection, { timeout: 1_000 })).rejects.toThrow(/timed out/i);
    const again = ask(connection);
    const view = await asked();
    await answer(view);
    expect((await again).structuredContent).toMatchObject({ ...SQLITE, request_id: view.id });
    expect(await all()).toHaveLength(1);
  });

  it('an answer that came after the time limit of the client is there when it calls again, also under another id', async () => {
    const connection = await connected();
    // Starts the broker: the question must be there before the time limit.
    expect(await all()).toHaveLength(0);
    await expect(ask(connection, { timeout: 2_000 })).rejects.toThrow(/timed out/i);
    const view = await asked();
    await answer(view);
    const again = await connection.call('ask_user_question', { questions: [DATABASE] }, {}, { 'claudecode/toolUseId': 'toolu_2' });
    expect(again.structuredContent).toMatchObject({ ...SQLITE, request_id: view.id });
    expect(await all()).toHaveLength(1);
  });

  it('two identical calls at the same moment are two questions, each with its own answer', async () => {
    const connection = await connected();
    const calls = [ask(connection), ask(connection)];
    const asks = await eventually(async () => {
      const { asks } = await reader.list({ state: ['open'] });
      return asks.length === 2 && asks;
    });
    for (const [i, { id }] of asks.entries()) await reader.decide(id, { kind: 'answers', answers: [i + 1] }, by('ada'));
    const told = (await Promise.all(calls)).map(({ structuredContent }) => structuredContent as { request_id: string; answers: object });
    const expected = asks.map(({ id }, i) => ({ request_id: id, answers: { Database: ['Postgres', 'SQLite'][i] } }));
    expect(told.toSorted(byId)).toMatchObject(expected.toSorted(byId));
    for (const each of told) expect(each).not.toHaveProperty('earlier_question');
  });

  it('a question that is asked again after its answer was collected is a new one, also after the broker was killed', async () => {
    const connection = await connected();
    for (const count of [1, 2, 3]) {
      const call = ask(connection);
      await answer(await asked());
      expect((await call).structuredContent).toMatchObject(SQLITE);
      expect(await all()).toHaveLength(count);
      if (count === 2) process.kill((await at.pid()) as number, 'SIGKILL');
    }
  });

  it('an answer that was not collected is there for the same question after broker and server were killed, and says so', async () => {
    const first = await connected('--hold', '1s');
    const { id } = await ask(first).then(({ structuredContent }) => ({ id: (structuredContent as { request_id: string }).request_id }));
    process.kill(first.pid, 'SIGKILL');
    await answer({ id });
    process.kill((await at.pid()) as number, 'SIGKILL');
    const second = await connected();
    const earlier_question = expect.stringContaining('the user was asked only once');
    expect((await ask(second)).structuredContent).toMatchObject({ ...SQLITE, request_id: id, earlier_question });
    const next = ask(second);
    expect((await asked()).id).not.toBe(id);
    await answer(await asked());
    await next;
  });

  it('a call that is sent again under its id after server and broker were killed gets the answer that it did not get, and no other', async () => {
    const named = (connection: McpConnection) =>
      connection.call('ask_user_question', { questions: [DATABASE] }, {}, { 'claudecode/toolUseId': 'functions.ask:0' });
    const first = await connected();
    const lost = named(first).catch(() => 'lost');
    const view = await asked();
    process.kill(first.pid, 'SIGKILL');
    expect(await lost).toBe('lost');
    await answer(view);
    process.kill((await at.pid()) as number, 'SIGKILL');
    const again = (await named(await connected())).structuredContent;
    expect(again).toMatchObject({ ...SQLITE, request_id: view.id });
    expect(again).not.toHaveProperty('earlier_question');
    expect(await all()).toHaveLength(1);
  });

  it('a call that has the id and the questions of one whose answer was collected is asked, also after server and broker were killed', async () => {
    const named = (connection: McpConnection) =>
      connection.call('ask_user_question', { questions: [DATABASE] }, {}, { 'claudecode/toolUseId': 'functions.ask:0' });
    let connection = await connected();
    for (const count of [1, 2, 3]) {
      const call = named(connection);
      const view = await asked();
      await answer(view);
      expect((await call).structuredContent).toMatchObject({ ...SQLITE, request_id: view.id });
      expect(await all()).toHaveLength(count);
      if (count !== 2) continue;
      process.kill(connection.pid, 'SIGKILL');
      process.kill((await at.pid()) as number, 'SIGKILL');
      connection = await connected();
    }
  });

  it('a server that is killed is started again by the client, and the same call finds its question', async () => {
    const first = await connected();
    const lost = ask(first).catch(() => 'lost');
    const view = await asked();
    process.kill(first.pid, 'SIGKILL');
    expect(await lost).toBe('lost');
    const again = ask(await connected());
    await answer(view);
    expect((await again).structuredContent).toMatchObject({ ...SQLITE, request_id: view.id });
    expect(await all()).toHaveLength(1);
  });

  it('a broker that is killed during the wait loses nothing, also between two checks', async () => {
    const connection = await connected('--hold', '1s');
    const { structuredContent } = await ask(connection);
    const id = (structuredContent as { request_id: string }).request_id;
    process.kill((await at.pid()) as number, 'SIGKILL');
    const check = connection.call('check_question', { request_id: id });
    await answer({ id });
    // It waits for a second, and the broker may take longer to be back.
    const first = await check;
    const isPending = (first.structuredContent as { status: string }).status === 'pending';
    const checked = isPending ? await connection.call('check_question', { request_id: id }) : first;
    expect(checked.structuredContent).toMatchObject({ ...SQLITE, request_id: id });
    expect(await all()).toHaveLength(1);
  });

  /** The client as a process of its own. */
  const started = (its: Record<string, string>, ...flags: string[]): ChildProcessWithoutNullStreams => {
    const agent = spawn(process.execPath, [CALLER, ...modules, CLI, ...flags], { env: its });
    onTestFinished(() => void agent.kill('SIGKILL'));
    return agent;
  };

  it('a client that is killed withdraws its question', async () => {
    const agent = started(env);
    const view = await asked();
    agent.kill('SIGKILL');
    await becomes(view, 'withdrawn');
  });

  it('with --keep, a client that is killed and started again in the same session finds its question', async () => {
    const start = () => started({ ...env, ANSWERBACK_SESSION: 'night-shift' }, '--keep');
    const killed = start();
    const view = await asked();
    killed.kill('SIGKILL');
    await once(killed, 'close');
    expect((await reader.show(view.id)).state).toBe('open');
    const agent = start();
    let out = '';
    agent.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
    });
    const closed = once(agent, 'close');
    await answer(view);
    await closed;
    expect(JSON.parse(out)).toMatchObject({ ...SQLITE, request_id: view.id });
    expect(await all()).toHaveLength(1);
  });
}

export const CALLER = new URL('mcp-caller.mjs', import.meta.url).pathname;
