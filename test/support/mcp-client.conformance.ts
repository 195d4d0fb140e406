// What any client library of MCP must get from `answerback mcp`: answers, progress, and nothing lost or doubled when something is killed.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { AskView, State } from '../../src/question/words.generated.ts';
import { DATABASE } from './agents/asking-model.ts';
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

const CALLER = new URL('mcp-caller.mjs', import.meta.url).pathname;
