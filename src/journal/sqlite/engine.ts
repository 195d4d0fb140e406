// SQLite behind one small adapter: node:sqlite where the runtime has it (22.13+), libsql on Node 20.
import { createRequire } from 'node:module';
import { JournalFailure } from '../journal.ts';

/** libsql aborts the whole process if any other type is bound. */
export type Bindable = string | number | null;
/** Texts are selected as BLOB (`asText`). One that is not valid UTF-8 stays bytes: it is damaged. */
export type Row = Readonly<Record<string, Bindable | Buffer>>;

/** How a column of texts is selected: libsql ends the whole process when a text is not valid UTF-8, which one flipped bit is enough for. */
export const asText = (column: string, name: string = column): string => `CAST(${column} AS BLOB) AS ${name}`;

export interface Statement {
  run(...values: Bindable[]): { readonly changes: number; readonly lastRow: number };
  all(...values: Bindable[]): Row[];
}

export interface Engine {
  readonly name: EngineName;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  /** Runs `work` in one transaction; if it throws, everything is rolled back. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export type EngineName = 'node:sqlite' | 'libsql';

/** What we use of both libraries. */
type Library = {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...values: Bindable[]): { changes: number | bigint; lastInsertRowid: number | bigint };
    all(...values: Bindable[]): unknown[];
  };
  close(): void;
};
type Constructor = new (path: string, options?: Record<string, unknown>) => Library;

/** Tests choose the engine; otherwise it is the runtime's own if it has one. */
export function openEngine(path: string, wanted?: EngineName): Engine {
  const name = wanted ?? (builtIn() ? 'node:sqlite' : 'libsql');
  return guarded(path, () => {
    const Database = name === 'node:sqlite' ? (builtIn() as Constructor) : libsql();
    // Node 24 would not let us make a search index again that is damaged (schema.ts).
    return adapt(name, path, name === 'node:sqlite' ? new Database(path, { defensive: false }) : new Database(path));
  });
}

export function availableEngines(): EngineName[] {
  return builtIn() ? ['node:sqlite', 'libsql'] : ['libsql'];
}

function adapt(name: EngineName, path: string, library: Library): Engine {
  const exec = (sql: string) => guarded(path, () => void library.exec(sql));
  return {
    name,
    exec,
    prepare(sql) {
      const statement = guarded(path, () => library.prepare(sql));
      return {
        run: (...values) =>
          guarded(path, () => {
            const { changes, lastInsertRowid } = statement.run(...bindable(values));
            return { changes: Number(changes), lastRow: Number(lastInsertRowid) };
          }),
        all: (...values) => guarded(path, () => statement.all(...bindable(values)).map(decoded)),
      };
    },
    transaction(work) {
      exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        exec('COMMIT');
        return result;
      } catch (error) {
        rollBack(library);
        throw error;
      }
    },
    close: () => library.close(),
  };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(row: unknown): Row {
  // libsql gives an ArrayBuffer, node:sqlite a Uint8Array.
  const columns = row as Record<string, Bindable | Buffer | ArrayBuffer | Uint8Array>;
  for (const name in columns) {
    const value = columns[name];
    if (value instanceof ArrayBuffer) columns[name] = textIn(Buffer.from(value));
    else if (value instanceof Uint8Array) columns[name] = textIn(value);
  }
  return columns as Row;
}

function textIn(bytes: Uint8Array): string | Buffer {
  try {
    return UTF8.decode(bytes);
  } catch {
    return Buffer.from(bytes);
  }
}

/** A full disk may have ended the transaction already; then there is nothing to roll back. */
function rollBack(library: Library): void {
  try {
    library.exec('ROLLBACK');
  } catch {
    // The transaction is over either way.
  }
}

function bindable(values: Bindable[]): Bindable[] {
  for (const value of values) {
    if (value !== null && typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError(`cannot bind a ${typeof value} to SQL`);
  }
  return values;
}

// ── errors of the environment, as our own messages ──────────────────────────────────────────────────────────────────

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw failure(path, error);
  }
}

/** SQLite's primary result codes (the low byte of the extended ones). */
const CODES: Readonly<Record<string, number>> = {
  SQLITE_BUSY: 5,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_NOTADB: 26,
};

/**
 * libsql gives some errors no code while it reads rows. A table or column that is missing after the migrations was in a damaged schema, for which
 * SQLite's code is that of any error in SQL.
 */
const DAMAGED =
  /malformed|not a database|^no such (table|column|index)|has no column named|^vtable constructor failed|^invalid fts5 file format/;

export function failure(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof JournalFailure) return error;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  const known = Object.entries(CODES).find(([name]) => typeof code === 'string' && code.startsWith(name))?.[1];
  const damaged = DAMAGED.test(error.message) ? CODES.SQLITE_CORRUPT : undefined;
  const primary = damaged ?? (typeof errcode === 'number' ? errcode & 0xff : known);
  const detail = `(${error.message})`;
  switch (primary) {
    case CODES.SQLITE_FULL:
    case CODES.SQLITE_IOERR:
      return new JournalFailure(
        'full',
        `the journal ${path} cannot be written: the disk is full or failing ${detail}`,
        'Free some space on that disk and try again; nothing was changed.',
      );
    case CODES.SQLITE_READONLY:
    case CODES.SQLITE_CANTOPEN:
      return new JournalFailure(
        'read-only',
        `the journal ${path} cannot be opened for writing ${detail}`,
        'Check who owns the file and its folder, and that you may write to both (ls -l).',
      );
    case CODES.SQLITE_CORRUPT:
    case CODES.SQLITE_NOTADB:
      return new JournalFailure(
        'damaged',
        `the journal ${path} is damaged ${detail}`,
        'Nothing was changed. Restore the file from a backup, or move it away (mv) to start with an empty journal.',
      );
    case CODES.SQLITE_BUSY:
      return new JournalFailure(
        'locked',
        `the journal ${path} is in use by another program ${detail}`,
        'Close the other program (a database browser, a backup) and try again.',
      );
    default:
      return error;
  }
}

// ── the two libraries ──────────────────────────────────────────────────────────────────────────────────────────────

function builtIn(): Constructor | undefined {
  const quiet = process.emitWarning;
  try {
    // The module warns on first use that it is experimental, which is noise to our users.
    process.emitWarning = () => {};
    const module = process.getBuiltinModule('node:sqlite') as { DatabaseSync?: Constructor } | undefined;
    return module?.DatabaseSync;
  } finally {
    process.emitWarning = quiet;
  }
}

function libsql(): Constructor {
  return createRequire(import.meta.url)('libsql') as Constructor;
}
