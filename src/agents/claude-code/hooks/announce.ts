// A new agent session tells the broker where it runs: its terminal, its tmux pane, its process.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { Wire } from '../../../client/http.ts';
import { ownPane } from '../../../client/own-pane.ts';
import { placeFrom } from '../../../client/place.ts';
import { requestLine } from '../../../client/request-line.ts';
import { ensureBroker } from '../../../client/start.ts';
import type { Contract } from '../../../contract/types.ts';
import { pidNamespace } from '../../../system/pid-namespace.ts';

/** The argument that starts the detached copy. */
export const LATER = '--later';

const AT_ONCE_MS = 1_000;
const MOST_ANCESTORS = 6;

type SessionFields = Contract['PUT /v1/sessions/:id']['body'];

/** What differs between kinds of agents. */
export type AnnouncedAgent = {
  readonly program: string;
  /** Reads the hook's input as the fields of a session; undefined if it is something else. */
  read(payload: unknown): { readonly id: string; readonly project: string; readonly [more: string]: unknown } | undefined;
  /** Matches the agent's own process among the ancestors of the hook. */
  readonly process: RegExp;
  /** What else is known about that process. `env` is the environment of the hook. */
  about?(pid: number, env: NodeJS.ProcessEnv): { readonly [more: string]: unknown };
};

/** `message` is the hook's input, for the agent's channel. */
type Announcement = { readonly id: string; readonly session: SessionFields; readonly message: unknown };

export async function announceSession(process: NodeJS.Process, agent: AnnouncedAgent): Promise<void> {
  const announcement = announcementFrom(await readAll(process.stdin), process, agent);
  if (!announcement) return;
  try {
    await tell(announcement, process.env, AT_ONCE_MS);
  } catch {
    const later = spawn(process.execPath, [process.argv[1] as string, LATER], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    later.stdin.end(JSON.stringify(announcement));
    later.unref();
  }
}

/** In the detached copy, which may take its time: starts the broker and sends the announcement. */
export async function finishAnnouncing(process: NodeJS.Process): Promise<void> {
  const announcement = JSON.parse(await readAll(process.stdin)) as Announcement;
  await ensureBroker({ place: placeFrom(process.env), unlessStopped: true });
  await tell(announcement, process.env, 10_000);
}

async function tell({ id, session, message }: Announcement, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<void> {
  const wire = new Wire(placeFrom(env).socket);
  try {
    await wire.call({ ...requestLine('PUT /v1/sessions/:id', { id }, {}), body: session, timeoutMs });
    await wire.call({ ...requestLine('POST /v1/channels/:program', { program: session.program }, {}), body: message, timeoutMs });
  } finally {
    wire.close();
  }
}

function announcementFrom(text: string, { env, ppid }: NodeJS.Process, kind: AnnouncedAgent): Announcement | undefined {
  const message: unknown = JSON.parse(text);
  const read = kind.read(message);
  if (!read) return undefined;
  const { id, ...fields } = read;
  const agent = agentAbove(ppid, kind.process);
  const session: SessionFields = {
    ...fields,
    program: kind.program,
    machine: hostname(),
    pid: agent,
    pidNamespace,
    terminal: agent === undefined ? undefined : terminalOf(agent),
    ...ownPane(env),
    ...(agent === undefined ? {} : kind.about?.(agent, env)),
    // Set by the broker for programs that answer asks.
    answering: env.ANSWERBACK_ANSWERING || undefined,
  };
  return { id, message, session };
}

/** There may be a shell or two between the agent and its hook. */
export function agentAbove(first: number, wanted: RegExp): number | undefined {
  let pid = first;
  for (let i = 0; i < MOST_ANCESTORS && pid > 1; i += 1) {
    const { command, parent } = processInfo(pid);
    if (wanted.test(command)) return pid;
    pid = parent;
  }
  return undefined;
}

/** A process's command and parent. Shells get an empty command, because their arguments may mention the agent. */
function processInfo(pid: number): { command: string; parent: number } {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
    const [program = '', script = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const shell = /(^|\/)(ba|da|z|fi|k)?sh$/.test(program);
    return { command: shell ? '' : `${program} ${script}`, parent };
  } catch {
    const [parent = '0', ...command] = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return { command: command.join(' '), parent: Number(parent) };
  }
}

function terminalOf(pid: number): string | undefined {
  try {
    const terminal = readlinkSync(`/proc/${pid}/fd/0`);
    return terminal.startsWith('/dev/') ? terminal : undefined;
  } catch {
    return undefined;
  }
}

export async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
