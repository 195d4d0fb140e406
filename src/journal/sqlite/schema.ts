// The tables, as migrations: each runs once, in order, in the same transaction that records that it ran. Never edit an old one.
import { JournalFailure } from '../journal.ts';
import type { Engine } from './engine.ts';

/** What is searched for is put into lower case, and what is searched is stored so. Its parts are merged in the background only (search-index.ts). */
const COLUMNS = "search, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'";
const SEARCH_INDEX = `
  CREATE VIRTUAL TABLE asks_text USING fts5 (${COLUMNS});
  INSERT INTO asks_text (asks_text, rank) VALUES ('automerge', 0);
  INSERT INTO asks_text (asks_text, rank) VALUES ('crisismerge', 1000);
  `;

/** If it is damaged badly, it cannot even be dropped. Then it can once its tables hold what those of a new one do. */
export const NEW_SEARCH_INDEX = `
  CREATE VIRTUAL TABLE temp.fresh USING fts5 (${COLUMNS});
  ${['data', 'idx', 'docsize', 'config'].map((part) => `DELETE FROM asks_text_${part}; INSERT INTO asks_text_${part} SELECT * FROM temp.fresh_${part};`).join('\n  ')}
  DROP TABLE temp.fresh;
  DROP TABLE asks_text;
  ${SEARCH_INDEX}`;

/**
 * events is append-only and the source of truth; asks and sessions are derived from it in the same transaction.
 * asks.created_seq and asks.decided_seq are the seq of the event that created or decided the ask: stable orders for paging.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE events (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT,
    ask     TEXT,
    session TEXT,
    kind    TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    actor   TEXT    NOT NULL,
    body    TEXT    NOT NULL
  );
  CREATE INDEX events_of_ask ON events (ask, seq) WHERE ask IS NOT NULL;

  CREATE TABLE asks (
    created_seq INTEGER PRIMARY KEY,
    id          TEXT    NOT NULL UNIQUE,
    session     TEXT    NOT NULL,
    tool_use_id TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    state       TEXT    NOT NULL,
    program     TEXT    NOT NULL,
    project     TEXT    NOT NULL,
    deadline    INTEGER,
    version     INTEGER NOT NULL,
    decided_seq INTEGER,
    search      TEXT    NOT NULL,
    view        TEXT    NOT NULL
  );
  CREATE UNIQUE INDEX asks_identity  ON asks (session, tool_use_id);
  CREATE INDEX asks_filtered         ON asks (created_seq, state, kind, program, project, session);
  CREATE INDEX asks_by_state         ON asks (state, created_seq, kind, program, project, session);
  CREATE INDEX asks_by_project       ON asks (project, created_seq, state, kind, program, session);
  CREATE INDEX asks_decided          ON asks (decided_seq, state, kind, program, project, session) WHERE decided_seq IS NOT NULL;
  CREATE INDEX asks_by_deadline      ON asks (deadline) WHERE state = 'open' AND deadline IS NOT NULL;

  CREATE TABLE sessions (
    id       TEXT    PRIMARY KEY,
    seen_at  INTEGER NOT NULL,
    ended_at INTEGER,
    body     TEXT    NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX sessions_by_seen ON sessions (seen_at);
  `,
  `
  CREATE TABLE prompts (
    id         TEXT    PRIMARY KEY,
    session    TEXT    NOT NULL,
    state      TEXT    NOT NULL,
    queued_seq INTEGER NOT NULL,
    body       TEXT    NOT NULL
  );
  CREATE INDEX prompts_in_order ON prompts (session, queued_seq);
  CREATE INDEX prompts_by_state ON prompts (state, queued_seq);
  `,
  `
  CREATE INDEX events_of_inbox ON events (kind, seq) WHERE ask IS NULL AND session IS NULL;
  `,
  // A checksum of each row (stored.ts); rows from before have none. set_aside keeps rows that are damaged, as they were.
  `
  ALTER TABLE events   ADD COLUMN sum INTEGER;
  ALTER TABLE asks     ADD COLUMN sum INTEGER;
  ALTER TABLE sessions ADD COLUMN sum INTEGER;
  ALTER TABLE prompts  ADD COLUMN sum INTEGER;
  CREATE TABLE set_aside (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    at    INTEGER NOT NULL,
    about TEXT    NOT NULL,
    what  TEXT    NOT NULL,
    row   TEXT    NOT NULL,
    UNIQUE (about, what)
  );
  `,
  `
  CREATE INDEX events_of_session ON events (session, seq) WHERE session IS NOT NULL;
  `,
  // Empty at first: asks are added to it in the background (search-index.ts).
  SEARCH_INDEX,
];

/** Returns how many migrations had run before: 0 for an empty file. */
export function migrate(engine: Engine, path: string, migrations: readonly string[] = MIGRATIONS): number {
  const done = Number(engine.prepare('PRAGMA user_version').all()[0]?.user_version ?? 0);
  if (done > migrations.length) {
    throw new JournalFailure(
      'newer',
      `the journal ${path} was written by a newer Answerback (format ${done}, this one knows ${migrations.length})`,
      'Update Answerback: npm install -g answerback@latest',
    );
  }
  migrations.slice(done).forEach((migration, i) => {
    engine.transaction(() => {
      engine.exec(migration);
      engine.exec(`PRAGMA user_version = ${done + i + 1}`);
    });
  });
  // Written even if nothing is new: a read-only file opens without an error, and it is better to notice now than with
  // the first ask.
  engine.exec(`PRAGMA user_version = ${migrations.length}`);
  return done;
}
