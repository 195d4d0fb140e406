// Makes sure that a broker is running: starts one if there is none, replaces one that is older than this program.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Health } from '../protocol/contract.generated.ts';
import { callRoute } from './call.ts';
import { Unavailable } from './errors.ts';
import { ConnectionLost, Wire } from './http.ts';
import { type Place, prepareFolder, socketPathProblem } from './place.ts';
import { BUILD, isOlder, VERSION } from './version.ts';

/** What the broker's process reports to the process that started it. */
export type StartReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly message: string; readonly fix: string };

export type StartOptions = {
  readonly place: Place;
  /** The broker's program. Default: the one of this build. */
  readonly program?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
};

/** By default V8 reserves 33 MB for young objects and collects old ones late; the broker is idle most of the time. */
const FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=768'];
const READY_WITHIN_MS = 15_000;
const STOPPED_WITHIN_MS = 6_000;
const TAKEN_FOR_MS = 1_000;
const LOOK_AGAIN_MS = 100;

/** Resolves when a broker of at least this version responds. */
export async function ensureBroker(options: StartOptions): Promise<Health> {
  const health = await healthOf(options.place);
  if (health && !isOutdated(health)) return health;
  if (health) await stopBroker(options.place);
  return startBroker(options, health ? STOPPED_WITHIN_MS : 0);
}

/** An older release, or an older build of the same one. */
function isOutdated({ version, build = 0 }: Health): boolean {
  return isOlder(version, VERSION) || (version === VERSION && build < BUILD);
}

/** Undefined if there is no broker. */
export async function healthOf(place: Place): Promise<Health | undefined> {
  const wire = new Wire(place.socket);
  try {
    return await callRoute(wire, 'GET /v1/health', { timeoutMs: 5_000 });
  } catch (error) {
    if (error instanceof ConnectionLost) return undefined;
    throw error;
  } finally {
    wire.close();
  }
}

/** Asks it to stop and waits until its socket is closed. False if there was none. */
export async function stopBroker(place: Place): Promise<boolean> {
  const wire = new Wire(place.socket);
  try {
    await callRoute(wire, 'POST /v1/stop', {});
  } catch (error) {
    if (error instanceof ConnectionLost) return false;
    throw error;
  } finally {
    wire.close();
  }
  const gone = await until(place, STOPPED_WITHIN_MS, async () => ((await healthOf(place)) ? undefined : true));
  if (!gone) throw new Unavailable('the broker does not stop', `End its process by hand (fuser -k ${place.lock}), or see ${place.log}.`);
  return true;
}

export async function startBroker(
  { place, program = besideThisProgram(), env = process.env }: StartOptions,
  patienceMs = 0,
): Promise<Health> {
  const tooLong = socketPathProblem(place);
  if (tooLong) throw new Unavailable(tooLong, '');
  const environment = {
    ...env,
    ANSWERBACK_HOME: place.folder,
    ANSWERBACK_CONFIG: place.config,
    ANSWERBACK_PATIENCE_MS: String(patienceMs),
  };
  const end = Date.now() + READY_WITHIN_MS;
  while (Date.now() < end) {
    const report = await launch(place, program, environment);
    if (report.kind === 'failed') throw new Unavailable(report.message, report.fix);
    // `taken`: another broker is just starting and will respond soon, or is stopping and will release the folder soon.
    const health = await until(place, TAKEN_FOR_MS, () => healthOf(place));
    if (health) return health;
  }
  throw new Unavailable(
    `a broker holds ${place.folder} but does not answer`,
    `See ${place.log}, or end the process that holds ${place.lock} (fuser ${place.lock}).`,
  );
}

async function launch(place: Place, program: string, env: NodeJS.ProcessEnv): Promise<StartReport> {
  const log = openForErrors(place);
  const child = spawn(process.execPath, [...FLAGS, program], {
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
function openForErrors(place: Place): number {
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
async function until<T>(place: Place, withinMs: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + withinMs;
  let changed = () => {};
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(place.folder, () => changed());
  watcher.on('error', () => {});
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
    watcher.close();
  }
}

function lastLine(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
}

function besideThisProgram(): string {
  return join(dirname(fileURLToPath(import.meta.url)), 'daemon.cjs');
}
