// Agent sessions in the journal: one row each as it is now, and an event for every change that is more than being seen again.
import type { Entry, Journal } from '../../decide/journal.ts';
import type { AgentSession, Notified, SessionHappening } from '../../question/words.generated.ts';
import { Recent } from './recent.ts';
import type { Store } from './store.ts';
import { sessionAfter } from './stored.ts';

/** How often it is worth a disk write that a session was seen again. */
const SEEN_AGAIN_MS = 30_000;

export class Sessions {
  readonly #store: Store;
  readonly #recent = new Recent<AgentSession>();

  constructor(store: Store) {
    this.#store = store;
  }

  see(session: AgentSession, actor: string): AgentSession {
    const before = this.get(session.id);
    const startedAt = before?.startedAt ?? session.startedAt;
    const after: AgentSession = { ...before, ...session, startedAt, endedAt: undefined, died: undefined };
    if (before && sameButForTime(before, after)) {
      if (after.seenAt - before.seenAt < SEEN_AGAIN_MS) return after;
      this.#recent.forget(after.id);
      this.#store.rows.sql('UPDATE sessions SET seen_at = ? WHERE id = ?').run(after.seenAt, after.id);
      return after;
    }
    this.#put(after, { at: session.seenAt, actor, happening: { kind: 'session-seen', session: after } });
    return after;
  }

  get(id: string): AgentSession | undefined {
    const recent = this.#recent.get(id);
    if (recent) return recent;
    const { rows } = this.#store;
    const row = rows.read('sessions', 'WHERE id = ?', id)[0];
    const session = row && rows.session(row);
    return session && this.#recent.put(id, session);
  }

  end(id: string, at: number, reason: string, actor: string, died: true | undefined): AgentSession | undefined {
    const before = this.get(id);
    if (!before || before.endedAt !== undefined) return before;
    return this.#change(before, { at, actor, happening: { kind: 'session-ended', reason, ...(died && { died }) } });
  }

  notified(id: string, notified: Notified, at: number, actor: string): void {
    const before = this.get(id);
    if (before) this.#change(before, { at, actor, happening: { kind: 'notified', ...notified } });
  }

  list({ ended, limit }: Parameters<Journal['sessions']>[0]): readonly AgentSession[] {
    const { rows } = this.#store;
    const which = ended === undefined ? '' : ended ? 'WHERE ended_at IS NOT NULL' : 'WHERE ended_at IS NULL';
    return rows.read('sessions', `${which} ORDER BY seen_at DESC LIMIT ?`, limit).flatMap((row) => rows.session(row) ?? []);
  }

  /** Those that ended before, of which no ask is left and which no other session continues, with their events and prompts. */
  removeOld(before: number, limit: number): number {
    const { rows } = this.#store;
    const continued = new Set(this.list({ limit: Number.MAX_SAFE_INTEGER }).map(({ continues }) => continues));
    const ids = rows
      .sql(
        `SELECT CAST(id AS BLOB) AS id FROM sessions WHERE ended_at < ?
         AND NOT EXISTS (SELECT 1 FROM asks WHERE asks.session = sessions.id) ORDER BY ended_at`,
      )
      .all(before)
      .map((row) => String(row.id))
      .filter((id) => !continued.has(id))
      .slice(0, limit);
    this.#store.engine.transaction(() => {
      for (const id of ids) {
        rows.sql('DELETE FROM events WHERE session = ?').run(id);
        rows.sql('DELETE FROM prompts WHERE session = ?').run(id);
        rows.sql('DELETE FROM sessions WHERE id = ?').run(id);
      }
    });
    for (const id of ids) this.#recent.forget(id);
    return ids.length;
  }

  /** What is on disk counts from now on. */
  forgetRecent(): void {
    this.#recent.clear();
  }

  #change(before: AgentSession, entry: Entry<SessionHappening>): AgentSession {
    const after = sessionAfter(before, entry.happening, entry.at);
    this.#put(after, entry);
    return after;
  }

  #put(session: AgentSession, entry: Entry<SessionHappening>): void {
    this.#recent.forget(session.id);
    const event = this.#store.engine.transaction(() => {
      this.#store.rows.putSession(session);
      return this.#store.add({ session: session.id }, entry);
    });
    this.#store.tell([event]);
  }
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
