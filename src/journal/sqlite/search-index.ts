// The search index: which asks contain which three characters in a row. It makes searches for rare texts fast, and nothing depends on it.
//
// Invariant: unless it is damaged, it has every ask up to `#end` with its present text. Later asks are added in the background, many at a time, because
// that takes a tenth of the time that it takes for each ask by itself. Until then, a search reads them.

import { nextSlice } from '../../system/slices.ts';
import { JournalFailure } from '../journal.ts';
import type { Bindable, Engine, Row, Statement } from './engine.ts';
import { NEW_SEARCH_INDEX } from './schema.ts';

/** So many new asks are added together. Fewer are quickly read. */
const WORTHWHILE = 1_000;
/** In one turn. */
const ADDED = 50;
const ADDED_BYTES = 25_000;
const MERGED_PAGES = 16;
/** Between two turns: others matter more. */
const REST_MS = 20;

/** If more asks may contain a text, a page of them is found quickly without the index. */
const MOST_CANDIDATES = 4_000;
/** Events whose asks are looked up in one turn. */
const RANGE = 50_000;
/** Of a long text, so many parts are enough. */
const MOST_PARTS = 40;

/** An ask with a longer text takes too long to add. It has this in the index, and every search looks at it. */
const LONGEST_BYTES = 100_000;
const TOO_LONG = '\u0001\u0001\u0001';

export class SearchIndex {
  readonly #engine: Engine;
  readonly #report: (damage: string) => void;
  readonly #statements = new Map<string, Statement>();
  /** The number of the last ask in it. Undefined: it cannot be used. */
  #end: number | undefined;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  #isTouched = false;
  #isRenewed = false;
  #isStopped = false;

  constructor(engine: Engine, report: (damage: string) => void) {
    this.#engine = engine;
    this.#report = report;
    this.#end = this.#guarded(() => this.#last());
    const waiting = `SELECT count(*) AS n FROM (SELECT 1 FROM asks WHERE created_seq > ? LIMIT ${WORTHWHILE})`;
    this.#waiting = this.#guarded(() => Number(this.#all(waiting, this.#end ?? 0)[0]?.n)) ?? 0;
    this.#addLater();
  }

  // ── asks change ──────────────────────────────────────────────────────────────────────────────────────────────────

  /** For work that puts or removes something. It does not fail because the index is damaged, which may only be noticed by the commit. */
  transaction<T>(work: () => T): T {
    this.#isTouched = false;
    try {
      return this.#engine.transaction(work);
    } catch (error) {
      if (!this.#isTouched || !isDamage(error)) throw error;
      this.#leaveAlone();
      return this.#engine.transaction(work);
    }
  }

  put(seq: number, text: string): void {
    if (this.#end === undefined || seq > this.#end) {
      this.#waiting += 1;
      return this.#addLater();
    }
    this.remove(seq);
    this.#run('INSERT INTO asks_text (rowid, search) VALUES (?, ?)', seq, text.length > LONGEST_BYTES ? TOO_LONG : text);
  }

  remove(seq: number): void {
    if (this.#end === undefined || seq > this.#end) return;
    this.#isTouched = true;
    this.#run('DELETE FROM asks_text WHERE rowid = ?', seq);
  }

  // ── searching ────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The first events of all asks that may contain this text. Undefined if they are many, or if the index does not know. */
  async candidates(text: string, signal: AbortSignal | undefined): Promise<readonly number[] | undefined> {
    const match = partsOf(text.toLowerCase());
    const end = this.#end;
    if (match === undefined || end === undefined) return undefined;
    const later = this.#all('SELECT created_seq AS seq FROM asks WHERE created_seq > ? LIMIT ?', end, MOST_CANDIDATES);
    const found = later.map(({ seq }) => Number(seq));
    const sql = 'SELECT rowid AS seq FROM asks_text WHERE asks_text MATCH ? AND rowid <= ? AND rowid > ? ORDER BY rowid DESC LIMIT ?';
    for (let upper = end; upper > 0 && found.length < MOST_CANDIDATES; upper -= RANGE) {
      const part = this.#guarded(() => this.#all(sql, match, upper, upper - RANGE, MOST_CANDIDATES - found.length));
      if (!part) return undefined;
      found.push(...part.map(({ seq }) => Number(seq)));
      await nextSlice(signal);
    }
    return found.length < MOST_CANDIDATES ? found : undefined;
  }

  // ── building ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Makes it again from nothing, once: an index that is damaged twice is left alone. Returns whether it did. */
  renew(): boolean {
    if (this.#isStopped) return false;
    this.#end = undefined;
    try {
      if (this.#isRenewed) throw new JournalFailure('damaged', 'it was made again before', '');
      this.#isRenewed = true;
      this.#engine.transaction(() => this.#engine.exec(NEW_SEARCH_INDEX));
      this.#end = 0;
    } catch (error) {
      if (!(error instanceof JournalFailure)) throw error;
      this.#report(`journal: its search index is damaged and is not used: ${error.message}`);
      return false;
    }
    this.#report('journal: its search index was damaged and is made again');
    this.#waiting = WORTHWHILE;
    this.#addLater();
    return true;
  }

  /** Before the engine closes. */
  stop(): void {
    this.#isStopped = true;
    this.#end = undefined;
    clearTimeout(this.#timer);
    this.#statements.clear();
  }

  #addLater(): void {
    if (this.#waiting < WORTHWHILE || this.#end === undefined) return;
    this.#timer ??= setTimeout(() => this.#turn(), REST_MS).unref();
  }

  /** Adds some asks, and in a later turn merges some parts: by itself SQLite would merge as much as it likes in the transaction of somebody else. */
  #turn(): void {
    const added = this.#inBackground(() => this.#add()) ?? 0;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#inBackground(() => this.#run(`INSERT INTO asks_text (asks_text, rank) VALUES ('merge', ${MERGED_PAGES})`));
      this.#waiting = added > 0 ? WORTHWHILE : 0;
      this.#addLater();
    }, REST_MS).unref();
  }

  /** Returns how many it added. The texts stay inside SQLite: damaged ones are not valid UTF-8, which ends the process with libsql. */
  #add(): number {
    const end = this.#end ?? Number.MAX_SAFE_INTEGER;
    const next = `SELECT seq, sum(bytes) OVER (ORDER BY seq) AS bytes FROM
      (SELECT created_seq AS seq, octet_length(search) AS bytes FROM asks WHERE created_seq > ? ORDER BY created_seq LIMIT ${ADDED})`;
    const some = this.#all(next, end).filter(({ bytes }, i) => i === 0 || Number(bytes) <= ADDED_BYTES);
    const last = some.at(-1)?.seq;
    if (last === undefined) return 0;
    const insert = `INSERT INTO asks_text (rowid, search) SELECT created_seq, iif(octet_length(search) > ${LONGEST_BYTES}, ?, search)
                    FROM asks WHERE created_seq > ? AND created_seq <= ?`;
    this.#engine.transaction(() => this.#run(insert, TOO_LONG, end, Number(last)));
    this.#end = Number(last);
    return some.length;
  }

  /** Nobody waits for this: what a full disk prevents is tried again when there are more asks. */
  #inBackground<T>(work: () => T): T | undefined {
    try {
      return this.#guarded(work);
    } catch (error) {
      if (!(error instanceof JournalFailure)) throw error;
      return undefined;
    }
  }

  /** Undefined if the index is damaged. */
  #guarded<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#leaveAlone();
      return undefined;
    }
  }

  /** It is made again in a later turn. */
  #leaveAlone(): void {
    if (this.#end !== undefined) setImmediate(() => this.renew());
    this.#end = undefined;
  }

  #last(): number {
    return Number(this.#all('SELECT coalesce(max(id), 0) AS last FROM asks_text_docsize')[0]?.last);
  }

  #run(sql: string, ...values: Bindable[]): void {
    this.#statement(sql).run(...values);
  }

  #all(sql: string, ...values: Bindable[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  /** Not those of `Rows`, which take damage for that of an ordinary index. */
  #statement(sql: string): Statement {
    const known = this.#statements.get(sql) ?? this.#engine.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

const isDamage = (error: unknown): boolean => error instanceof JournalFailure && error.trouble === 'damaged';

/** A query for all parts of three characters. Undefined if the text is too short. */
function partsOf(text: string): string | undefined {
  const characters = [...text];
  const parts = new Set(characters.slice(2).map((_, i) => characters.slice(i, i + 3).join('')));
  const usable = [...parts].filter((part) => !part.includes('\0'));
  const step = Math.max(1, usable.length / MOST_PARTS);
  const some = Array.from({ length: Math.ceil(usable.length / step) }, (_, i) => usable[Math.floor(i * step)] as string);
  return some.length === 0 ? undefined : `(${some.map(quoted).join(' AND ')}) OR ${quoted(TOO_LONG)}`;
}

const quoted = (part: string): string => `"${part.replaceAll('"', '""')}"`;
