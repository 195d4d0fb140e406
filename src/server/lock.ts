// Exactly one broker per folder: an exclusive SQLite transaction that is never committed. The kernel releases the lock when its
// process dies, however it dies, so there are no stale locks, and two processes can never both believe that they hold it.
import { chmodSync } from 'node:fs';
import { JournalFailure } from '../journal/journal.ts';
import { openEngine } from '../journal/sqlite/engine.ts';

type Lock = { release(): void };

/** Undefined if another process still holds it after `patienceMs`. */
export function takeLock(path: string, patienceMs: number): Lock | undefined {
  const engine = openEngine(path);
  try {
    engine.exec(`PRAGMA busy_timeout = ${patienceMs}`);
    engine.exec('BEGIN EXCLUSIVE');
    chmodSync(path, 0o600);
    return { release: () => engine.close() };
  } catch (error) {
    engine.close();
    if (error instanceof JournalFailure && error.trouble === 'locked') return undefined;
    throw error;
  }
}
