// The inbox as data: what waits, what is over, who runs where, and what of it a person looks at.
//
// Invariants, whatever is received and whichever keys are pressed (inbox.test.ts):
//   asks are open, the newest need first, each once; history is over, the latest first, each once; no ask is in both.
//   A selection names an id and never a place. It stays as long as what it names is listed; then a neighbour takes over.
//   Something is selected in every room in which anything is listed; in one where nobody was yet, the first.

import type { AskView } from '../../../question/lifecycle.ts';
import type { Precedent } from '../../../question/precedent.ts';
import type { AgentSession, Pause } from '../../../question/words.ts';
import type { DialogState } from '../dialog/state.ts';
import { EVERYTHING, type Filter, showsAsk, showsSession } from './filter.ts';

export type Room = 'asks' | 'history' | 'sessions';
export const ROOMS: readonly Room[] = ['asks', 'history', 'sessions'];

/** What a person should know before answering, beside the question itself. It comes a moment after the ask was opened. */
export type Context = {
  readonly precedents: readonly Precedent[];
  /** The last thing the agent said when it finished a turn. */
  readonly lastWords?: string | undefined;
};

/** One row of an ask's story: something happened, and who caused it. */
export type Happened = { readonly at: number; readonly actor: string; readonly what: string };

/** One ask in full: a dialog while it is open, its story when it is over. The view is the one last heard of, also when it left every list. */
export type Opened = {
  readonly view: AskView;
  /** Absent when the ask was over already: then it is only looked at. */
  readonly dialog?: DialogState | undefined;
  readonly context?: Context | undefined;
  readonly story?: readonly Happened[] | undefined;
  readonly scroll: number;
  /** What is known about the ask takes the whole screen; for terminals that have no room for it beside the dialog. */
  readonly about: boolean;
};

/** `stale`: the broker is away, and everything shown is from `at`. */
export type Contact =
  | { readonly kind: 'first' }
  | { readonly kind: 'live' }
  | { readonly kind: 'stale'; readonly at: number; readonly reason?: string | undefined };

/** Our own words about what just happened, shown until the next key. */
export type Notice = { readonly tone: 'good' | 'bad' | 'plain'; readonly text: string };

export type Inbox = {
  readonly contact: Contact;
  /** Which rooms were read at least once: an empty one means nothing before that. */
  readonly read: Readonly<Record<Room, boolean>>;
  readonly asks: readonly AskView[];
  readonly history: readonly AskView[];
  /** There are older ones than these, to be fetched when somebody goes there. */
  readonly older: boolean;
  readonly sessions: readonly AgentSession[];
  /** Where machine answering is stopped. */
  readonly pauses: readonly Pause[];
  readonly room: Room;
  readonly selected: Readonly<Record<Room, string | undefined>>;
  readonly visited: Readonly<Record<Room, boolean>>;
  readonly filter: Filter;
  /** The filter's text is being typed. */
  readonly typing: boolean;
  /** Sessions that ended are listed too. */
  readonly ended: boolean;
  readonly help: boolean;
  readonly opened?: Opened | undefined;
  /** Answers in the making, by ask: leaving an ask drops nothing. */
  readonly drafts: ReadonlyMap<string, DialogState>;
  readonly notice?: Notice | undefined;
};

export const EMPTY: Inbox = {
  contact: { kind: 'first' },
  read: { asks: false, history: false, sessions: false },
  asks: [],
  history: [],
  older: false,
  sessions: [],
  pauses: [],
  room: 'asks',
  selected: { asks: undefined, history: undefined, sessions: undefined },
  visited: { asks: true, history: false, sessions: false },
  filter: EVERYTHING,
  typing: false,
  ended: false,
  help: false,
  drafts: new Map(),
};

/** When an ask was decided, or else ended: the order of history. */
export const overAt = ({ decision, updatedAt }: AskView): number => decision?.at ?? updatedAt;

export const listedAsks = ({ asks, filter }: Inbox): readonly AskView[] => asks.filter((view) => showsAsk(filter, view));

export const listedHistory = ({ history, filter }: Inbox): readonly AskView[] => history.filter((view) => showsAsk(filter, view));

/** Who asks comes first, then who runs, then who ended; the last seen first. */
export function listedSessions(inbox: Inbox): readonly AgentSession[] {
  const asking = askingBySession(inbox.asks);
  const rank = ({ id, endedAt }: AgentSession): number => (asking.has(id) ? 0 : endedAt === undefined ? 1 : 2);
  return inbox.sessions
    .filter((session) => inbox.ended || session.endedAt === undefined)
    .filter((session) => showsSession(inbox.filter, session, asking.get(session.id) ?? []))
    .sort((a, b) => rank(a) - rank(b) || b.seenAt - a.seenAt || (a.id < b.id ? -1 : 1));
}

export function askingBySession(asks: readonly AskView[]): ReadonlyMap<string, readonly AskView[]> {
  const asking = new Map<string, AskView[]>();
  for (const view of asks) {
    const own = asking.get(view.session);
    if (own) own.push(view);
    else asking.set(view.session, [view]);
  }
  return asking;
}

/** The ids a room lists, in the order in which it lists them. */
export function listed(inbox: Inbox, room: Room = inbox.room): readonly string[] {
  switch (room) {
    case 'asks':
      return listedAsks(inbox).map(({ id }) => id);
    case 'history':
      return listedHistory(inbox).map(({ id }) => id);
    case 'sessions':
      return listedSessions(inbox).map(({ id }) => id);
  }
}

/** `after`, with every selection where the invariants want it: on its id, or on what took its place. */
export function steady(before: Inbox, after: Inbox): Inbox {
  const selected = { ...after.selected };
  let moved = false;
  for (const room of ROOMS) {
    const ids = listed(after, room);
    const id = selected[room];
    if (after.visited[room] ? (id === undefined ? ids.length === 0 : ids.includes(id)) : id === ids[0]) continue;
    const place = id === undefined || !after.visited[room] ? 0 : Math.max(0, listed(before, room).indexOf(id));
    selected[room] = ids[Math.min(place, ids.length - 1)];
    moved = true;
  }
  return moved ? { ...after, selected } : after;
}
