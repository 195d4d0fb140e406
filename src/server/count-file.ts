// A file with the number of open asks, so that a status line can show it without asking the broker.
import { rename, writeFile } from 'node:fs/promises';
import type { Journal } from '../journal/journal.ts';

/** A burst of asks is written once. */
const AFTER_MS = 50;
const CHANGES: readonly string[] = ['asked', 'settled', 'withdrawn', 'expired'];

/** Stays when the broker stops: open asks stay, too. A full disk must not disturb anything, so errors are only reported. */
export function keepCount(journal: Journal, path: string, onError: (error: unknown) => void): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  // One after the other. A disk may need milliseconds to replace a file, and the broker does not wait for it.
  let written = Promise.resolve();
  const write = () => {
    timer = undefined;
    written = written.then(writeNow).catch(onError);
  };
  const writeNow = async () => {
    await writeFile(`${path}.new`, `${await journal.countOpen()}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
  };
  const unsubscribe = journal.onCommit(({ happening }) => {
    if (CHANGES.includes(happening.kind)) timer ??= setTimeout(write, AFTER_MS).unref();
  });
  write();
  return {
    async stop() {
      unsubscribe();
      clearTimeout(timer);
      if (timer) write();
      await written;
    },
  };
}
