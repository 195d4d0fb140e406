// Prompts in the journal: one row each as it is now, moved from state to state by one caller at a time.
import type { Journal } from '../../decide/journal.ts';
import type { Prompt } from '../../question/words.generated.ts';
import { oneOf } from './filter.ts';
import type { Store } from './store.ts';
import { sumOf } from './stored.ts';

export class Prompts {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  move(prompt: Prompt, from: Prompt['state'] | undefined, at: number, actor: string): boolean {
    const { engine, rows } = this.#store;
    const event = engine.transaction(() => {
      const body = JSON.stringify(prompt);
      const sum = sumOf(prompt.id, prompt.session, prompt.state, body);
      if (from !== undefined) {
        const { changes } = rows
          .sql('UPDATE prompts SET session = ?, state = ?, body = ?, sum = ? WHERE id = ? AND state = ?')
          .run(prompt.session, prompt.state, body, sum, prompt.id, from);
        if (changes === 0) return undefined;
      }
      const stored = this.#store.add({ session: prompt.session }, { at, actor, happening: { kind: 'prompt', prompt } });
      if (from === undefined)
        rows
          .sql('INSERT INTO prompts (id, session, state, queued_seq, body, sum) VALUES (?, ?, ?, ?, ?, ?)')
          .run(prompt.id, prompt.session, prompt.state, stored.seq, body, sum);
      return stored;
    });
    if (event) this.#store.tell([event]);
    return event !== undefined;
  }

  get(id: string): Prompt | undefined {
    const { rows } = this.#store;
    const [row] = rows.read('prompts', 'WHERE id = ? LIMIT ?', id, 1);
    return row && rows.prompt(row);
  }

  list({ session, states, limit }: Parameters<Journal['prompts']>[0]): readonly Prompt[] {
    const { rows } = this.#store;
    const where = [
      ...oneOf('session', session === undefined ? undefined : [session]),
      ...oneOf('state', states),
      { sql: 'queued_seq > ?', values: [0] },
    ];
    const filter = `WHERE ${where.map((c) => c.sql).join(' AND ')} ORDER BY queued_seq LIMIT ?`;
    return rows.read('prompts', filter, ...where.flatMap((c) => c.values), limit).flatMap((row) => rows.prompt(row) ?? []);
  }
}
