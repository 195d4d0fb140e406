// A broker for one test: a folder, the built programs, and functions to run them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrokerFolder, placeAt } from '../../src/client/place.ts';
import { healthOf } from '../../src/client/start.ts';
import { isAlive } from '../../src/system/processes.ts';
import { Client } from './client.ts';
import { eventually } from './eventually.ts';
import { removeFolder } from './remove-folder.ts';

export const CLI = resolve('dist/answerback.js');
export const BROKER_PROGRAM = resolve('dist/broker.js');

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string };
export type Home = {
  readonly place: BrokerFolder;
  readonly env: NodeJS.ProcessEnv;
  /** `patienceMs`: how long a call is repeated while the broker is down. */
  client(patienceMs?: number): Client;
  /** Runs the built command line and waits for its end. */
  run(args: readonly string[], options?: { input?: string; env?: NodeJS.ProcessEnv; cwd?: string }): Promise<Ran>;
  /** Starts the built command line without waiting. */
  start(args: readonly string[], options?: { open?: boolean }): Running;
  /** The broker's process id, if it responds. */
  pid(): Promise<number | undefined>;
  /** Port and token for TCP; starts a broker if none is running. */
  tcp(): Promise<{ readonly port: number; readonly token: string }>;
  close(): Promise<void>;
};
export type Running = {
  readonly child: ChildProcess;
  out(): string;
  err(): string;
  readonly over: Promise<Ran>;
  until(text: string | RegExp): Promise<string>;
};

export function home(parent = tmpdir()): Home {
  const folder = mkdtempSync(join(parent, 'ab-'));
  const place = placeAt(folder);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ANSWERBACK_HOME: folder,
    ANSWERBACK_PORT: '0',
    // Hides the agents of the person who runs the tests.
    CLAUDE_CONFIG_DIR: join(folder, 'claude'),
    USER: 'ada',
    NO_COLOR: '1',
    NODE_EXTRA_CA_CERTS: '',
  };
  delete env.FORCE_COLOR;
  const clients: Client[] = [];
  const client = (patienceMs?: number) => {
    const made = new Client({ place, program: BROKER_PROGRAM, env, patienceMs });
    clients.push(made);
    return made;
  };
  const running = new Set<ChildProcess>();
  const start = (
    args: readonly string[],
    options: { input?: string; open?: boolean; env?: NodeJS.ProcessEnv; cwd?: string } = {},
  ): Running => {
    const child = spawn(process.execPath, [CLI, ...args], { env: { ...env, ...options.env }, cwd: options.cwd });
    running.add(child);
    child.stdin.on('error', () => {});
    if (!options.open) child.stdin.end(options.input ?? '');
    return watched(child, () => running.delete(child));
  };
  return {
    place,
    env,
    client,
    run: (args, options) => start(args, options).over,
    start,
    pid: async () => (await healthOf(place))?.pid,
    async tcp() {
      const { url, tokenFile } = await client().status();
      return { port: Number(new URL(url).port), token: readFileSync(tokenFile, 'utf8').trim() };
    },
    async close() {
      for (const each of clients) each.close();
      await Promise.all([...running].map(killed));
      await endBroker(place);
      await removeFolder(folder);
    },
  };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, 'exit');
  child.kill('SIGKILL');
  await over;
}

/** Resolves when it is gone, so that nothing more is written. */
async function endBroker(place: BrokerFolder): Promise<void> {
  const pid = (await healthOf(place).catch(() => undefined))?.pid;
  if (pid === undefined || pid === process.pid) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
  await eventually(() => !isAlive(pid));
}

function watched(child: ChildProcess, onEnd: () => void): Running {
  const text = { out: '', err: '' };
  const looks = new Set<() => void>();
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text.out += chunk;
    for (const look of looks) look();
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text.err += chunk;
    for (const look of looks) look();
  });
  const over = new Promise<Ran>((done) => {
    child.on('close', (code) => {
      onEnd();
      done({ code, ...text });
    });
  });
  return {
    child,
    out: () => text.out,
    err: () => text.err,
    over,
    until: (wanted) =>
      new Promise((found, failed) => {
        const look = () => {
          const all = text.out + text.err;
          if (typeof wanted === 'string' ? !all.includes(wanted) : !wanted.test(all)) return;
          looks.delete(look);
          found(all);
        };
        looks.add(look);
        look();
        void over.then(({ code, out, err }) => failed(new Error(`ended with ${code} before showing ${wanted}:\n${out}${err}`)));
      }),
  };
}

export const by = (name: string) => ({ by: { kind: 'person', name, surface: 'test' } }) as const;

export function aRequest(over: Record<string, unknown> = {}) {
  return {
    session: { id: 'test-session', program: 'tester', project: '/srv/app' },
    toolUseId: crypto.randomUUID(),
    questions: [
      {
        text: 'Which database should we use?',
        header: 'Database',
        options: [
          { label: 'Postgres', description: 'a server' },
          { label: 'SQLite', description: 'one file' },
        ],
      },
    ],
    ...over,
  };
}
