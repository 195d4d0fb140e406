// The rows of the journal: written with their checksum, and read with damage in mind.
//
// A damaged view is made again from its events. What those cannot give back is set aside.

import type { Ask } from '../../ask/schema/ask.ts';
import type { AskView, JournalEvent } from '../../ask/schema/history.ts';
import type { AgentSession, Prompt } from '../../ask/schema/session.ts';
import { fitting } from '../../system/slices.ts';
import { canonical } from '../../text/json.ts';
import { JournalFailure } from '../journal.ts';
import type { Bindable, Engine, Row, Statement } from './engine.ts';
import { SearchIndex } from './search-index.ts';
import { SetAside } from './set-aside.ts';
import {
  columnsOf,
  eventIn,
  promptFrom,
  promptIn,
  type Shapes,
  select,
  sessionFrom,
  sessionIn,
  sizeOf,
  sumOf,
  type TableName,
  viewFrom,
  viewIn,
} from './stored.ts';

type Slice = { readonly rows: readonly Row[]; readonly bytes: number; readonly isLast: boolean };

export class Rows {
  readonly aside: SetAside;
  readonly search: SearchIndex;
  readonly #engine: Engine;
  readonly #shapes: Shapes;
  readonly #statements = new Map<string, Statement>();
  #isReindexed = false;

  constructor(engine: Engine, shapes: Shapes, report: (damage: string) => void) {
    this.#engine = engine;
    this.#shapes = shapes;
    this.search = new SearchIndex(engine, report);
    this.aside = new SetAside(engine, report, (work) => this.search.transaction(work));
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
    this.search.stop();
    this.#statements.clear();
  }

  /** `where` begins with WHERE or ORDER BY. */
  read(table: TableName, where: string, ...values: Bindable[]): Row[] {
    return this.sql(select(table, where)).all(...values);
  }

  /** As many of the first `limit` as fit into a slice, at least one, and the bytes of their long columns; `isLast` if there are no more. */
  readSome(table: TableName, where: string, limit: number, ...values: Bindable[]): Slice {
    const found = this.sql(`SELECT ${sizeOf(table)} AS bytes FROM ${table} ${where} LIMIT ?`).all(...values, limit);
    const sizes = found.map(({ bytes }) => Number(bytes));
    const n = fitting(sizes);
    const rows = n === 0 ? [] : this.read(table, `${where} LIMIT ?`, ...values, n);
    return { rows, bytes: sizes.slice(0, n).reduce((sum, size) => sum + size, 0), isLast: sizes.length < limit && n === sizes.length };
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
    const search = searchText(view);
    this.sql(
      `INSERT INTO asks (id, session, tool_use_id, kind, state, program, project, deadline, version, created_seq, decided_seq, search, view, sum)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(...columnsOf(view), createdSeq, decidedSeq, search, text, sumOf(text));
    this.search.put(createdSeq, search);
  }

  updateAsk(before: AskView, view: AskView, decidedSeq: number | null): void {
    const text = JSON.stringify(view);
    const search = searchText(view);
    const sql = `UPDATE asks SET tool_use_id = ?, state = ?, version = ?, decided_seq = coalesce(?, decided_seq), search = ?, view = ?, sum = ?
                 WHERE id = ?`;
    this.sql(sql).run(view.toolUseId, view.state, view.version, decidedSeq, search, text, sumOf(text), view.id);
    if (view.questions === before.questions) return;
    const [row] = this.sql('SELECT created_seq AS seq FROM asks WHERE id = ?').all(view.id);
    this.search.put(Number(row?.seq), search);
  }

  removeAsk(createdSeq: number): void {
    this.sql('DELETE FROM asks WHERE created_seq = ?').run(createdSeq);
    this.search.remove(createdSeq);
  }

  putSession(session: AgentSession): void {
    const { id, seenAt, endedAt = null } = session;
    const body = JSON.stringify(session);
    const sql = 'INSERT OR REPLACE INTO sessions (id, seen_at, ended_at, body, sum) VALUES (?, ?, ?, ?, ?)';
    this.sql(sql).run(id, seenAt, endedAt, body, sumOf(id, endedAt, body));
  }

  insertPrompt(prompt: Prompt, queuedSeq: number): void {
    const { id, session, state } = prompt;
    const body = JSON.stringify(prompt);
    const sql = 'INSERT INTO prompts (id, session, state, queued_seq, body, sum) VALUES (?, ?, ?, ?, ?, ?)';
    this.sql(sql).run(id, session, state, queuedSeq, body, sumOf(id, session, state, body));
  }

  /** Whether it was there, in the state `from` if that is given. */
  updatePrompt(prompt: Prompt, from?: Prompt['state']): boolean {
    const { id, session, state } = prompt;
    const body = JSON.stringify(prompt);
    const sql = 'UPDATE prompts SET session = ?, state = ?, body = ?, sum = ? WHERE id = ? AND state IS coalesce(?, state)';
    return this.sql(sql).run(session, state, body, sumOf(id, session, state, body), id, from ?? null).changes > 0;
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
      this.removeAsk(createdSeq);
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
      if (rebuilt) this.updatePrompt(rebuilt);
      else this.sql('DELETE FROM prompts WHERE id = ?').run(id);
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
  async structure(integrityCheck: () => Promise<readonly Row[]>): Promise<readonly string[]> {
    const problems = async () => (await integrityCheck()).map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok');
    const isOfSearch = (line: string) => line.includes('asks_text');
    let found: readonly string[];
    try {
      found = await problems();
    } catch (error) {
      // With a badly damaged search index, nothing can be checked.
      if (!(error instanceof JournalFailure) || error.trouble !== 'damaged' || !this.search.renew()) throw error;
      found = await problems();
    }
    if (found.some(isOfSearch)) this.search.renew();
    const others = found.filter((line) => !isOfSearch(line));
    if (!others.some((line) => line.includes('index'))) return others;
    try {
      this.#engine.exec('REINDEX');
      this.aside.report('journal: its indexes were damaged and were rebuilt');
      return (await problems()).filter((line) => !isOfSearch(line));
    } catch (error) {
      if (!(error instanceof JournalFailure)) throw error;
      return others;
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
