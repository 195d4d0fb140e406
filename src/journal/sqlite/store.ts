// What every part of the journal shares: the engine, its rows, the events, and who hears of them after the commit.

import type { AskView, Happening, InboxHappening, SessionHappening, StreamedEvent } from '../../ask/schema/history.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import type { Entry } from '../journal.ts';
import type { Engine } from './engine.ts';
import { Rows } from './rows.ts';
import { type Shapes, sumOf } from './stored.ts';

type Write = {
  work(): StreamedEvent | undefined;
  committed(event: StreamedEvent): void;
  resolve(event: StreamedEvent | undefined): void;
  reject(error: unknown): void;
};

export class Store {
  readonly engine: Engine;
  readonly rows: Rows;
  readonly #listeners = new Set<(event: StreamedEvent) => void>();
  /** Those that the next flush commits. */
  readonly #writes: Write[] = [];
  #isFlushDue = false;
  #areTogether = false;
  readonly #untold: StreamedEvent[] = [];

  /** Called with the number of the last event of each commit. */
  readonly #committed: (seq: number) => void;

  constructor(engine: Engine, shapes: Shapes, report: (damage: string) => void, committed: (seq: number) => void) {
    this.engine = engine;
    this.#committed = committed;
    this.rows = new Rows(engine, shapes, report);
  }

  /**
   * Resolves after the commit. `work` returns the event that it added, if any, and may run twice; `committed` is called before listeners are told.
   * Writes that arrive together share one transaction, because a write spends most of its time waiting for the disk. One that is alone does not wait.
   */
  write(work: () => StreamedEvent | undefined, committed: (event: StreamedEvent) => void): Promise<StreamedEvent | undefined> {
    return new Promise((resolve, reject) => {
      const write = { work, committed, resolve, reject };
      if (this.#isFlushDue || this.#areTogether) this.#writes.push(write);
      else this.#commit([write]);
      if (!this.#isFlushDue) setImmediate(() => this.#flush());
      this.#isFlushDue = true;
    });
  }

  #flush(): void {
    const writes = this.#writes.splice(0);
    this.#isFlushDue = false;
    this.#areTogether = writes.length > 1;
    if (writes.length > 0) this.#commit(writes);
  }

  #commit(writes: readonly Write[]): void {
    let events: readonly (StreamedEvent | undefined)[];
    try {
      events = this.engine.transaction(() => writes.map(({ work }) => work()));
    } catch (error) {
      // One that fails must not stop the others.
      if (writes.length > 1) for (const write of writes) this.#commit([write]);
      else writes[0]?.reject(error);
      return;
    }
    writes.forEach(({ committed, resolve }, i) => {
      if (events[i]) committed(events[i]);
      resolve(events[i]);
    });
    this.tell(events.filter((event) => event !== undefined));
  }

  /** Inside a transaction. Whoever commits it tells the listeners. `view`: what the transaction leads to. */
  add(
    subject: { ask?: string; session?: string },
    entry: Entry<Happening | SessionHappening | InboxHappening>,
    view?: AskView | AgentSession,
  ): StreamedEvent {
    const { kind, ...body } = entry.happening;
    const { ask = null, session = null } = subject;
    const values = [ask, session, kind, entry.at, entry.actor, JSON.stringify(body)] as const;
    const sql = 'INSERT INTO events (ask, session, kind, at, actor, body, sum) VALUES (?, ?, ?, ?, ?, ?, ?)';
    const { lastRow } = this.rows.sql(sql).run(...values, sumOf(...values));
    return { seq: lastRow, ...entry, ...subject, ...(view && { view }) } as StreamedEvent;
  }

  /** In the order of the commits, also if a listener writes something itself. */
  tell(events: readonly StreamedEvent[]): void {
    const last = events.at(-1);
    if (last) this.#committed(last.seq);
    const isTelling = this.#untold.length > 0;
    this.#untold.push(...events);
    if (isTelling) return;
    for (; this.#untold[0]; this.#untold.shift()) for (const listener of this.#listeners) notify(listener, this.#untold[0]);
  }

  onCommit(listener: (event: StreamedEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `checkpointed` is called when the file should be complete, and again at the end. */
  close(checkpointed: () => void): void {
    this.#flush();
    this.#listeners.clear();
    this.rows.forget();
    // libsql leaves its write-ahead log behind when it closes; after a checkpoint, the file is complete and can be copied.
    // On a full disk the log stays, and the next start reads it as after a crash.
    try {
      this.engine.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
      checkpointed();
    } catch {
    } finally {
      this.engine.close();
      checkpointed();
    }
  }
}

/** An event stays committed even if a listener throws; that error surfaces separately. */
function notify(listener: (event: StreamedEvent) => void, event: StreamedEvent): void {
  try {
    listener(event);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
