// answerback mcp: the server for one agent that starts it and talks to it over its standard streams.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Client } from '../client/client.ts';
import { placeFrom } from '../client/place.ts';
import { healthOf } from '../client/start.ts';
import { pidNamespace } from '../system/pid-namespace.ts';
import { createAnsweringServer } from './answering.ts';
import { withdrawIfOpen } from './asking.ts';
import { Calls } from './calls.ts';
import { createMcpServer } from './server.ts';

type StdioOptions = {
  readonly holdMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly project?: string | undefined;
  readonly elicit: boolean;
  /** Instead of asking: answer, and sign with this name. */
  readonly answerAs?: string | undefined;
  /** What becomes of questions that are still open when the agent closes the connection. */
  readonly onClose: 'withdraw' | 'keep';
};

/** Resolves when the agent has closed the connection. */
export async function serveOverStdio(process: NodeJS.Process, options: StdioOptions): Promise<void> {
  const { env } = process;
  const place = placeFrom(env);
  const client = new Client({ place });
  const open = new Set<string>();
  const sessions = new Set<string>();
  const calls = new Calls();
  const keeps = options.onClose === 'keep';
  // The agent is our parent: a server that it starts again continues the same conversation.
  const parent = parentOf(process);
  let closing = false;
  const closed = new Promise<void>((resolve) => {
    const close = (): void => {
      closing = true;
      resolve();
    };
    process.stdin.once('end', close).once('close', close);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, close);
  });
  const { answerAs } = options;
  const handle = serveStdio(() => {
    if (answerAs !== undefined) return createAnsweringServer({ client, name: answerAs });
    return createMcpServer({
      client,
      project: options.project ?? env.CLAUDE_PROJECT_DIR ?? process.cwd(),
      session: (name) => {
        const session = env.ANSWERBACK_SESSION ?? `${name}-${parent.key}`;
        sessions.add(session);
        return session;
      },
      pid: parent.pid,
      continues: true,
      ends: { endsWithItsAsks: keeps, endsWithItsProcess: !keeps },
      holdMs: options.holdMs,
      timeoutMs: options.timeoutMs,
      elicit: options.elicit,
      open,
      calls,
      isClosing: () => closing,
    });
  });
  await closed;
  await handle.close();
  if (!keeps) {
    await Promise.all([...open].map((id) => withdrawIfOpen(client, id, CLOSED)));
    // None is started for this: the next one notices that the agent is gone.
    if (await healthOf(place).catch(() => undefined)) await Promise.all([...sessions].map((id) => endIfOver(client, id)));
  }
  client.close();
}

const CLOSED = 'the agent closed its connection';

/** An agent may have started several of these servers, which share its session. One that a channel has seen is ended by that channel. */
async function endIfOver(client: Client, session: string): Promise<void> {
  try {
    const known = (await client.call('GET /v1/sessions')).sessions.find(({ id }) => id === session);
    if (!known || known.channel !== undefined) return;
    const { asks } = await client.call('GET /v1/asks', { query: { session, state: ['open'], limit: 1 } });
    if (asks.length === 0) await client.call('POST /v1/sessions/:id/end', { params: { id: session }, body: { reason: CLOSED } });
  } catch {
    // Nothing was asked in it, or the broker is gone: both are fine.
  }
}

/** The agent that has started this server: its process, and a name for it that no other process ever has. */
type Parent = {
  /** Undefined if it is in another PID namespace than we are. */
  readonly pid: number | undefined;
  /** The same for every server that this agent starts, and different after a container was started again with the same pids. */
  readonly key: string;
};

export function parentOf({ ppid, pid }: Pick<NodeJS.Process, 'ppid' | 'pid'>): Parent {
  // It cannot be named from here, so nothing tells the servers of one agent from those of another.
  const known = ppid > 0 ? ppid : pid;
  const about = [hostname(), pidNamespace, startOf(known)];
  return { pid: ppid > 0 ? ppid : undefined, key: `${known}-${createHash('sha256').update(about.join(' ')).digest('hex').slice(0, 12)}` };
}

/** In clock ticks since boot. Without /proc, a computer counts its pids up and uses none of them again soon. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
