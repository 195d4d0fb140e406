// The journal on SQLite: WAL, synchronous=FULL, one connection, every write one transaction.
import { chmodSync, statSync } from 'node:fs';
import type {
  Appended,
  AskFilter,
  Entry,
  InboxHappening,
  Journal,
  JournalEvent,
  Opened,
  Page,
  PageRequest,
  SessionHappening,
} from '../../decide/journal.ts';
import { type AskView, apply, type Happening } from '../../question/lifecycle.ts';
import type { AgentSession, Ask, Pause, Prompt } from '../../question/words.ts';
import { type Bindable, type Engine, type EngineName, openEngine, type Row, type Statement } from './engine.ts';
import { migrate } from './schema.ts';

export function openSqliteJournal(path: string, options: { readonly engine?: EngineName } = {}): Journal {
  const engine = openEngine(path, options.engine);
  try {
    // FULL: a commit has reached the disk before it returns. The busy timeout is for a backup tool that holds the file for a moment.
    engine.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -8000');
    migrate(engine, path);
    if (path !== ':memory:') chmodSync(path, 0o600);
  } catch (error) {
    engine.close();
    throw error;
  }
  return new SqliteJournal(engine, path);
}

class SqliteJournal implements Journal {
  readonly #engine: Engine;
  readonly #path: string;
  readonly #statements = new Map<string, Statement>();
  readonly #listeners = new Set<(event: JournalEvent) => void>();
  #closed = false;

  constructor(engine: Engine, path: string) {
    this.#engine = engine;
    this.#path = path;
  }

  async open(ask: Ask, raw: unknown, actor: string): Promise<Opened> {
    const known = this.#byIdentity(ask.session, ask.toolUseId);
    if (known) return { kind: 'known', view: known };
    const happening: Happening = { kind: 'asked', ask, ...(raw === undefined ? {} : { raw }) };
    const view = apply(undefined, happening, ask.createdAt);
    const event = this.#engine.transaction(() => {
      const stored = this.#store({ ask: ask.id }, { at: ask.createdAt, actor, happening });
      this.#sql(
        `INSERT INTO asks (id, session, tool_use_id, kind, state, program, project, deadline, version, created_seq, search, view)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        ask.id,
        ask.session,
        ask.toolUseId,
        ask.kind,
        view.state,
        ask.program,
        ask.project,
        ask.deadline ?? null,
        view.version,
        stored.seq,
        searchText(ask),
        JSON.stringify(view),
      );
      return stored;
    });
    this.#tell([event]);
    return { kind: 'opened', view };
  }

  async append(id: string, version: number, entries: readonly Entry[]): Promise<Appended> {
    const [result, events] = this.#engine.transaction((): [Appended, JournalEvent[]] => {
      const before = this.#view(id);
      if (!before) return [{ kind: 'unknown' }, []];
      if (before.version !== version) return [{ kind: 'stale', view: before }, []];
      const after = entries.reduce((view, { happening, at }) => apply(view, happening, at), before);
      const stored = entries.map((entry) => this.#store({ ask: id }, entry));
      const settled = stored.find(({ happening }) => happening.kind === 'settled');
      this.#sql('UPDATE asks SET state = ?, version = ?, decided_seq = coalesce(?, decided_seq), view = ? WHERE id = ?').run(
        after.state,
        after.version,
        settled?.seq ?? null,
        JSON.stringify(after),
        id,
      );
      return [{ kind: 'appended', view: after }, stored];
    });
    this.#tell(events);
    return result;
  }

  async get(id: string): Promise<AskView | undefined> {
    return this.#view(id);
  }

  async byIdentity(session: string, toolUseId: string): Promise<AskView | undefined> {
    return this.#byIdentity(session, toolUseId);
  }

  async startingWith(prefix: string, limit: number): Promise<readonly string[]> {
    const rows = this.#sql('SELECT id FROM asks WHERE id >= ? AND id < ? ORDER BY id LIMIT ?').all(prefix, `${prefix}\u{10ffff}`, limit);
    return rows.map((row) => String(row.id));
  }

  async list(filter: AskFilter, page: PageRequest): Promise<Page<AskView>> {
    return this.#page('created_seq', filter, page);
  }

  async decided(filter: AskFilter, page: PageRequest): Promise<Page<AskView>> {
    return this.#page('decided_seq', filter, page);
  }

  async history(ask: string): Promise<readonly JournalEvent[]> {
    return this.#sql('SELECT * FROM events WHERE ask = ? ORDER BY seq').all(ask).map(eventOf);
  }

  async since(seq: number, limit: number): Promise<readonly JournalEvent[]> {
    return this.#sql('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?').all(seq, limit).map(eventOf);
  }

  async head(): Promise<number> {
    return Number(this.#sql('SELECT coalesce(max(seq), 0) AS head FROM events').all()[0]?.head);
  }

  async countOpen(): Promise<number> {
    return Number(this.#sql("SELECT count(*) AS n FROM asks WHERE state = 'open'").all()[0]?.n);
  }

  async nextDeadlines(limit: number): Promise<readonly { id: string; deadline: number }[]> {
    const rows = this.#sql("SELECT id, deadline FROM asks WHERE state = 'open' AND deadline IS NOT NULL ORDER BY deadline LIMIT ?").all(
      limit,
    );
    return rows.map((row) => ({ id: String(row.id), deadline: Number(row.deadline) }));
  }

  async see(session: AgentSession, actor: string): Promise<AgentSession> {
    const before = this.#session(session.id);
    const after: AgentSession = { ...before, ...session, startedAt: before?.startedAt ?? session.startedAt, endedAt: undefined };
    if (before && sameButForTime(before, after)) {
      if (after.seenAt - before.seenAt < SEEN_AGAIN_MS) return after;
      this.#sql('UPDATE sessions SET seen_at = ? WHERE id = ?').run(after.seenAt, after.id);
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
    return this.#sql(`SELECT * FROM sessions ${which} ORDER BY seen_at DESC LIMIT ?`).all(limit).map(sessionOf);
  }

  async movePrompt(prompt: Prompt, from: Prompt['state'] | undefined, at: number, actor: string): Promise<boolean> {
    const event = this.#engine.transaction(() => {
      const body = JSON.stringify(prompt);
      if (from !== undefined) {
        const { changes } = this.#sql('UPDATE prompts SET state = ?, body = ? WHERE id = ? AND state = ?').run(
          prompt.state,
          body,
          prompt.id,
          from,
        );
        if (changes === 0) return undefined;
      }
      const stored = this.#store({ session: prompt.session }, { at, actor, happening: { kind: 'prompt', prompt } });
      if (from === undefined)
        this.#sql('INSERT INTO prompts (id, session, state, queued_seq, body) VALUES (?, ?, ?, ?, ?)').run(
          prompt.id,
          prompt.session,
          prompt.state,
          stored.seq,
          body,
        );
      return stored;
    });
    if (event) this.#tell([event]);
    return event !== undefined;
  }

  async prompts({ session, states, limit }: Parameters<Journal['prompts']>[0]): Promise<readonly Prompt[]> {
    const where = [
      ...oneOf('session', session === undefined ? undefined : [session]),
      ...oneOf('state', states),
      { sql: 'queued_seq > ?', values: [0] },
    ];
    const rows = this.#sql(`SELECT body FROM prompts WHERE ${where.map((c) => c.sql).join(' AND ')} ORDER BY queued_seq LIMIT ?`).all(
      ...where.flatMap((c) => c.values),
      limit,
    );
    return rows.map((row) => JSON.parse(String(row.body)) as Prompt);
  }

  async setPauses(pauses: readonly Pause[], at: number, actor: string): Promise<void> {
    this.#tell([this.#engine.transaction(() => this.#store({}, { at, actor, happening: { kind: 'paused', pauses } }))]);
  }

  async pauses(): Promise<readonly Pause[]> {
    const sql = "SELECT body FROM events WHERE ask IS NULL AND session IS NULL AND kind = 'paused' ORDER BY seq DESC LIMIT 1";
    const [row] = this.#sql(sql).all();
    return row === undefined ? [] : (JSON.parse(String(row.body)) as { pauses: readonly Pause[] }).pauses;
  }

  onCommit(listener: (event: JournalEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async describe(): Promise<{ driver: string; place: string; bytes: number }> {
    return { driver: this.#engine.name, place: this.#path, bytes: fileSize(this.#path) + fileSize(`${this.#path}-wal`) };
  }

  async check(): Promise<readonly string[]> {
    const rows = this.#engine.prepare('PRAGMA quick_check(20)').all();
    return rows.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok');
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#listeners.clear();
    this.#statements.clear();
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

  #sql(text: string): Statement {
    const known = this.#statements.get(text);
    if (known) return known;
    const made = this.#engine.prepare(text);
    this.#statements.set(text, made);
    return made;
  }

  #byIdentity(session: string, toolUseId: string): AskView | undefined {
    return viewOf(this.#sql('SELECT view FROM asks WHERE session = ? AND tool_use_id = ?').all(session, toolUseId)[0]);
  }

  #view(id: string): AskView | undefined {
    return viewOf(this.#sql('SELECT view FROM asks WHERE id = ?').all(id)[0]);
  }

  #session(id: string): AgentSession | undefined {
    const row = this.#sql('SELECT * FROM sessions WHERE id = ?').all(id)[0];
    return row && sessionOf(row);
  }

  #page(order: 'created_seq' | 'decided_seq', filter: AskFilter, { limit, cursor }: PageRequest): Page<AskView> {
    const where = conditions(filter);
    where.push({ sql: `${order} < ?`, values: [cursor ?? Number.MAX_SAFE_INTEGER] });
    // In two steps: the filters use narrow indexes only, and only the rows of the page are read in full.
    const found = `SELECT created_seq FROM asks WHERE ${where.map((c) => c.sql).join(' AND ')} ORDER BY ${order} DESC LIMIT ?`;
    const sql = `SELECT view, ${order} AS position FROM asks WHERE created_seq IN (${found}) ORDER BY ${order} DESC`;
    const rows = this.#sql(sql).all(...where.flatMap((c) => c.values), limit + 1);
    const items = rows.slice(0, limit).map((row) => viewOf(row) as AskView);
    return rows.length > limit ? { items, next: Number(rows[limit - 1]?.position) } : { items };
  }

  #putSession(session: AgentSession, entry: Entry<SessionHappening>): void {
    const event = this.#engine.transaction(() => {
      this.#sql('INSERT OR REPLACE INTO sessions (id, seen_at, ended_at, body) VALUES (?, ?, ?, ?)').run(
        session.id,
        session.seenAt,
        session.endedAt ?? null,
        JSON.stringify(session),
      );
      return this.#store({ session: session.id }, entry);
    });
    this.#tell([event]);
  }

  #store(subject: { ask?: string; session?: string }, entry: Entry<Happening | SessionHappening | InboxHappening>): JournalEvent {
    const { kind, ...body } = entry.happening;
    const { ask = null, session = null } = subject;
    const { lastRow } = this.#sql('INSERT INTO events (ask, session, kind, at, actor, body) VALUES (?, ?, ?, ?, ?, ?)').run(
      ask,
      session,
      kind,
      entry.at,
      entry.actor,
      JSON.stringify(body),
    );
    return { seq: lastRow, ...entry, ...subject } as JournalEvent;
  }

  #tell(events: readonly JournalEvent[]): void {
    for (const event of events) for (const listener of this.#listeners) heard(listener, event);
  }
}

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

type Condition = { readonly sql: string; readonly values: readonly Bindable[] };

function conditions(filter: AskFilter): Condition[] {
  const equals: readonly (readonly [string, string | undefined])[] = [
    ['program', filter.program],
    ['session', filter.session],
  ];
  return [
    ...oneOf('state', filter.states),
    ...oneOf('kind', filter.kinds),
    ...projectIs(filter.project),
    ...equals.flatMap(([column, value]) => (value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }])),
    ...(filter.text === undefined ? [] : [{ sql: 'instr(search, ?) > 0', values: [filter.text.toLowerCase()] }]),
  ];
}

/** By path, or by the name of the folder. */
function projectIs(project: string | undefined): Condition[] {
  if (project === undefined) return [];
  if (project.includes('/')) return [{ sql: 'project = ?', values: [project] }];
  return [{ sql: '(project = ? OR substr(project, -length(?)) = ?)', values: [project, `/${project}`, `/${project}`] }];
}

function oneOf(column: string, values: readonly string[] | undefined): Condition[] {
  if (values === undefined || values.length === 0) return [];
  return [{ sql: `${column} IN (${values.map(() => '?').join(', ')})`, values }];
}

function searchText(ask: Ask): string {
  return ask.questions
    .flatMap((q) => [q.header ?? '', q.text, ...q.options.map((o) => o.label)])
    .join('\n')
    .toLowerCase();
}

const viewOf = (row: Row | undefined): AskView | undefined => (row === undefined ? undefined : (JSON.parse(String(row.view)) as AskView));

function eventOf(row: Row): JournalEvent {
  const happening = { kind: row.kind, ...JSON.parse(String(row.body)) };
  const subject = row.ask !== null ? { ask: row.ask } : row.session !== null ? { session: row.session } : {};
  return { seq: Number(row.seq), at: Number(row.at), actor: String(row.actor), ...subject, happening } as JournalEvent;
}

/** If a session was merely seen again, the column is newer than the body. */
function sessionOf(row: Row): AgentSession {
  return { ...(JSON.parse(String(row.body)) as AgentSession), seenAt: Number(row.seen_at) };
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
