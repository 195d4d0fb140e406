// A new agent session tells the broker where it runs: its terminal, its tmux pane, its process.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { Wire } from './http.ts';
import { placeFrom } from './place.ts';
import { ensureBroker } from './start.ts';

/** The argument that makes the detached copy. */
export const LATER = '--later';

const AT_ONCE_MS = 1_000;
const MOST_ANCESTORS = 6;

type Announcement = { readonly id: string; readonly session: Readonly<Record<string, unknown>> };

export async function announceSession(process: NodeJS.Process): Promise<void> {
  const announcement = announcementFrom(await readAll(process.stdin), process);
  if (!announcement) return;
  try {
    await tell(announcement, process.env, AT_ONCE_MS);
  } catch {
    const later = spawn(process.execPath, [process.argv[1] as string, LATER], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    later.stdin.end(JSON.stringify(announcement));
    later.unref();
  }
}

/** In its own process, with all the time it needs: starts the broker and then says the same. */
export async function finishAnnouncing(process: NodeJS.Process): Promise<void> {
  const announcement = JSON.parse(await readAll(process.stdin)) as Announcement;
  await ensureBroker({ place: placeFrom(process.env) });
  await tell(announcement, process.env, 10_000);
}

async function tell({ id, session }: Announcement, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<void> {
  const wire = new Wire(placeFrom(env).socket);
  try {
    await wire.call({ method: 'PUT', path: `/v1/sessions/${encodeURIComponent(id)}`, body: session, timeoutMs });
  } finally {
    wire.close();
  }
}

function announcementFrom(text: string, { env, ppid }: NodeJS.Process): Announcement | undefined {
  const payload = JSON.parse(text) as Record<string, unknown>;
  const { session_id: id, cwd, transcript_path: transcript } = payload;
  if (typeof id !== 'string' || typeof cwd !== 'string') return undefined;
  const agent = agentAbove(ppid);
  const fields = {
    program: 'claude-code',
    project: cwd,
    machine: hostname(),
    transcript,
    pid: agent,
    terminal: agent === undefined ? undefined : terminalOf(agent),
    pane: env.TMUX_PANE,
    tmux: env.TMUX?.split(',')[0],
    // Set by the broker in what it runs to get an ask decided.
    answering: env.ANSWERBACK_ANSWERING,
  };
  return { id, session: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) };
}

/** Between the agent and its hook stands a shell or two. */
function agentAbove(first: number): number | undefined {
  let pid = first;
  for (let i = 0; i < MOST_ANCESTORS && pid > 1; i += 1) {
    const { command, parent } = processInfo(pid);
    if (/claude/i.test(command)) return pid;
    pid = parent;
  }
  return undefined;
}

/** What runs there and who started it; shells that merely mention the hook do not count. */
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

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
