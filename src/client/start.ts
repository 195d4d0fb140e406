// Makes sure that a broker is running: starts one if there is none, replaces one that is older than this program.
import { closeSync, existsSync, type FSWatcher, openSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Health } from '../contract/types.ts';
import { pidHere } from '../system/pid-namespace.ts';
import { callRoute } from './call.ts';
import { Unavailable } from './errors.ts';
import { ConnectionLost, NO_REPLY, Wire } from './http.ts';
import { type BrokerFolder, prepareFolder, socketPathProblem } from './place.ts';
import { BUILD, isOlder, VERSION } from './version.ts';

/** What the broker's process reports to the process that started it. */
export type StartReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly message: string; readonly fix: string };

export type StartOptions = {
  readonly place: BrokerFolder;
  /** The broker's program. Default: the one of this build. */
  readonly program?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Does not start a broker that a person has stopped. */
  readonly unlessStopped?: boolean | undefined;
  /** How long to wait, at least, for a broker that is there and does not reply. */
  readonly patienceMs?: number | undefined;
};

/** The broker's program of this installation. */
export const BROKER_PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'broker.js');

const REPLIES_WITHIN_MS = 5_000;
const READY_WITHIN_MS = 15_000;
export const STOPPED_WITHIN_MS = 6_000;
const TAKEN_FOR_MS = 1_000;
const LOOK_AGAIN_MS = 100;

/** Resolves when a broker of at least this version responds. */
export async function ensureBroker(options: StartOptions): Promise<Health> {
  const { place, program = BROKER_PROGRAM } = options;
  const health = await healthOf(place);
  // The service would only start the same program again.
  if (health && (!isOutdated(health) || ![undefined, program].includes(serviceOf(place)))) return health;
  if (!health && options.unlessStopped && existsSync(place.stopped))
    throw new Unavailable('the broker was stopped', '`answerback broker start` starts it again.', true);
  if (health) await stopBroker(place);
  return (await startedByService(place)) ?? startBroker(options, health ? STOPPED_WITHIN_MS : 0);
}

/** The program that a service manager runs as the broker; undefined without a service. */
export function serviceOf(place: BrokerFolder): string | undefined {
  return contentOf(place.service)?.trim();
}

/** Whoever keeps the port open starts the broker at a connection. Undefined if nobody does. */
async function startedByService(place: BrokerFolder): Promise<Health | undefined> {
  const port = Number(contentOf(place.port));
  if (serviceOf(place) === undefined || !port) return undefined;
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true)).once('error', () => resolve(false)));
  socket.on('error', () => {});
  try {
    return isOpen ? await until(place, READY_WITHIN_MS, () => healthOf(place)) : undefined;
  } finally {
    socket.destroy();
  }
}

/** An older release, or an older build of the same one. */
export function isOutdated({ version, build = 0 }: Pick<Health, 'version' | 'build'>): boolean {
  return isOlder(version, VERSION) || (version === VERSION && build < BUILD);
}

/** `silent`: a broker is running but does not reply. `pid` is undefined if it is not known. */
type Presence =
  | { readonly kind: 'answers'; readonly health: Health }
  | { readonly kind: 'silent'; readonly pid: number | undefined }
  | { readonly kind: 'none' };

export async function presenceOf(place: BrokerFolder): Promise<Presence> {
  const wire = new Wire(place.socket);
  try {
    return { kind: 'answers', health: await callRoute(wire, 'GET /v1/health', { timeoutMs: REPLIES_WITHIN_MS }) };
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    return isSilence(error) ? { kind: 'silent', pid: pidIn(place) } : { kind: 'none' };
  } finally {
    wire.close();
  }
}

/** Undefined if no broker replies. */
export async function healthOf(place: BrokerFolder): Promise<Health | undefined> {
  const found = await presenceOf(place);
  return found.kind === 'answers' ? found.health : undefined;
}

/** EAGAIN: so many connections wait that the system accepts no more. */
const isSilence = ({ code }: ConnectionLost): boolean => code === NO_REPLY || code === 'EAGAIN';

/** Its second line says where the pid counts. */
function pidIn(place: BrokerFolder): number | undefined {
  const [pid, namespace] = contentOf(place.pid)?.split('\n') ?? [];
  return pidHere({ pid: Number(pid) || undefined, pidNamespace: namespace || undefined });
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** What to say about a broker that is running but does not reply. */
export function silence(place: BrokerFolder, pid = pidIn(place)): Unavailable {
  const who = pid === undefined ? `the process that holds ${place.lock} (fuser ${place.lock})` : `process ${pid}`;
  return new Unavailable(
    `a broker is running${pid === undefined ? '' : ` (pid ${pid})`} but does not reply`,
    `It may be frozen (kill -CONT ${pid ?? '<pid>'} resumes it) or very busy; see ${place.log}. To replace it, end ${who} with kill -9: what was saved stays on disk, and the next command starts a new broker.`,
  );
}

/** Asks it to stop and waits until it is gone or another has taken its place. False if there was none. */
export async function stopBroker(place: BrokerFolder): Promise<boolean> {
  const pid = pidIn(place);
  const wire = new Wire(place.socket);
  try {
    await callRoute(wire, 'POST /v1/stop', { timeoutMs: REPLIES_WITHIN_MS });
  } catch (error) {
    if (error instanceof ConnectionLost && isSilence(error)) throw silence(place);
    if (error instanceof ConnectionLost) return false;
    throw error;
  } finally {
    wire.close();
  }
  const gone = await until(place, STOPPED_WITHIN_MS, async () => {
    const health = await healthOf(place);
    return health === undefined || (pid !== undefined && health.pid !== pid) ? true : undefined;
  });
  if (!gone) throw new Unavailable('the broker does not stop', `End its process by hand (fuser -k ${place.lock}), or see ${place.log}.`);
  return true;
}

/** Like `stopBroker`, and it stays stopped until somebody runs a command that needs it. The journal is closed then, because the next command may replace it. */
export async function stopForGood(place: BrokerFolder): Promise<boolean> {
  if (existsSync(place.folder)) writeFileSync(place.stopped, '', { mode: 0o600 });
  const pid = pidIn(place);
  const stopped = await stopBroker(place);
  // This file is there while the journal is in use (journal/sqlite/files.ts). On a full disk it stays, and then the end of the process counts.
  const isClosed = () => !existsSync(place.lastEvent) || (pid !== undefined && !runs(pid));
  if (stopped) await until(place, STOPPED_WITHIN_MS, async () => isClosed() || undefined);
  return stopped;
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function startBroker(
  { place, program = BROKER_PROGRAM, env = process.env, patienceMs = 0 }: StartOptions,
  releasedWithinMs = 0,
): Promise<Health> {
  const tooLong = socketPathProblem(place);
  if (tooLong) throw new Unavailable(tooLong, '');
  const environment = {
    ...env,
    ANSWERBACK_HOME: place.folder,
    ANSWERBACK_CONFIG: place.config,
    ANSWERBACK_PATIENCE_MS: String(releasedWithinMs),
  };
  const end = Date.now() + Math.max(READY_WITHIN_MS, patienceMs);
  while (Date.now() < end) {
    const report = await launch(place, program, environment);
    if (report.kind === 'failed') throw new Unavailable(report.message, report.fix);
    // `taken`: another broker is just starting and will respond soon, or is stopping and will release the folder soon.
    const health = await until(place, TAKEN_FOR_MS, () => healthOf(place));
    if (health) return health;
  }
  throw silence(place);
}

async function launch(place: BrokerFolder, program: string, env: NodeJS.ProcessEnv): Promise<StartReport> {
  // Most commands start nothing, and loading it takes 3 ms.
  const { spawn } = await import('node:child_process');
  const log = openForErrors(place);
  const child = spawn(process.execPath, [program], {
    detached: true,
    cwd: place.folder,
    env,
    stdio: ['ignore', 'ignore', log, 'ipc'],
  });
  closeSync(log);
  return new Promise((resolve) => {
    const done = (report: StartReport) => {
      child.removeAllListeners();
      if (child.connected) child.disconnect();
      child.unref();
      resolve(report);
    };
    child.once('message', (report) => done(report as StartReport));
    child.once('error', (error) =>
      done({
        kind: 'failed',
        message: `the broker could not be started: ${error.message}`,
        fix: `Check that ${program} exists. To build it: npm run build`,
      }),
    );
    // Not `exit`, which Node may emit before it has read the report.
    child.once('close', (code, signal) =>
      done({
        kind: 'failed',
        message: `the broker ended at once (${signal ?? `exit code ${code}`}): ${lastLine(place.log)}`,
        fix: `The details are in ${place.log}.`,
      }),
    );
  });
}

/** The folder may not exist yet, and may belong to somebody else. */
function openForErrors(place: BrokerFolder): number {
  try {
    prepareFolder(place);
    return openSync(place.log, 'a', 0o600);
  } catch (error) {
    throw new Unavailable(
      `the folder ${place.folder} cannot be used: ${(error as Error).message}`,
      'Make it yours (chown, chmod), free some space, or set ANSWERBACK_HOME to another folder.',
    );
  }
}

/** Checks whenever something changes in the folder, and every 100 ms in case a change was missed. */
async function until<T>(place: BrokerFolder, withinMs: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + withinMs;
  let changed = () => {};
  let timer: NodeJS.Timeout | undefined;
  const watcher = watched(place.folder, () => changed());
  try {
    for (;;) {
      const change = new Promise<void>((resolve) => {
        changed = resolve;
        timer = setTimeout(resolve, LOOK_AGAIN_MS);
      });
      const seen = await look();
      if (seen !== undefined || Date.now() > end) return seen;
      await change;
      clearTimeout(timer);
    }
  } finally {
    // An open timer would keep the command's process alive.
    clearTimeout(timer);
    watcher?.close();
  }
}

/** Undefined where the system's limit of watchers is reached. */
function watched(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    return watch(folder, changed).on('error', () => {});
  } catch {
    return undefined;
  }
}

function lastLine(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
}
