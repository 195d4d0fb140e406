// The journal on SQLite: WAL, synchronous=FULL, one connection. Every write is one transaction, which asks that arrive together share.
import { chmodSync, existsSync } from 'node:fs';
import { apply } from '../../ask/lifecycle.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import type { Notified } from '../../ask/schema/decision.ts';
import type { AskView, Happening, JournalEvent, StreamedEvent } from '../../ask/schema/history.ts';
import type { AgentSession, Pause, Prompt } from '../../ask/schema/session.ts';
import { nextSlice } from '../../system/slices.ts';
import {
  type Appended,
  type AskFilter,
  type Damage,
  type Entry,
  type Journal,
  JournalFailure,
  type Opened,
  type Page,
  type PageRequest,
} from '../journal.ts';
import { Apart } from './apart.ts';
import { asText, type Bindable, type Engine, type EngineName, openEngine, type Row } from './engine.ts';
import { fileSize, keepLog, lastEvent, OpenFiles } from './files.ts';
import { Pages } from './pages.ts';
import { Prompts } from './prompts.ts';
import { Recent } from './recent.ts';
import { removeAsks } from './remove-old.ts';
import type { Rows } from './rows.ts';
import { migrate } from './schema.ts';
import { Sessions } from './sessions.ts';
import { JOURNAL } from './set-aside.ts';
import { Store } from './store.ts';
import { ANY_SHAPE, type Shapes, type TableName } from './stored.ts';

type SqliteOptions = {
  readonly engine?: EngineName | undefined;
  /** How rows without a checksum are checked. */
  readonly shapes?: Shapes | undefined;
  /** Called with what is damaged, and what was done about it. */
  readonly report?: ((damage: string) => void) | undefined;
  /** The folder was used before, so a missing or empty journal means that its contents were lost. */
  readonly isExpected?: boolean | undefined;
};

export function openSqliteJournal(path: string, options: SqliteOptions = {}): Journal {
  const { isExpected = false } = options;
  const isThere = existsSync(path) || fileSize(`${path}-wal`) > 0;
  const log = isExpected && isThere ? keepLog(path) : undefined;
  const last = path === ':memory:' ? undefined : lastEvent(path);
  const engine = openEngine(path, options.engine);
  let lost = false;
  try {
    // FULL: a commit has reached the disk before it returns. The busy timeout is for a backup tool that holds the file for a moment.
    engine.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -8000');
    lost = migrate(engine, path) === 0 && isExpected;
    if (path !== ':memory:') chmodSync(path, 0o600);
  } catch (error) {
    engine.close();
    throw error;
  }
  const journal = new SqliteJournal(engine, path, options, last);
  if (lost) journal.wasLost(isThere, log?.keep() ?? []);
  else log?.forget();
  journal.compareWith(lost ? undefined : last?.before);
  return journal;
}

class SqliteJournal implements Journal {
  readonly #engine: Engine;
  readonly #path: string;
  readonly #store: Store;
  readonly #rows: Rows;
  readonly #sessions: Sessions;
  readonly #prompts: Prompts;
  readonly #last: ReturnType<typeof lastEvent> | undefined;
  readonly #pages: Pages;
  readonly #apart: Apart;
  readonly #files: OpenFiles;
  readonly #views = new Recent<AskView>();
  #closed = false;

  constructor(engine: Engine, path: string, { shapes = ANY_SHAPE, report = () => {} }: SqliteOptions, last?: ReturnType<typeof lastEvent>) {
    this.#engine = engine;
    this.#path = path;
    this.#last = last;
    this.#store = new Store(engine, shapes, report, (seq) => last?.write(seq));
    this.#rows = this.#store.rows;
    this.#sessions = new Sessions(this.#store);
    this.#prompts = new Prompts(this.#store);
    this.#apart = new Apart(engine.name, path);
    this.#pages = new Pages(this.#rows, this.#views);
    this.#files = new OpenFiles(path);
  }

  async open(ask: Ask, raw: unknown, actor: string): Promise<Opened> {
    const known = this.#byIdentity(ask.session, ask.toolUseId);
    if (known) return { kind: 'known', view: known };
    const happening: Happening = { kind: 'asked', ask, ...(raw === undefined ? {} : { raw }) };
    const view = apply(undefined, happening, ask.createdAt);
    /** Undefined if the same ask came twice at the same time. */
    const write = (): StreamedEvent | undefined => {
      if (this.#rows.hasIdentity(ask.session, ask.toolUseId)) return undefined;
      const event = this.#store.add({ ask: ask.id }, { at: ask.createdAt, actor, happening }, view);
      this.#rows.insertAsk(view, event.seq, null);
      return event;
    };
    if (await this.#store.write(write, () => this.#views.put(ask.id, view))) return { kind: 'opened', view };
    const twin = this.#byIdentity(ask.session, ask.toolUseId);
    if (!twin) throw new Error(`the ask ${ask.toolUseId} of the session ${ask.session} was just written and cannot be read`);
    return { kind: 'known', view: twin };
  }

  async append(id: string, version: number, entries: readonly Entry[]): Promise<Appended> {
    const before = this.#view(id);
    if (!before) return { kind: 'unknown' };
    if (before.version !== version) return { kind: 'stale', view: before };
    this.#views.forget(id);
    const [after, events] = this.#rows.search.transaction((): [AskView, StreamedEvent[]] => {
      const after = entries.reduce((view, { happening, at }) => apply(view, happening, at), before);
      const stored = entries.map((entry) => this.#store.add({ ask: id }, entry, after));
      const settled = stored.find(({ happening }) => happening.kind === 'settled');
      this.#rows.updateAsk(before, after, settled?.seq ?? null);
      return [after, stored];
    });
    this.#views.put(id, after);
    this.#store.tell(events);
    return { kind: 'appended', view: after };
  }

  async get(id: string): Promise<AskView | undefined> {
    return this.#view(id);
  }

  async byIdentity(session: string, toolUseId: string): Promise<AskView | undefined> {
    return this.#byIdentity(session, toolUseId);
  }

  async startingWith(prefix: string, limit: number): Promise<readonly string[]> {
    const rows = this.#rows
      .sql(`SELECT ${asText('id')} FROM asks WHERE id >= ? AND id < ? ORDER BY asks.id LIMIT ?`)
      .all(prefix, `${prefix}\u{10ffff}`, limit);
    return rows.map((row) => String(row.id));
  }

  async list(filter: AskFilter, page: PageRequest): Promise<Page<AskView>> {
    return this.#pages.page('created_seq', filter, page);
  }

  async decided(filter: AskFilter, page: PageRequest): Promise<Page<AskView>> {
    return this.#pages.page('decided_seq', filter, page);
  }

  async history(ask: string): Promise<readonly JournalEvent[]> {
    return this.#rows.events(ask).flatMap((row) => this.#rows.event(row) ?? []);
  }

  async since(seq: number, limit: number): Promise<readonly JournalEvent[]> {
    // Damaged events are left out. Without any, there would seem to be no more.
    for (let after = seq; ; await nextSlice()) {
      const { rows, isLast } = this.#rows.readSome('events', 'WHERE seq > ? ORDER BY seq', limit, after);
      const events = rows.flatMap((row) => this.#rows.event(row) ?? []);
      if (events.length > 0 || isLast) return events;
      after = Number(rows.at(-1)?.seq);
    }
  }

  async head(): Promise<number> {
    return Number(this.#rows.sql('SELECT coalesce(max(seq), 0) AS head FROM events').all()[0]?.head);
  }

  async countOpen(): Promise<number> {
    return Number(this.#rows.sql("SELECT count(*) AS n FROM asks WHERE state = 'open'").all()[0]?.n);
  }

  async nextDeadlines(limit: number): Promise<readonly { id: string; deadline: number; createdAt: number }[]> {
    // By itself SQLite would read every open ask.
    const sql = `SELECT ${asText('id')}, deadline, at FROM asks INDEXED BY asks_by_deadline JOIN events ON seq = created_seq
                 WHERE state = 'open' AND deadline IS NOT NULL ORDER BY deadline LIMIT ?`;
    return this.#rows
      .sql(sql)
      .all(limit)
      .filter((row) => !this.#rows.aside.has(String(row.id)))
      .map((row) => ({ id: String(row.id), deadline: Number(row.deadline), createdAt: Number(row.at) }));
  }

  async see(session: AgentSession, actor: string): Promise<AgentSession> {
    return this.#sessions.see(session, actor);
  }

  async session(id: string): Promise<AgentSession | undefined> {
    return this.#sessions.get(id);
  }

  async endSession(id: string, at: number, reason: string, actor: string, died?: true): Promise<AgentSession | undefined> {
    return this.#sessions.end(id, at, reason, actor, died);
  }

  async sessionNotified(id: string, notified: Notified, at: number, actor: string): Promise<void> {
    this.#sessions.notified(id, notified, at, actor);
  }

  async sessions(filter: Parameters<Journal['sessions']>[0]): Promise<readonly AgentSession[]> {
    return this.#sessions.list(filter);
  }

  async movePrompt(prompt: Prompt, from: Prompt['state'] | undefined, at: number, actor: string): Promise<boolean> {
    return this.#prompts.move(prompt, from, at, actor);
  }

  async prompt(id: string): Promise<Prompt | undefined> {
    return this.#prompts.get(id);
  }

  async prompts(filter: Parameters<Journal['prompts']>[0]): Promise<readonly Prompt[]> {
    return this.#prompts.list(filter);
  }

  async setPauses(pauses: readonly Pause[], at: number, actor: string): Promise<void> {
    this.#store.tell([this.#engine.transaction(() => this.#store.add({}, { at, actor, happening: { kind: 'paused', pauses } }))]);
  }

  async pauses(): Promise<readonly Pause[]> {
    const newest = `WHERE ask IS NULL AND session IS NULL AND kind = 'paused' ORDER BY seq DESC LIMIT 1`;
    const [row] = this.#rows.read('events', newest);
    if (!row) return [];
    const happening = this.#rows.event(row)?.happening;
    return happening?.kind === 'paused' ? happening.pauses : [PAUSED_BY_DAMAGE];
  }

  onCommit(listener: (event: StreamedEvent) => void): () => void {
    return this.#store.onCommit(listener);
  }

  async describe(): Promise<{ driver: string; place: string; bytes: number }> {
    return { driver: this.#engine.name, place: this.#path, bytes: fileSize(this.#path) + fileSize(`${this.#path}-wal`) };
  }

  async forget(before: number, limit: number, except: readonly string[] = []): Promise<number> {
    const isClosed = () => this.#closed;
    const removed = (id: string) => this.#views.forget(id);
    const count = await removeAsks(this.#store, { before, limit, isClosed }, new Set(except), removed);
    // Sessions go after the last of their asks.
    return count + (count < limit ? await this.#sessions.removeOld(before, limit - count, isClosed) : 0);
  }

  async backup(file: string): Promise<void> {
    // What is no longer under its name can only be read by the connection that has it open.
    if (this.#files.areGone()) this.#rows.sql('VACUUM INTO ?').run(file);
    else await this.#apart.all('VACUUM INTO ?', file);
    chmodSync(file, 0o600);
  }

  wasLost(isThere: boolean, kept: readonly string[]): void {
    const rest = kept.length === 0 ? '' : `; what was left of its log is in ${kept.join(' and ')}`;
    const how = isThere
      ? 'was empty at a start, although there was one before, so earlier asks are lost'
      : `was missing at a start, although there was one before (${this.#path}), so a new one was begun and earlier asks are lost`;
    this.#rows.aside.add(JOURNAL, `it ${how}${rest}`, { kept });
  }

  /** `before`: the number of the last event, if the journal was not closed. */
  compareWith(before: number | undefined): void {
    const head = this.#lastSeq();
    if (head === undefined) return;
    if (before !== undefined && head < before) {
      const what = before - head === 1 ? 'its last event is' : `its last ${before - head} events are`;
      const how = 'the broker was killed, and then its write-ahead log was removed or damaged, or an older journal was put in its place';
      this.#rows.aside.add(JOURNAL, `${what} gone (up to ${before}): ${how}`, { before, head });
    }
    this.#last?.begin(head);
  }

  async damage(): Promise<readonly Damage[]> {
    const gone = this.#files.areGone()
      ? [{ at: Date.now(), scope: 'file' as const, about: 'journal file', what: `${this.#path} ${GONE}` }]
      : [];
    return [...gone, ...this.#rows.aside.all()];
  }

  async check(): ReturnType<Journal['check']> {
    this.#views.clear();
    const check = 'PRAGMA integrity_check(20)';
    const structure = await this.#rows.structure(async () =>
      this.#files.areGone() ? this.#rows.sql(check).all() : this.#apart.all(check),
    );
    // Reading everything finds whatever cannot be read, and rebuilds it or sets it aside.
    const contradictions: string[] = [];
    await this.#eachRow('events', 'seq', 0, (row) => this.#rows.event(row));
    await this.#eachRow('asks', 'created_seq', 0, (row) => {
      const contradiction = this.#rows.contradiction(row);
      if (contradiction !== undefined) contradictions.push(contradiction);
    });
    await this.#eachRow('sessions', 'id', '', (row) => this.#rows.session(row));
    await this.#eachRow('prompts', 'id', '', (row) => this.#rows.prompt(row));
    return [
      ...[...structure, ...contradictions].map((text) => ({ scope: 'entry' as const, text })),
      ...(await this.damage()).map(({ at, scope, about, what }) => ({
        scope,
        text: `${about}: ${what} (${new Date(at).toISOString().slice(0, 10)})`,
      })),
    ];
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const isGone = this.#files.areGone();
    await this.#apart.close();
    this.#store.close(() => {
      if (!isGone && fileSize(`${this.#path}-wal`) === 0) this.#last?.end();
    });
  }

  // ── inside ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Also if its event was forgotten since. Undefined if the file is damaged there, which is reported by whoever reads it. */
  #lastSeq(): number | undefined {
    const sql = `SELECT max(coalesce((SELECT max(seq) FROM events), 0), coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'events'), 0)) AS seq`;
    try {
      return Number(this.#rows.sql(sql).all()[0]?.seq);
    } catch (error) {
      if (error instanceof JournalFailure) return undefined;
      throw error;
    }
  }

  async #eachRow(table: TableName, key: string, first: Bindable, work: (row: Row) => unknown): Promise<void> {
    for (let after = first; ; await nextSlice()) {
      const { rows, isLast } = this.#rows.readSome(table, `WHERE ${key} > ? ORDER BY ${key}`, CHECKED, after);
      for (const row of rows) work(row);
      const end = rows.at(-1)?.[key];
      const last = typeof end === 'number' ? end : String(end);
      // A damaged id may sort before itself once it was read.
      if (isLast || end === undefined || last === after) return;
      after = last;
    }
  }

  #byIdentity(session: string, toolUseId: string): AskView | undefined {
    // Every hook of a tool call looks here, and most calls ask nothing.
    if (!this.#rows.hasIdentity(session, toolUseId)) return undefined;
    return this.#rows.view(this.#rows.read('asks', 'WHERE session = ? AND tool_use_id = ?', session, toolUseId)[0]);
  }

  #view(id: string): AskView | undefined {
    const recent = this.#views.get(id);
    if (recent) return recent;
    const view = this.#rows.view(this.#rows.read('asks', 'WHERE id = ?', id)[0]);
    return view && this.#views.put(id, view);
  }
}

const GONE = 'or its log was removed or replaced while the broker runs, so a restart would lose what is not in a backup: answerback backup';

/** In one turn. */
const CHECKED = 50;

/** If it is not known whether auto-answer is paused, it is. */
const PAUSED_BY_DAMAGE: Pause = { scope: { kind: 'all' }, by: { kind: 'rule', name: 'damage in the journal', surface: 'journal' }, at: 0 };
