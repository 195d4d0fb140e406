// The broker's log: one JSON line per entry in a file of its own, the file before it kept once.
import { renameSync, statSync } from 'node:fs';
import { type Logger, pino } from 'pino';

const LARGEST_LOG = 5 * 1024 * 1024;

/** An unknown level is no reason not to start. */
export function openLog(path: string, wanted = 'info'): Logger {
  const level = wanted in pino.levels.values || wanted === 'silent' ? wanted : 'info';
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) renameSync(path, `${path}.1`);
  const file = pino.destination({ dest: path, append: true, mkdir: true, mode: 0o600, sync: true });
  // A log that cannot be written (a full disk) must not take the broker down.
  file.on('error', () => {});
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, file);
}
