// The journal on SQLite: WAL, synchronous=FULL, one connection, every write one transaction.
import { chmodSync, existsSync, statSync } from 'node:fs';
import type {
  Appended,
  AskFilter,
  Damage,
  Entry,
  InboxHappening,
  Journal,
  JournalEvent,
  Opened,
  Page,
  PageRequest,
  SessionHappening,
} from '../../decide/journal.ts';
import { type AskView, apply, type Happening, type State } from '../../question/lifecycle.ts';
import type { AgentSession, Ask, Pause, Prompt } from '../../question/words.ts';
import { type Engine, type EngineName, openEngine } from './engine.ts';
import { conditions, oneOf } from './filter.ts';
import { keepLog } from './keep-log.ts';
import { Recent } from './recent.ts';
import { Rows } from './rows.ts';
import { migrate } from './schema.ts';
import { ANY_SHAPE, type Shapes, sumOf } from './stored.ts';

export type SqliteOptions = {
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
  readonly #listeners = new Set<(event: JournalEvent) => void>();
  readonly #rows: Rows;
  readonly #views = new Recent<AskView>();
  readonly #sessions = new Recent<AgentSession>();
  #closed = false;

  constructor(engine: Engine, path: string, { shapes = ANY_SHAPE, report = () => {} }: SqliteOptions) {
    this.#engine = engine;
    this.#path = path;
    this.#rows = new Rows(engine, shapes, report);
  }

  async open(ask: Ask, raw: unknown, actor: string): Promise<Opened> {
    const known = this.#byIdentity(ask.session, ask.toolUseId);
    if (known) return { kind: 'known', view: known };
    const happening: Happening = { kind: 'asked', ask, ...(raw === undefined ? {} : { raw }) };
    const view = apply(undefined, happening, ask.createdAt);
    const event = this.#engine.transaction(() => {
      const stored = this.#store({ ask: ask.id }, { at: ask.createdAt, actor, happening });
      this.#rows.insertAsk(view, stored.seq, null);
      return stored;
    });
    this.#views.put(ask.id, view);
    this.#tell([event]);
    return { kind: 'opened', view };
  }

  async append(id: string, version: number, entries: readonly Entry[]): Promise<Appended> {
    const before = this.#view(id);
    if (!before) return { kind: 'unknown' };
    if (before.version !== version) return { kind: 'stale', view: before };
    this.#views.forget(id);
    const [after, events] = this.#engine.transaction((): [AskView, JournalEvent[]] => {
      const after = entries.reduce((view, { happening, at }) => apply(view, happening, at), before);
      const stored = entries.map((entry) => this.#store({ ask: id }, entry));
      const settled = stored.find(({ happening }) => happening.kind === 'settled');
      this.#rows.updateAsk(after, settled?.seq ?? null);
      return [after, stored];
    });
    this.#views.put(id, after);
    this.#tell(events);
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
    const sql = `SELECT CAST(id AS BLOB) AS id, deadline, at FROM asks JOIN events ON seq = created_seq
                 WHERE state = 'open' AND deadline IS NOT NULL ORDER BY deadline LIMIT ?`;
    return this.#rows
      .sql(sql)
      .all(limit)
      .filter((row) => !this.#rows.aside.has(String(row.id)))
      .map((row) => ({ id: String(row.id), deadline: Number(row.deadline), createdAt: Number(row.at) }));
  }

  async see(session: AgentSession, actor: string): Promise<AgentSession> {
    const before = this.#session(session.id);
    const after: AgentSession = { ...before, ...session, startedAt: before?.startedAt ?? session.startedAt, endedAt: undefined };
    if (before && sameButForTime(before, after)) {
      if (after.seenAt - before.seenAt < SEEN_AGAIN_MS) return after;
      this.#sessions.forget(after.id);
      this.#rows.sql('UPDATE sessions SET seen_at = ? WHERE id = ?').run(after.seenAt, after.id);
      return after;
    }
    this.#putSession(after, { at: session.seenAt, actor, happening: { kind: 'session-seen', session: after } });
    return after;
  }

  async session(id: string): Promise<AgentSession | undefined> {
    return this.#session(id);
  }

  async endSession(id: string, at: number, reason: string, actor: string): Promise<AgentSession | undefined> {
    const before = this.#session(id);
    if (!before || before.endedAt !== undefined) return before;
    const after: AgentSession = { ...before, seenAt: at, endedAt: at };
    this.#putSession(after, { at, actor, happening: { kind: 'session-ended', reason } });
    return after;
  }

  async sessions({ ended, limit }: { ended?: boolean | undefined; limit: number }): Promise<readonly AgentSession[]> {
    const which = ended === undefined ? '' : ended ? 'WHERE ended_at IS NOT NULL' : 'WHERE ended_at IS NULL';
    return this.#rows.read('sessions', `${which} ORDER BY seen_at DESC LIMIT ?`, limit).flatMap((row) => this.#rows.session(row) ?? []);
  }

  async movePrompt(prompt: Prompt, from: Prompt['state'] | undefined, at: number, actor: string): Promise<boolean> {
    const event = this.#engine.transaction(() => {
      const body = JSON.stringify(prompt);
      const sum = sumOf(prompt.id, prompt.session, prompt.state, body);
      if (from !== undefined) {
        const { changes } = this.#rows
          .sql('UPDATE prompts SET session = ?, state = ?, body = ?, sum = ? WHERE id = ? AND state = ?')
          .run(prompt.session, prompt.state, body, sum, prompt.id, from);
        if (changes === 0) return undefined;
      }
      const stored = this.#store({ session: prompt.session }, { at, actor, happening: { kind: 'prompt', prompt } });
      if (from === undefined)
        this.#rows
          .sql('INSERT INTO prompts (id, session, state, queued_seq, body, sum) VALUES (?, ?, ?, ?, ?, ?)')
          .run(prompt.id, prompt.session, prompt.state, stored.seq, body, sum);
      return stored;
    });
    if (event) this.#tell([event]);
    return event !== undefined;
  }

  async prompt(id: string): Promise<Prompt | undefined> {
    const [row] = this.#rows.read('prompts', 'WHERE id = ? LIMIT ?', id, 1);
    return row && this.#rows.prompt(row);
  }

  async prompts({ session, states, limit }: Parameters<Journal['prompts']>[0]): Promise<readonly Prompt[]> {
    const where = [
      ...oneOf('session', session === undefined ? undefined : [session]),
      ...oneOf('state', states),
      { sql: 'queued_seq > ?', values: [0] },
    ];
    const filter = `WHERE ${where.map((c) => c.sql).join(' AND ')} ORDER BY queued_seq LIMIT ?`;
    const rows = this.#rows.read('prompts', filter, ...where.flatMap((c) => c.values), limit);
    return rows.flatMap((row) => this.#rows.prompt(row) ?? []);
  }

  async setPauses(pauses: readonly Pause[], at: number, actor: string): Promise<void> {
    this.#tell([this.#engine.transaction(() => this.#store({}, { at, actor, happening: { kind: 'paused', pauses } }))]);
  }

  async pauses(): Promise<readonly Pause[]> {
    const newest = `WHERE ask IS NULL AND session IS NULL AND kind = 'paused' ORDER BY seq DESC LIMIT 1`;
    const [row] = this.#rows.read('events', newest);
    if (!row) return [];
    const happening = this.#rows.event(row)?.happening;
    return happening?.kind === 'paused' ? happening.pauses : [PAUSED_BY_DAMAGE];
  }

  onCommit(listener: (event: JournalEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async describe(): Promise<{ driver: string; place: string; bytes: number }> {
    return { driver: this.#engine.name, place: this.#path, bytes: fileSize(this.#path) + fileSize(`${this.#path}-wal`) };
  }

  async forget(before: number, limit: number): Promise<number> {
    const kept = KEPT_STATES.map((state) => `'${state}'`).join();
    const rows = this.#rows
      .sql(
        `SELECT CAST(id AS BLOB) AS id FROM asks WHERE state NOT IN (${kept})
         AND coalesce((SELECT max(at) FROM events WHERE events.ask = asks.id), 0) < ? ORDER BY created_seq LIMIT ?`,
      )
      .all(before, limit);
    const ids = rows.map((row) => String(row.id));
    this.#engine.transaction(() => {
      for (const id of ids) {
        this.#rows.sql('DELETE FROM events WHERE ask = ?').run(id);
        this.#rows.sql('DELETE FROM asks WHERE id = ?').run(id);
      }
    });
    for (const id of ids) this.#views.forget(id);
    return ids.length;
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
    this.#sessions.clear();
    const structure = this.#rows.structure();
    // Reading everything finds whatever cannot be read, and rebuilds it or sets it aside.
    for (let after = 0, page: readonly JournalEvent[] = []; ; after = page.at(-1)?.seq ?? 0) {
      page = await this.since(after, PAGE);
      if (page.length < PAGE) break;
      await breathe();
    }
    const contradictions: string[] = [];
    for (let after = 0; ; await breathe()) {
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
    this.#listeners.clear();
    this.#rows.forget();
    // libsql leaves its write-ahead log behind when it closes; after a checkpoint, the file is complete and can be copied.
    // On a full disk the log stays, and the next start reads it as after a crash.
    try {
      this.#engine.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    } catch {
    } finally {
      this.#engine.close();
    }
  }

  // ── inside ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #byIdentity(session: string, toolUseId: string): AskView | undefined {
    return this.#rows.view(this.#rows.read('asks', 'WHERE session = ? AND tool_use_id = ?', session, toolUseId)[0]);
  }

  #view(id: string): AskView | undefined {
    const recent = this.#views.get(id);
    if (recent) return recent;
    const view = this.#rows.view(this.#rows.read('asks', 'WHERE id = ?', id)[0]);
    return view && this.#views.put(id, view);
  }

  #session(id: string): AgentSession | undefined {
    const recent = this.#sessions.get(id);
    if (recent) return recent;
    const row = this.#rows.read('sessions', 'WHERE id = ?', id)[0];
    const session = row && this.#rows.session(row);
    return session && this.#sessions.put(id, session);
  }

  #page(order: 'created_seq' | 'decided_seq', filter: AskFilter, { limit, cursor }: PageRequest): Page<AskView> {
    const where = conditions(filter);
    where.push({ sql: `${order} < ?`, values: [cursor ?? Number.MAX_SAFE_INTEGER] });
    // In two steps: the filters use narrow indexes only, and only the rows of the page are read in full.
    const found = `SELECT created_seq FROM asks WHERE ${where.map((c) => c.sql).join(' AND ')} ORDER BY ${order} DESC LIMIT ?`;
    const page = `WHERE created_seq IN (${found}) ORDER BY ${order} DESC`;
    const rows = this.#rows.read('asks', page, ...where.flatMap((c) => c.values), limit + 1);
    const items = rows.slice(0, limit).flatMap((row) => this.#rows.view(row) ?? []);
    return rows.length > limit ? { items, next: Number(rows[limit - 1]?.[order]) } : { items };
  }

  #putSession(session: AgentSession, entry: Entry<SessionHappening>): void {
    this.#sessions.forget(session.id);
    const event = this.#engine.transaction(() => {
      this.#rows.putSession(session);
      return this.#store({ session: session.id }, entry);
    });
    this.#tell([event]);
  }

  #store(subject: { ask?: string; session?: string }, entry: Entry<Happening | SessionHappening | InboxHappening>): JournalEvent {
    const { kind, ...body } = entry.happening;
    const { ask = null, session = null } = subject;
    const values = [ask, session, kind, entry.at, entry.actor, JSON.stringify(body)] as const;
    const sql = 'INSERT INTO events (ask, session, kind, at, actor, body, sum) VALUES (?, ?, ?, ?, ?, ?, ?)';
    const { lastRow } = this.#rows.sql(sql).run(...values, sumOf(...values));
    return { seq: lastRow, ...entry, ...subject } as JournalEvent;
  }

  #tell(events: readonly JournalEvent[]): void {
    for (const event of events) for (const listener of this.#listeners) heard(listener, event);
  }
}

/** Somebody may still wait for these. */
const KEPT_STATES: readonly State[] = ['open', 'answered', 'declined', 'undelivered', 'delivering'];

const PAGE = 500;
const ALL = Number.MAX_SAFE_INTEGER;
/** Lets others have their turn. */
const breathe = () => new Promise((resolve) => setImmediate(resolve));

/** If it is not known whether auto-answer is paused, it is. */
const PAUSED_BY_DAMAGE: Pause = { scope: { kind: 'all' }, by: { kind: 'rule', name: 'damage in the journal', surface: 'journal' }, at: 0 };

/** How often it is worth a disk write that a session was seen again. */
const SEEN_AGAIN_MS = 30_000;

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

function sameButForTime(a: AgentSession, b: AgentSession): boolean {
  const timeless = ({ seenAt: _, ...rest }: AgentSession) =>
    JSON.stringify(
      Object.entries(rest)
        .filter(([, v]) => v !== undefined)
        .sort(),
    );
  return timeless(a) === timeless(b);
}

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
