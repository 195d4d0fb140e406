// The broker's process: starts, reports how it went, stops on a signal.
import { statSync, watch } from 'node:fs';
import type { Logger } from 'pino';
import { type BrokerFolder, prepareFolder } from '../client/place.ts';
import { STOPPED_WITHIN_MS, type StartReport, stopBroker } from '../client/start.ts';
import { VERSION } from '../client/version.ts';
import { JournalFailure } from '../journal/journal.ts';
import { CannotStart, openBroker } from './broker.ts';
import { openLog } from './log.ts';
import { passedSockets } from './servers.ts';

type BrokerProcess = {
  readonly place: BrokerFolder;
  readonly env: NodeJS.ProcessEnv;
  readonly tell: (report: StartReport) => void;
};

export async function runBroker({ place, env, tell }: BrokerProcess): Promise<void> {
  // Files created by this process are readable only by its user.
  process.umask(0o077);
  try {
    prepareFolder(place);
    const log = openLog(place.log, env.ANSWERBACK_LOG);
    const passed = passedSockets(env);
    const options = { place, version: VERSION, log, port: requestedPort(env), passed };
    let start = await openBroker({ ...options, patienceMs: Number(env.ANSWERBACK_PATIENCE_MS ?? 0) });
    // Whoever has the passed sockets has the port that hooks use, so a broker that was started in another way makes room.
    if (start.kind === 'taken' && passed.length > 0) {
      await stopBroker(place);
      start = await openBroker({ ...options, patienceMs: STOPPED_WITHIN_MS });
    }
    if (start.kind === 'taken') return end(tell, { kind: 'taken' }, 0);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void start.broker.stop());
    process.on('uncaughtException', (error) => log.fatal({ err: error }, 'a bug; the broker keeps running'));
    process.on('unhandledRejection', (error) => log.fatal({ err: error }, 'a bug; the broker keeps running'));
    endWithoutLock(place, log);
    tell({ kind: 'ready' });
    if (process.connected) process.disconnect();
    await start.broker.stopped;
    process.exit(0);
  } catch (error) {
    end(tell, failed(error, place), 1);
  }
}

/**
 * When the folder is removed, or only its lock file, nothing keeps a second broker from starting, and nobody would see what this one
 * saves. It ends at once, because a proper stop removes files by their names, and those may already belong to the next broker.
 */
function endWithoutLock({ lock }: BrokerFolder, log: Logger): void {
  const { ino } = statSync(lock);
  const look = () => {
    if (statSync(lock, { throwIfNoEntry: false })?.ino === ino) return;
    log.fatal({ lock }, 'the lock file was removed; the broker ends');
    process.exit(1);
  };
  const cannotWatch = (error: unknown) => log.warn({ err: error, lock }, 'the lock file cannot be watched');
  try {
    watch(lock, look).on('error', cannotWatch);
  } catch (error) {
    cannotWatch(error);
  }
}

function end(tell: BrokerProcess['tell'], report: StartReport, code: number): void {
  process.exitCode = code;
  tell(report);
  if (process.connected) process.disconnect();
}

function failed(error: unknown, place: BrokerFolder): StartReport {
  if (error instanceof JournalFailure) return { kind: 'failed', message: error.message, fix: error.hint };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof CannotStart) return { kind: 'failed', message, fix: '' };
  return {
    kind: 'failed',
    message: `the broker could not start in ${place.folder}: ${message}`,
    fix: 'Check that the folder is yours and can be written to, or set ANSWERBACK_HOME to another.',
  };
}

function requestedPort(env: NodeJS.ProcessEnv): number | undefined {
  if (!env.ANSWERBACK_PORT) return undefined;
  const port = Number(env.ANSWERBACK_PORT);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new CannotStart(`ANSWERBACK_PORT is "${env.ANSWERBACK_PORT}"; it must be a number from 0 (any) to 65535`);
}
