// What is damaged in the journal: each row is kept as it was found, recorded once, and reported.
import { type Damage, JournalFailure } from '../../decide/journal.ts';
import type { Engine, Row } from './engine.ts';

type Table = 'asks' | 'sessions' | 'prompts';
const ONE = { asks: 'ask', sessions: 'session', prompts: 'prompt' } as const;

export class SetAside {
  readonly #engine: Engine;
  readonly report: (damage: string) => void;
  readonly #known = new Set<string>();

  constructor(engine: Engine, report: (damage: string) => void) {
    this.#engine = engine;
    this.report = report;
  }

  /** Whether this ask was set aside since the start. */
  has(ask: string): boolean {
    return this.#known.has(`ask ${ask}`);
  }

  all(): Damage[] {
    const rows = this.#engine
      .prepare('SELECT at, CAST(about AS BLOB) AS about, CAST(what AS BLOB) AS what FROM set_aside ORDER BY id DESC')
      .all();
    return rows.map(({ at, about, what }) => ({ at: Number(at), about: String(about), what: String(what) }));
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
      this.#engine.transaction(replace);
    } catch (error) {
      if (!(error instanceof JournalFailure) || error.trouble !== 'damaged') throw error;
      // An index still has the values from before the damage.
      this.#engine.exec(`REINDEX ${table}`);
      this.#engine.transaction(replace);
    }
  }
}
