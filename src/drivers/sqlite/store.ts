// What every part of the journal shares: the engine, its rows, the events, and who hears of them after the commit.
import type { Entry, InboxHappening, JournalEvent, SessionHappening } from '../../decide/journal.ts';
import type { Happening } from '../../question/lifecycle.ts';
import type { Engine } from './engine.ts';
import { Rows } from './rows.ts';
import { type Shapes, sumOf } from './stored.ts';

export class Store {
  readonly engine: Engine;
  readonly rows: Rows;
  readonly #listeners = new Set<(event: JournalEvent) => void>();

  constructor(engine: Engine, shapes: Shapes, report: (damage: string) => void) {
    this.engine = engine;
    this.rows = new Rows(engine, shapes, report);
  }

  /** Inside a transaction. Whoever commits it tells the listeners. */
  add(subject: { ask?: string; session?: string }, entry: Entry<Happening | SessionHappening | InboxHappening>): JournalEvent {
    const { kind, ...body } = entry.happening;
    const { ask = null, session = null } = subject;
    const values = [ask, session, kind, entry.at, entry.actor, JSON.stringify(body)] as const;
    const sql = 'INSERT INTO events (ask, session, kind, at, actor, body, sum) VALUES (?, ?, ?, ?, ?, ?, ?)';
    const { lastRow } = this.rows.sql(sql).run(...values, sumOf(...values));
    return { seq: lastRow, ...entry, ...subject } as JournalEvent;
  }

  tell(events: readonly JournalEvent[]): void {
    for (const event of events) for (const listener of this.#listeners) heard(listener, event);
  }

  onCommit(listener: (event: JournalEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#listeners.clear();
    this.rows.forget();
    // libsql leaves its write-ahead log behind when it closes; after a checkpoint, the file is complete and can be copied.
    // On a full disk the log stays, and the next start reads it as after a crash.
    try {
      this.engine.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    } catch {
    } finally {
      this.engine.close();
    }
  }
}

/** An event stays committed even if a listener throws; that error surfaces separately. */
function heard(listener: (event: JournalEvent) => void, event: JournalEvent): void {
  try {
    listener(event);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
