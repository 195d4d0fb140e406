// Removes old asks and sessions, in slices: of each, so many rows are looked at in one turn, and what is removed of them in one transaction.

import type { State } from '../../ask/schema/history.ts';
import { fitting, nextSlice } from '../../system/slices.ts';
import { asText } from './engine.ts';
import { inJson } from './filter.ts';
import type { Store } from './store.ts';

type Removal = { readonly before: number; readonly limit: number; readonly isClosed: () => boolean };

const ASKS = 50;
const SESSIONS = 500;

/** Somebody may still wait for these. */
const KEPT_STATES: readonly State[] = ['open', 'answered', 'declined', 'undelivered', 'delivering'];

/** Returns how many. */
export async function removeAsks(
  { rows }: Store,
  { before, limit, isClosed }: Removal,
  except: ReadonlySet<string>,
  /** Called with the id of each. */
  removed: (id: string) => void,
): Promise<number> {
  const kept = KEPT_STATES.map((state) => `'${state}'`).join();
  // The events of an ask are only read if it may be old.
  const sql = `SELECT seq, asked, ${asText('id')},
      iif(is_old, coalesce((SELECT max(at) FROM events WHERE ask = id), 0), NULL) AS last,
      iif(is_old, (SELECT total(octet_length(body)) FROM events WHERE ask = id), 0) AS bytes
    FROM (SELECT seq, asked, id, state NOT IN (${kept}) AND asked < ? AS is_old FROM
      (SELECT created_seq AS seq, id, state, coalesce((SELECT at FROM events WHERE seq = created_seq), 0) AS asked
       FROM asks WHERE created_seq > ? ORDER BY created_seq LIMIT ${ASKS}))`;
  let count = 0;
  for (let after = 0; count < limit && !isClosed(); await nextSlice()) {
    const all = rows.sql(sql).all(before, after);
    const page = all.slice(0, fitting(all.map(({ bytes }) => Number(bytes))));
    const old = page.flatMap(({ id, seq, last }) =>
      last !== null && Number(last) < before && !except.has(String(id)) ? [{ id: String(id), seq: Number(seq) }] : [],
    );
    const some = old.slice(0, limit - count);
    if (some.length > 0)
      rows.search.transaction(() => {
        for (const { id, seq } of some) {
          rows.sql('DELETE FROM events WHERE ask = ?').run(id);
          rows.removeAsk(seq);
        }
      });
    for (const { id } of some) removed(id);
    count += some.length;
    // They are in the order in which they were asked, unless the clock was set back.
    if ((all.length < ASKS && page.length === all.length) || all.every(({ asked }) => Number(asked) >= before)) break;
    after = Number(page.at(-1)?.seq);
  }
  return count;
}

/** Those that ended before, of which no ask is left and which no other session continues, with their events and prompts. Returns how many. */
export async function removeSessions(
  { engine, rows }: Store,
  { before, limit, isClosed }: Removal,
  /** Filled here, and also when a session is seen meanwhile. */
  continued: Set<string | undefined>,
): Promise<number> {
  const pages = async (sql: string, values: readonly number[], each: (page: readonly { id: string; value: string }[]) => void) => {
    for (let after = ''; !isClosed(); await nextSlice()) {
      const page = rows.sql(sql).all(...values, after);
      each(page.map(({ id, value }) => ({ id: String(id), value: String(value) })));
      const last = String(page.at(-1)?.id);
      // A damaged id may sort before itself once it was read.
      if (page.length < SESSIONS || last === after) return;
      after = last;
    }
  };
  const select = (value: string) =>
    `SELECT ${asText('id')}, ${asText(value, 'value')} FROM sessions WHERE id > ? ORDER BY sessions.id LIMIT ${SESSIONS}`;
  await pages(select(inJson('body', '$.continues')), [], (page) => {
    for (const { value } of page) continued.add(value);
  });
  let count = 0;
  const isOld = 'ended_at < ? AND NOT EXISTS (SELECT 1 FROM asks WHERE asks.session = sessions.id)';
  await pages(select(isOld), [before], (page) => {
    const old = page.filter(({ id, value }) => value === '1' && !continued.has(id)).slice(0, limit - count);
    if (old.length === 0) return;
    engine.transaction(() => {
      for (const { id } of old) {
        rows.sql('DELETE FROM events WHERE session = ?').run(id);
        rows.sql('DELETE FROM prompts WHERE session = ?').run(id);
        rows.sql('DELETE FROM sessions WHERE id = ?').run(id);
      }
    });
    count += old.length;
  });
  return count;
}
