// What is damaged in the journal: each row is kept as it was found, recorded once, and reported.
import { type Damage, JournalFailure } from '../journal.ts';
import { asText, type Engine, type Row } from './engine.ts';

type Table = 'asks' | 'sessions' | 'prompts';
/** What the table says it is about, if it is no entry. */
export const JOURNAL = 'journal';
const A_MONTH_SECONDS = 30 * 24 * 3600;
const ONE = { asks: 'ask', sessions: 'session', prompts: 'prompt' } as const;

export class SetAside {
  readonly #engine: Engine;
  readonly report: (damage: string) => void;
  readonly #transaction: (work: () => void) => void;
  readonly #known = new Set<string>();

  constructor(engine: Engine, report: (damage: string) => void, transaction: (work: () => void) => void) {
    this.#engine = engine;
    this.report = report;
    this.#transaction = transaction;
  }

  /** Whether this ask was set aside since the start. */
  has(ask: string): boolean {
    return this.#known.has(`ask ${ask}`);
  }

  /** That a whole journal is gone is no news after a month: nothing of it is here that could be rescued. */
  all(): Damage[] {
    const isNews = `(about <> '${JOURNAL}' OR at > (CAST(strftime('%s', 'now') AS INTEGER) - ${A_MONTH_SECONDS}) * 1000)`;
    const rows = this.#engine
      .prepare(`SELECT at, ${asText('about')}, ${asText('what')} FROM set_aside WHERE ${isNews} ORDER BY id DESC`)
      .all();
    return rows.map(({ at, about, what }) => ({
      at: Number(at),
      scope: about === JOURNAL ? ('journal' as const) : ('entry' as const),
      about: String(about),
      what: String(what),
    }));
  }

  add(about: string, what: string, row: Row | object): void {
    const damage = `${about}: ${what}`;
    if (this.#known.has(damage)) return;
    this.#known.add(damage);
    this.report(damage);
    try {
      this.#engine
        .prepare(`INSERT OR IGNORE INTO set_aside (at, about, what, row) VALUES (CAST(strftime('%s', 'now') AS INTEGER) * 1000, ?, ?, ?)`)
        .run(about, what, JSON.stringify(row));
    } catch (error) {
      // Reported already; it is found again at the next start.
      if (!(error instanceof JournalFailure)) throw error;
    }
  }

  /** Runs `replace`, which removes the damaged row and may insert one that was rebuilt from events. */
  replace(table: Table, id: string, isRebuilt: boolean, row: Row, replace: () => void): void {
    const about = `${ONE[table]} ${id}`;
    if (isRebuilt) this.report(`${about}: its entry was damaged and was rebuilt from its events`);
    else {
      this.#known.add(about);
      this.add(about, 'it is damaged, and so are its events; it was set aside', row);
    }
    try {
      this.#transaction(replace);
    } catch (error) {
      if (!(error instanceof JournalFailure) || error.trouble !== 'damaged') throw error;
      // An index still has the values from before the damage.
      this.#engine.exec(`REINDEX ${table}`);
      this.#transaction(replace);
    }
  }
}
