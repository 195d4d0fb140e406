// The files of a journal, and what SQLite does not notice about them: that one was emptied, removed or replaced, by hand or by a tool.
import { closeSync, copyFileSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';

export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

// ── before opening: a log whose journal was truncated ──────────────────────────────────────────────────────────────

/** An empty database, or the first page of one whose contents are still in its log. */
const ONE_PAGE = 4_096;

/**
 * Keeps the log: SQLite deletes that of an empty file, and with it what could be rescued. Undefined if the journal is not suspiciously small. Then
 * `keep` the copies if it turned out to be empty, or `forget` them.
 */
export function keepLog(path: string): { keep(): readonly string[]; forget(): void } | undefined {
  if (fileSize(path) > ONE_PAGE) return undefined;
  const logs = [`${path}-wal`, `${path}-shm`].filter((log) => fileSize(log) > 0);
  for (const log of logs) copyFileSync(log, `${log}.kept`);
  return {
    keep: () =>
      logs.map((log) => {
        const name = `${log}.lost-${Date.now()}`;
        renameSync(`${log}.kept`, name);
        return name;
      }),
    forget() {
      for (const log of logs) rmSync(`${log}.kept`, { force: true });
    },
  };
}

// ── while it is open: are the files that SQLite has open still those under their names? ────────────────────────────

export class OpenFiles {
  readonly #files: readonly { readonly path: string; readonly id: string }[];

  /** After the database was opened and read. */
  constructor(path: string) {
    this.#files = [path, `${path}-wal`].flatMap((each) => {
      const id = idOf(each);
      return id === undefined ? [] : [{ path: each, id }];
    });
  }

  areGone(): boolean {
    return this.#files.some(({ path, id }) => idOf(path) !== id);
  }
}

function idOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}

// ── from one start to the next: was anything lost that had been saved? ─────────────────────────────────────────────

const DIGITS = 16;

/**
 * The number of the last event, in a small file beside the journal. It is not named like SQLite's own files, so that whoever removes all of those does
 * not remove it, too. Written after each commit and not flushed: after `kill -9` it is exact, after a power failure it may be too low, and it is never
 * too high. It is there only while the journal is in use, so that a journal that was closed can be replaced by a backup.
 */
export function lastEvent(path: string) {
  const file = `${path.replace(/\.db$/, '')}.last`;
  let open: number | undefined;

  return {
    /** From a broker that did not close the journal. */
    before: numberIn(file),

    begin(seq: number): void {
      try {
        open = openSync(file, 'w', 0o600);
        this.write(seq);
      } catch {
        // Without it nothing is lost but a warning.
      }
    },

    write(seq: number): void {
      if (open === undefined) return;
      try {
        writeSync(open, String(seq).padStart(DIGITS, '0'), 0);
      } catch {}
    },

    /** The journal itself has everything now. */
    end(): void {
      if (open !== undefined) closeSync(open);
      open = undefined;
      rmSync(file, { force: true });
    },
  };
}

function numberIn(file: string): number | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return /^\d+$/.test(text) && text.length === DIGITS ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}
