// Pages of asks, newest first. A page that is hard to find is read in slices, each of which looks at a bounded number of rows.

import type { AskView } from '../../ask/schema/history.ts';
import { firstSlice, fitting, nextSlice, SLICE_BYTES } from '../../system/slices.ts';
import type { AskFilter, Page, PageRequest } from '../journal.ts';
import type { Bindable } from './engine.ts';
import { type Condition, conditions } from './filter.ts';
import { Recent } from './recent.ts';
import type { Rows } from './rows.ts';

export type Order = 'created_seq' | 'decided_seq';

/** How many rows a slice looks at. */
const ROWS = 500;
/** So few are looked at in one slice, because it saves many others. */
const FEW_ROWS = 1_000;
/** How many asks a slice reads: a page of the usual length and one more, which says that there are others. */
const READ_ROWS = 51;
/** Several longer ones may be wanted at the same time. And they would push out what is in use, as later pages would. */
const LONG_PAGE = 100;

const NARROW = ['sqlite_autoindex_asks_1', 'asks_identity', 'asks_by_project', 'asks_by_state'];
/** In which a row's place in the order comes right after the column that is compared. */
const IN_ORDER: Readonly<Record<Order, readonly string[]>> = { created_seq: ['asks_by_project', 'asks_by_state'], decided_seq: [] };
const WHOLE = { created_seq: 'asks_filtered', decided_seq: 'asks_decided' } as const;

/** `bytes`: how long it is to read. */
type Hit = { readonly seq: number; readonly version: number; readonly place: number; readonly bytes: number };
/** `index`: the one to read along; empty if SQLite may choose. */
type Search = {
  readonly order: Order;
  readonly where: readonly Condition[];
  readonly index: string;
  /** The long column that the conditions read. */
  readonly reads: string | undefined;
};

export class Pages {
  readonly #rows: Rows;
  readonly #views: Recent<AskView>;
  /** Of asks by the number of their first event. */
  readonly #ids = new Recent<string>();

  /** `views` are those read last, in whatever way. */
  constructor(rows: Rows, views: Recent<AskView>) {
    this.#rows = rows;
    this.#views = views;
  }

  async page(order: Order, filter: AskFilter, { limit, cursor, signal, bytes = Infinity }: PageRequest): Promise<Page<AskView>> {
    if (limit > LONG_PAGE) await firstSlice(signal);
    const items: AskView[] = [];
    let places: readonly number[] = [];
    let left = bytes;
    for await (const found of this.#found(order, filter, cursor ?? Number.MAX_SAFE_INTEGER, limit, signal)) {
      const wanted = found.slice(0, limit - places.length).filter(({ bytes }) => {
        const isWanted = left > 0;
        left -= bytes;
        return isWanted;
      });
      items.push(...this.#viewsOf(wanted, cursor === undefined && limit <= LONG_PAGE));
      if (wanted.length < found.length) return { items, next: (wanted.at(-1)?.place ?? places.at(-1)) as number };
      places = [...places, ...wanted.map(({ place }) => place)];
    }
    return { items };
  }

  /** In the order of the page, one more than `limit` if there are more; each part in a slice of its own. */
  async *#found(order: Order, filter: AskFilter, from: number, limit: number, signal?: AbortSignal): AsyncGenerator<readonly Hit[]> {
    const where = await conditions(filter, this.#rows, signal);
    const reads = where.find((condition) => condition.reads !== undefined)?.reads;
    const few = this.#fewest(where, reads);
    if (few) {
      // They are few, so a slice can look at all of them.
      yield* this.#parts({ order, where, index: few, reads }, { from, to: 0 }, limit + 1, signal);
      return;
    }
    const index = where.find(({ index = '', isOne }) => isOne && IN_ORDER[order].includes(index))?.index ?? WHOLE[order];
    const search = { order, where, index, reads };
    let wanted = limit + 1;
    for (let [upper, isFirst] = [from, true]; ; isFirst = false) {
      const lower = this.#below(search, upper);
      for await (const part of this.#parts(search, { from: upper, to: lower }, wanted, signal)) {
        wanted -= part.length;
        yield part;
      }
      if (wanted === 0 || lower === 0) return;
      upper = lower;
      await nextSlice(signal);
      const candidates = isFirst && filter.text !== undefined ? await this.#rows.search.candidates(filter.text, signal) : undefined;
      if (!candidates) continue;
      yield* this.#among(search, candidates, upper, wanted, signal);
      return;
    }
  }

  /** Up to `wanted` in this range. */
  async *#parts(
    search: Search,
    { from, to }: { from: number; to: number },
    wanted: number,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly Hit[]> {
    for (let [upper, left] = [from, wanted]; left > 0; await nextSlice(signal)) {
      const rows = this.#rowsOf(search, upper, to, Math.min(left, READ_ROWS));
      const part = rows.slice(0, fitting(rows.map(({ bytes }) => bytes)));
      if (part.length > 0) yield part;
      if (part.length === rows.length && rows.length < READ_ROWS) return;
      left -= part.length;
      upper = part.at(-1)?.place ?? 0;
    }
  }

  /** Those of the candidates that fit, from `from` down. */
  async *#among(
    search: Search,
    candidates: readonly number[],
    from: number,
    wanted: number,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly Hit[]> {
    const fit: Hit[] = [];
    for (let [i, n] = [0, 0]; i < candidates.length; i += n) {
      const next = candidates.slice(i, i + ROWS);
      n = this.#fittingOf(next, search.reads);
      const some = among(next.slice(0, n));
      fit.push(...this.#rowsOf({ ...search, where: [...search.where, some], index: '' }, from, 0, wanted));
      await nextSlice(signal);
    }
    fit.sort((a, b) => b.place - a.place);
    const end = Math.min(wanted, fit.length);
    for (let [i, n] = [0, 0]; i < end; i += n) {
      if (i > 0) await nextSlice(signal);
      const part = fit.slice(i, Math.min(end, i + READ_ROWS));
      n = fitting(part.map(({ bytes }) => bytes));
      // They may have changed since they were found.
      const some = among(part.slice(0, n).map(({ seq }) => seq));
      yield this.#rowsOf({ ...search, where: [...search.where, some], index: '' }, from, 0, n);
    }
  }

  /** How many of these rows a condition may look into in one slice. */
  #fittingOf(seqs: readonly number[], reads: string | undefined): number {
    if (reads === undefined) return seqs.length;
    const { sql, values } = among(seqs);
    const sizes = this.#rows.sql(`SELECT created_seq AS seq, octet_length(${reads}) AS bytes FROM asks WHERE ${sql}`).all(...values);
    const bySeq = new Map(sizes.map(({ seq, bytes }) => [Number(seq), Number(bytes)]));
    return fitting(seqs.map((seq) => bySeq.get(seq) ?? 0));
  }

  /** An index that finds all that can fit, if those are few. */
  #fewest(where: readonly Condition[], reads: string | undefined): string | undefined {
    for (const index of NARROW) {
      const those = where.filter((condition) => condition.index === index);
      if (those.length === 0) continue;
      const size = reads === undefined ? 0 : `octet_length(${reads})`;
      const some = `SELECT ${size} AS bytes FROM asks INDEXED BY ${index} WHERE ${allOf(those)} LIMIT ${FEW_ROWS + 1}`;
      const [all] = this.#rows.sql(`SELECT count(*) AS n, total(bytes) AS bytes FROM (${some})`).all(...valuesOf(those));
      if (Number(all?.n) <= FEW_ROWS && Number(all?.bytes) <= SLICE_BYTES) return index;
    }
    return undefined;
  }

  /** The place of the last row that one slice looks at, going down the index; 0 if it has fewer. */
  #below({ order, where, index, reads }: Search, upper: number): number {
    const those = [...where.filter((condition) => condition.index === index), { sql: `${order} < ?`, values: [upper] }];
    const down = `FROM asks INDEXED BY ${index} WHERE ${allOf(those)} ORDER BY ${order} DESC LIMIT`;
    if (reads === undefined)
      return Number(this.#rows.sql(`SELECT ${order} AS place ${down} 1 OFFSET ?`).all(...valuesOf(those), ROWS - 1)[0]?.place ?? 0);
    const rows = this.#rows.sql(`SELECT ${order} AS place, octet_length(${reads}) AS bytes ${down} ?`).all(...valuesOf(those), ROWS);
    const n = fitting(rows.map(({ bytes }) => Number(bytes)));
    return n === rows.length && n < ROWS ? 0 : Number(rows[n - 1]?.place);
  }

  /** Below `upper`, but not below `lower`. */
  #rowsOf({ order, where, index }: Search, upper: number, lower: number, limit: number): readonly Hit[] {
    const those = [...where, { sql: `${order} < ?`, values: [upper] }, { sql: `${order} >= ?`, values: [lower] }];
    // In two steps: the filters use narrow indexes only, and of the rows of the page, only those are read in full that are not known yet.
    const by = index === '' ? '' : `INDEXED BY ${index}`;
    const found = `SELECT created_seq FROM asks ${by} WHERE ${allOf(those)} ORDER BY ${order} DESC LIMIT ?`;
    const columns = ['created_seq', 'version', order].map((name) => `CAST(${name} AS INTEGER)`);
    const page = `SELECT ${columns[0]} AS seq, ${columns[1]} AS version, ${columns[2]} AS place, octet_length(view) AS bytes FROM asks WHERE created_seq IN (${found}) ORDER BY ${order} DESC`;
    const rows = this.#rows.sql(page).all(...valuesOf(those), limit);
    return rows.map(({ seq, version, place, bytes }) => ({
      seq: Number(seq),
      version: Number(version),
      place: Number(place),
      bytes: Number(bytes),
    }));
  }

  /** In the same order. What is damaged beyond repair is left out. */
  #viewsOf(found: readonly Hit[], areRemembered: boolean): AskView[] {
    const known = new Map<number, AskView>();
    for (const { seq, version } of found) {
      const view = this.#views.get(this.#ids.get(String(seq)) ?? '');
      if (view && view.version === version) known.set(seq, view);
    }
    const missing = found.flatMap(({ seq }) => (known.has(seq) ? [] : [seq]));
    if (missing.length > 0) {
      for (const row of this.#rows.read('asks', `WHERE ${among(missing).sql}`, ...among(missing).values)) {
        const view = this.#rows.view(row);
        if (!view) continue;
        known.set(Number(row.created_seq), view);
        if (!areRemembered) continue;
        this.#ids.put(String(row.created_seq), view.id);
        this.#views.put(view.id, view);
      }
    }
    return found.flatMap(({ seq }) => known.get(seq) ?? []);
  }
}

const among = (seqs: readonly number[]): Condition => ({
  sql: 'created_seq IN (SELECT value FROM json_each(?))',
  values: [JSON.stringify(seqs)],
});
const allOf = (where: readonly Condition[]): string => where.map(({ sql }) => sql).join(' AND ');
const valuesOf = (where: readonly Condition[]): readonly Bindable[] => where.flatMap(({ values }) => values);
