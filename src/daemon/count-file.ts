// A file with the number of open asks, so that a status line can show it without asking the broker.
import { renameSync, writeFileSync } from 'node:fs';
import type { Journal } from '../decide/journal.ts';

/** A burst of asks is written once. */
const AFTER_MS = 50;
const CHANGES: readonly string[] = ['asked', 'settled', 'withdrawn', 'expired'];

/** Stays when the broker stops: open asks stay, too. A full disk must not disturb anything, so errors are only reported. */
export function keepCount(journal: Journal, path: string, onError: (error: unknown) => void): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const write = async () => {
    timer = undefined;
    try {
      const count = await journal.countOpen();
      writeFileSync(`${path}.new`, `${count}\n`, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    } catch (error) {
      onError(error);
    }
  };
  const unsubscribe = journal.onCommit(({ happening }) => {
    if (CHANGES.includes(happening.kind)) timer ??= setTimeout(write, AFTER_MS).unref();
  });
  void write();
  return {
    stop() {
      unsubscribe();
      clearTimeout(timer);
      if (timer) void write();
    },
  };
}
