// The broker's log: one JSON line per entry. One older file is kept.
import { renameSync, statSync } from 'node:fs';
import { type Logger, pino } from 'pino';

const LARGEST_LOG = 5 * 1024 * 1024;

/** An unknown level falls back to the default. */
export function openLog(path: string, wanted = 'info'): Logger {
  const level = wanted in pino.levels.values || wanted === 'silent' ? wanted : 'info';
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) renameSync(path, `${path}.1`);
  const file = pino.destination({ dest: path, append: true, mkdir: true, mode: 0o600, sync: true });
  // A log that cannot be written (full disk) must not stop the broker.
  file.on('error', () => {});
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, file);
}
