// Agent sessions in the journal: one row each as it is now, and an event for every change that is more than being seen again.

import type { Notified } from '../../ask/schema/decision.ts';
import type { SessionHappening } from '../../ask/schema/history.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import type { Entry, Journal } from '../journal.ts';
import { removeSessions } from './remove-old.ts';
import type { Store } from './store.ts';
import { sessionAfter } from './stored.ts';

/** How often it is worth a disk write that a session was seen again. */
const SEEN_AGAIN_MS = 30_000;

export class Sessions {
  readonly #store: Store;
  /** While old sessions are removed: those that others continue. */
  readonly #continued = new Set<string | undefined>();

  constructor(store: Store) {
    this.#store = store;
  }

  see(session: AgentSession, actor: string): AgentSession {
    const before = this.get(session.id);
    this.#continued.add(session.continues);
    const startedAt = before?.startedAt ?? session.startedAt;
    const after: AgentSession = { ...before, ...session, startedAt, endedAt: undefined, died: undefined };
    if (before && sameButForTime(before, after)) {
      if (after.seenAt - before.seenAt < SEEN_AGAIN_MS) return after;
      this.#store.rows.sql('UPDATE sessions SET seen_at = ? WHERE id = ?').run(after.seenAt, after.id);
      return after;
    }
    this.#put(after, { at: session.seenAt, actor, happening: { kind: 'session-seen', session: after } });
    return after;
  }

  get(id: string): AgentSession | undefined {
    const { rows } = this.#store;
    const [row] = rows.read('sessions', 'WHERE id = ?', id);
    return row && rows.session(row);
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
  removeOld(before: number, limit: number, isClosed: () => boolean): Promise<number> {
    this.#continued.clear();
    return removeSessions(this.#store, { before, limit, isClosed }, this.#continued);
  }

  #change(before: AgentSession, entry: Entry<SessionHappening>): AgentSession {
    const after = sessionAfter(before, entry.happening, entry.at);
    this.#put(after, entry);
    return after;
  }

  #put(session: AgentSession, entry: Entry<SessionHappening>): void {
    const event = this.#store.engine.transaction(() => {
      this.#store.rows.putSession(session);
      return this.#store.add({ session: session.id }, entry, session);
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
