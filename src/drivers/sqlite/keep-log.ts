// Keeps the write-ahead log of a journal that was truncated: SQLite deletes the log of an empty file, and with it what could be rescued.
import { copyFileSync, renameSync, rmSync, statSync } from 'node:fs';

/** An empty database, or the first page of one whose contents are still in its log. */
const ONE_PAGE = 4_096;

/** Call before opening. Undefined if the journal is not suspiciously small. Then `keep` the copies if it turned out to be empty, or `forget` them. */
export function keepLog(path: string): { keep(): readonly string[]; forget(): void } | undefined {
  if (size(path) > ONE_PAGE) return undefined;
  const copies = ['-wal', '-shm']
    .filter((end) => size(path + end) > 0)
    .map((end) => [`${path}${end}.kept`, `${path}${end}.lost-${Date.now()}`] as const);
  for (const [copy] of copies) copyFileSync(copy.replace(/\.kept$/, ''), copy);
  return {
    keep: () =>
      copies.map(([copy, name]) => {
        renameSync(copy, name);
        return name;
      }),
    forget() {
      for (const [copy] of copies) rmSync(copy, { force: true });
    },
  };
}

const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
