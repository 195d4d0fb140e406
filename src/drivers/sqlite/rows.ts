// The rows of the journal: written with their checksum, and read with damage in mind.
//
// A damaged view is made again from its events. What those cannot give back is set aside.
import { JournalFailure } from '../../decide/journal.ts';
import { canonical } from '../../question/json.ts';
import type { AgentSession, Ask, AskView, JournalEvent, Prompt } from '../../question/words.generated.ts';
import type { Bindable, Engine, Row, Statement } from './engine.ts';
import { SetAside } from './set-aside.ts';
import {
  allAtOnce,
  columnsOf,
  eventIn,
  oneByOne,
  promptFrom,
  promptIn,
  type Shapes,
  sessionFrom,
  sessionIn,
  sumOf,
  type TableName,
  takenApart,
  viewFrom,
  viewIn,
} from './stored.ts';

export class Rows {
  readonly aside: SetAside;
  readonly #engine: Engine;
  readonly #shapes: Shapes;
  readonly #statements = new Map<string, Statement>();
  #isReindexed = false;

  constructor(engine: Engine, shapes: Shapes, report: (damage: string) => void) {
    this.#engine = engine;
    this.#shapes = shapes;
    this.aside = new SetAside(engine, report);
  }

  sql(text: string): Statement {
    const known = this.#statements.get(text);
    if (known) return known;
    const made = this.#engine.prepare(text);
    const statement: Statement = {
      run: (...values) => this.#reindexed(() => made.run(...values)),
      all: (...values) => this.#reindexed(() => made.all(...values)),
    };
    this.#statements.set(text, statement);
    return statement;
  }

  /** What fails because an index is damaged works again once the indexes are rebuilt. Tried once: if it does not help, the tables are damaged. */
  #reindexed<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof JournalFailure) || error.trouble !== 'damaged' || this.#isReindexed) throw error;
      this.#isReindexed = true;
      this.#engine.exec('REINDEX');
      this.aside.report('journal: its indexes were damaged and were rebuilt');
      return work();
    }
  }

  /** Before the engine closes. */
  forget(): void {
    this.#statements.clear();
  }

  /** `where` begins with WHERE or ORDER BY. */
  read(table: TableName, where: string, ...values: Bindable[]): Row[] {
    const rows = this.sql(allAtOnce(table, where)).all(...values)[0]?.rows ?? null;
    if (rows === null) return [];
    return takenApart(table, String(rows)) ?? this.sql(oneByOne(table, where)).all(...values);
  }

  events(ask: string): Row[] {
    return this.read('events', 'WHERE ask = ? ORDER BY seq', ask);
  }

  hasIdentity(session: string, toolUseId: string): boolean {
    return this.sql('SELECT 1 FROM asks WHERE session = ? AND tool_use_id = ?').all(session, toolUseId).length > 0;
  }

  // ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────

  insertAsk(view: AskView, createdSeq: number, decidedSeq: number | null): void {
    const text = JSON.stringify(view);
    this.sql(
      `INSERT INTO asks (id, session, tool_use_id, kind, state, program, project, deadline, version, created_seq, decided_seq, search, view, sum)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(...columnsOf(view), createdSeq, decidedSeq, searchText(view), text, sumOf(text));
  }

  updateAsk(view: AskView, decidedSeq: number | null): void {
    const text = JSON.stringify(view);
    const sql = `UPDATE asks SET tool_use_id = ?, state = ?, version = ?, decided_seq = coalesce(?, decided_seq), search = ?, view = ?, sum = ?
                 WHERE id = ?`;
    this.sql(sql).run(view.toolUseId, view.state, view.version, decidedSeq, searchText(view), text, sumOf(text), view.id);
  }

  putSession(session: AgentSession): void {
    const { id, seenAt, endedAt = null } = session;
    const body = JSON.stringify(session);
    const sql = 'INSERT OR REPLACE INTO sessions (id, seen_at, ended_at, body, sum) VALUES (?, ?, ?, ?, ?)';
    this.sql(sql).run(id, seenAt, endedAt, body, sumOf(id, endedAt, body));
  }

  // ── reading: undefined if there is nothing sound ─────────────────────────────────────────────────────────────────

  event(row: Row): JournalEvent | undefined {
    const event = eventIn(row, this.#shapes);
    if (!event) this.aside.add(subjectOf(row), `event ${row.seq} is damaged and left out`, row);
    return event;
  }

  view(row: Row | undefined): AskView | undefined {
    if (!row) return undefined;
    const sound = viewIn(row, this.#shapes);
    if (sound) return sound;
    const createdSeq = Number(row.created_seq);
    const [first] = this.read('events', 'WHERE seq = ?', createdSeq);
    const id = String(first?.ask ?? row.id);
    const rebuilt = viewFrom(this.events(id), this.#shapes);
    this.aside.replace('asks', id, rebuilt !== undefined, row, () => {
      this.sql('DELETE FROM asks WHERE created_seq = ?').run(createdSeq);
      if (rebuilt) this.insertAsk(rebuilt.view, createdSeq, rebuilt.decidedSeq);
    });
    return rebuilt?.view;
  }

  session(row: Row): AgentSession | undefined {
    const sound = sessionIn(row, this.#shapes);
    if (sound) return sound;
    const id = String(row.id);
    const rebuilt = sessionFrom(this.#newestOf(id), this.#shapes);
    this.aside.replace('sessions', id, rebuilt !== undefined, row, () => {
      this.sql('DELETE FROM sessions WHERE id = ?').run(id);
      if (rebuilt) this.putSession(rebuilt);
    });
    return rebuilt;
  }

  prompt(row: Row): Prompt | undefined {
    const sound = promptIn(row, this.#shapes);
    if (sound) return sound;
    const id = String(row.id);
    const rebuilt = promptFrom(this.#newestOf(String(row.session)), id, this.#shapes);
    this.aside.replace('prompts', id, rebuilt !== undefined, row, () => {
      if (!rebuilt) return this.sql('DELETE FROM prompts WHERE id = ?').run(id);
      const body = JSON.stringify(rebuilt);
      const sum = sumOf(rebuilt.id, rebuilt.session, rebuilt.state, body);
      return this.sql('UPDATE prompts SET session = ?, state = ?, body = ?, sum = ? WHERE id = ?').run(
        rebuilt.session,
        rebuilt.state,
        body,
        sum,
        id,
      );
    });
    return rebuilt;
  }

  /** A view without a checksum may be well-formed and still not say what its events say. */
  contradiction(row: Row): string | undefined {
    const view = this.view(row);
    const rebuilt = view && row.sum === null ? viewFrom(this.events(view.id), this.#shapes)?.view : undefined;
    if (!rebuilt || canonical([rebuilt.questions, rebuilt.decision]) === canonical([view?.questions, view?.decision])) return undefined;
    return `ask ${rebuilt.id}: its entry and its events differ`;
  }

  /** What is wrong with the file as a database. Indexes are made again. */
  structure(): readonly string[] {
    const problems = () =>
      this.#engine
        .prepare('PRAGMA integrity_check(20)')
        .all()
        .map((row) => String(Object.values(row)[0]))
        .filter((line) => line !== 'ok');
    const found = problems();
    if (!found.some((line) => line.includes('index'))) return found;
    try {
      this.#engine.exec('REINDEX');
      this.aside.report('journal: its indexes were damaged and were rebuilt');
      return problems();
    } catch (error) {
      if (!(error instanceof JournalFailure)) throw error;
      return found;
    }
  }

  #newestOf(session: string): Row[] {
    return this.read('events', 'WHERE session = ? ORDER BY seq DESC', session);
  }
}

const subjectOf = ({ ask, session }: Row): string => (ask ? `ask ${ask}` : session ? `session ${session}` : 'pauses');

function searchText(ask: Ask): string {
  return ask.questions
    .flatMap((q) => [q.header ?? '', q.text, ...q.options.map((o) => o.label)])
    .join('\n')
    .toLowerCase();
}
