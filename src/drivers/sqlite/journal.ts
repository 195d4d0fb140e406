// The journal on SQLite: WAL, synchronous=FULL, one connection. Every write is one transaction, which asks that arrive together share.

import { chmodSync, existsSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Appended, AskFilter, Damage, Entry, Journal, Opened, Page, PageRequest } from '../../decide/journal.ts';
import { apply } from '../../question/lifecycle.ts';
import type {
  AgentSession,
  Ask,
  AskView,
  Happening,
  JournalEvent,
  Notified,
  Pause,
  Prompt,
  State,
} from '../../question/words.generated.ts';
import { type Engine, type EngineName, openEngine, type Row } from './engine.ts';
import { conditions } from './filter.ts';
import { keepLog } from './keep-log.ts';
import { Prompts } from './prompts.ts';
import { Recent } from './recent.ts';
import type { Rows } from './rows.ts';
import { migrate } from './schema.ts';
import { Sessions } from './sessions.ts';
import { Store } from './store.ts';
import { ANY_SHAPE, type Shapes } from './stored.ts';

type SqliteOptions = {
  readonly engine?: EngineName | undefined;
  /** How rows without a checksum are checked. */
  readonly shapes?: Shapes | undefined;
  /** Called with what is damaged, and what was done about it. */
  readonly report?: ((damage: string) => void) | undefined;
  /** The folder was used before, so an empty journal means that its contents were lost. */
  readonly isExpected?: boolean | undefined;
};

export function openSqliteJournal(path: string, options: SqliteOptions = {}): Journal {
  // A journal that is gone altogether was removed by somebody who wanted to start over.
  const isExpected = options.isExpected === true && (existsSync(path) || fileSize(`${path}-wal`) > 0);
  const log = isExpected ? keepLog(path) : undefined;
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
  const journal = new SqliteJournal(engine, path, options);
  if (lost) journal.wasLost(log?.keep() ?? []);
  else log?.forget();
  return journal;
}

class SqliteJournal implements Journal {
  readonly #engine: Engine;
  readonly #path: string;
  readonly #store: Store;
  readonly #rows: Rows;
  readonly #sessions: Sessions;
  readonly #prompts: Prompts;
  readonly #views = new Recent<AskView>();
  /** Of asks by the number of their first event. */
  readonly #ids = new Recent<string>();
  #closed = false;

  constructor(engine: Engine, path: string, { shapes = ANY_SHAPE, report = () => {} }: SqliteOptions) {
    this.#engine = engine;
    this.#path = path;
    this.#store = new Store(engine, shapes, report);
    this.#rows = this.#store.rows;
    this.#sessions = new Sessions(this.#store);
    this.#prompts = new Prompts(this.#store);
  }

  async open(ask: Ask, raw: unknown, actor: string): Promise<Opened> {
    const known = this.#byIdentity(ask.session, ask.toolUseId);
    if (known) return { kind: 'known', view: known };
    const happening: Happening = { kind: 'asked', ask, ...(raw === undefined ? {} : { raw }) };
    const view = apply(undefined, happening, ask.createdAt);
    /** Undefined if the same ask came twice at the same time. */
    const write = (): JournalEvent | undefined => {
      if (this.#rows.hasIdentity(ask.session, ask.toolUseId)) return undefined;
      const event = this.#store.add({ ask: ask.id }, { at: ask.createdAt, actor, happening });
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
    const [after, events] = this.#engine.transaction((): [AskView, JournalEvent[]] => {
      const after = entries.reduce((view, { happening, at }) => apply(view, happening, at), before);
      const stored = entries.map((entry) => this.#store.add({ ask: id }, entry));
      const settled = stored.find(({ happening }) => happening.kind === 'settled');
      this.#rows.updateAsk(after, settled?.seq ?? null);
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
      .sql('SELECT CAST(id AS BLOB) AS id FROM asks WHERE id >= ? AND id < ? ORDER BY id LIMIT ?')
      .all(prefix, `${prefix}\u{10ffff}`, limit);
    return rows.map((row) => String(row.id));
  }

  async list(filter: AskFilter, page: PageRequest): Promise<Page<AskView>> {
    return this.#page('created_seq', filter, page);
  }

  async decided(filter: AskFilter, page: PageRequest): Promise<Page<AskView>> {
    return this.#page('decided_seq', filter, page);
  }

  async history(ask: string): Promise<readonly JournalEvent[]> {
    return this.#rows.events(ask).flatMap((row) => this.#rows.event(row) ?? []);
  }

  async since(seq: number, limit: number): Promise<readonly JournalEvent[]> {
    const events: JournalEvent[] = [];
    // A page is shorter than asked for only at the end, also if damaged events are left out.
    for (let after = seq; ; ) {
      const wanted = limit - events.length;
      const rows = this.#rows.read('events', 'WHERE seq > ? ORDER BY seq LIMIT ?', after, wanted);
      events.push(...rows.flatMap((row) => this.#rows.event(row) ?? []));
      if (rows.length < wanted || events.length === limit) return events;
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
    const sql = `SELECT CAST(id AS BLOB) AS id, deadline, at FROM asks INDEXED BY asks_by_deadline JOIN events ON seq = created_seq
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

  onCommit(listener: (event: JournalEvent) => void): () => void {
    return this.#store.onCommit(listener);
  }

  async describe(): Promise<{ driver: string; place: string; bytes: number }> {
    return { driver: this.#engine.name, place: this.#path, bytes: fileSize(this.#path) + fileSize(`${this.#path}-wal`) };
  }

  async forget(before: number, limit: number, except: readonly string[] = []): Promise<number> {
    const kept = KEPT_STATES.map((state) => `'${state}'`).join();
    const rows = this.#rows
      .sql(
        `SELECT CAST(id AS BLOB) AS id FROM asks WHERE state NOT IN (${kept})
         AND coalesce((SELECT max(at) FROM events WHERE events.ask = asks.id), 0) < ?
         AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY created_seq LIMIT ?`,
      )
      .all(before, JSON.stringify(except), limit);
    const ids = rows.map((row) => String(row.id));
    this.#engine.transaction(() => {
      for (const id of ids) {
        this.#rows.sql('DELETE FROM events WHERE ask = ?').run(id);
        this.#rows.sql('DELETE FROM asks WHERE id = ?').run(id);
      }
    });
    for (const id of ids) this.#views.forget(id);
    // Sessions go after the last of their asks.
    return ids.length + (ids.length < limit ? this.#sessions.removeOld(before, limit - ids.length) : 0);
  }

  async backup(file: string): Promise<void> {
    this.#rows.sql('VACUUM INTO ?').run(file);
    chmodSync(file, 0o600);
  }

  wasLost(kept: readonly string[]): void {
    const rest = kept.length === 0 ? '' : `; what was left of its log is in ${kept.join(' and ')}`;
    this.#rows.aside.add('journal', `it was empty at a start, although there was one before, so earlier asks are lost${rest}`, { kept });
  }

  async damage(): Promise<readonly Damage[]> {
    return this.#rows.aside.all();
  }

  async check(): Promise<readonly string[]> {
    this.#views.clear();
    this.#sessions.forgetRecent();
    const structure = this.#rows.structure();
    // Reading everything finds whatever cannot be read, and rebuilds it or sets it aside.
    for (let after = 0, page: readonly JournalEvent[] = []; ; after = page.at(-1)?.seq ?? 0) {
      page = await this.since(after, PAGE);
      if (page.length < PAGE) break;
      await nextTurn();
    }
    const contradictions: string[] = [];
    for (let after = 0; ; await nextTurn()) {
      const rows = this.#rows.read('asks', 'WHERE created_seq > ? ORDER BY created_seq LIMIT ?', after, PAGE);
      contradictions.push(...rows.flatMap((row) => this.#rows.contradiction(row) ?? []));
      if (rows.length < PAGE) break;
      after = Number(rows.at(-1)?.created_seq);
    }
    await this.sessions({ limit: ALL });
    await this.prompts({ limit: ALL });
    return [
      ...structure,
      ...contradictions,
      ...this.#rows.aside.all().map(({ at, about, what }) => `${about}: ${what} (${new Date(at).toISOString().slice(0, 10)})`),
    ];
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#store.close();
  }

  // ── inside ───────────────────────────────────────────────────────────────────────────────────────────────────────

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

  #page(order: 'created_seq' | 'decided_seq', filter: AskFilter, { limit, cursor }: PageRequest): Page<AskView> {
    const where = conditions(filter);
    where.push({ sql: `${order} < ?`, values: [cursor ?? Number.MAX_SAFE_INTEGER] });
    // In two steps: the filters use narrow indexes only, and of the rows of the page, only those are read in full that are not known yet.
    const found = `SELECT created_seq FROM asks WHERE ${where.map((c) => c.sql).join(' AND ')} ORDER BY ${order} DESC LIMIT ?`;
    const columns = ['created_seq', 'version', order].map((name) => `CAST(${name} AS INTEGER)`);
    const page = `SELECT ${columns[0]} AS seq, ${columns[1]} AS version, ${columns[2]} AS place FROM asks WHERE created_seq IN (${found}) ORDER BY ${order} DESC`;
    const rows = this.#rows.sql(page).all(...where.flatMap((c) => c.values), limit + 1);
    const items = this.#viewsOf(rows.slice(0, limit));
    return rows.length > limit ? { items, next: Number(rows[limit - 1]?.place) } : { items };
  }

  /** In the same order. What is damaged beyond repair is left out. */
  #viewsOf(rows: readonly Row[]): AskView[] {
    const known = new Map<unknown, AskView>();
    for (const { seq, version } of rows) {
      const view = this.#views.get(this.#ids.get(String(seq)) ?? '');
      if (view && view.version === version) known.set(seq, view);
    }
    const missing = rows.flatMap(({ seq }) => (known.has(seq) ? [] : [seq]));
    if (missing.length > 0) {
      for (const row of this.#rows.read('asks', 'WHERE created_seq IN (SELECT value FROM json_each(?))', JSON.stringify(missing))) {
        const view = this.#rows.view(row);
        if (!view) continue;
        known.set(Number(row.created_seq), view);
        if (rows.length > MOST_REMEMBERED) continue;
        this.#ids.put(String(row.created_seq), view.id);
        this.#views.put(view.id, view);
      }
    }
    return rows.flatMap(({ seq }) => known.get(seq) ?? []);
  }
}

/** Somebody may still wait for these. */
const KEPT_STATES: readonly State[] = ['open', 'answered', 'declined', 'undelivered', 'delivering'];

const PAGE = 500;
/** Longer pages would push out what is in use. */
const MOST_REMEMBERED = 100;
const ALL = Number.MAX_SAFE_INTEGER;

/** If it is not known whether auto-answer is paused, it is. */
const PAUSED_BY_DAMAGE: Pause = { scope: { kind: 'all' }, by: { kind: 'rule', name: 'damage in the journal', surface: 'journal' }, at: 0 };

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
