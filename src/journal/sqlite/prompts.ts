// Prompts in the journal: one row each as it is now, moved from state to state by one caller at a time.

import type { Prompt } from '../../ask/schema/session.ts';
import { nextSlice } from '../../system/slices.ts';
import type { Journal } from '../journal.ts';
import { among } from './filter.ts';
import type { Store } from './store.ts';

export class Prompts {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  move(prompt: Prompt, from: Prompt['state'] | undefined, at: number, actor: string): boolean {
    const { engine, rows } = this.#store;
    const event = engine.transaction(() => {
      if (from !== undefined && !rows.updatePrompt(prompt, from)) return undefined;
      const stored = this.#store.add({ session: prompt.session }, { at, actor, happening: { kind: 'prompt', prompt } });
      if (from === undefined) rows.insertPrompt(prompt, stored.seq);
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

  /** In slices: there may be many, and a prompt may be long. */
  async list({ session, states, beginning, limit, bytes = Infinity }: Parameters<Journal['prompts']>[0]): Promise<readonly Prompt[]> {
    const { rows } = this.#store;
    const where = [
      ...among('session', session === undefined ? undefined : [session]),
      ...among('state', states?.length === 0 ? undefined : states),
      ...(beginning === undefined ? [] : [{ sql: 'id >= ? AND id < ?', values: [beginning, `${beginning}\u{10ffff}`] }]),
    ];
    const inOrder = `WHERE ${[...where.map(({ sql }) => sql), 'queued_seq > ?'].join(' AND ')} ORDER BY queued_seq`;
    const values = where.flatMap((condition) => condition.values);
    const found: Prompt[] = [];
    for (let [after, left, leftBytes] = [0, limit, bytes]; left > 0 && leftBytes > 0; await nextSlice()) {
      const some = rows.readSome('prompts', inOrder, Math.min(left, MOST_IN_SLICE), ...values, after);
      found.push(...some.rows.flatMap((row) => rows.prompt(row) ?? []));
      left -= some.rows.length;
      leftBytes -= some.bytes;
      const last = Number(some.rows.at(-1)?.queued_seq);
      // A damaged place may come before itself once it was read.
      if (some.isLast || left === 0 || !(last > after)) break;
      after = last;
    }
    return found;
  }
}

const MOST_IN_SLICE = 200;
