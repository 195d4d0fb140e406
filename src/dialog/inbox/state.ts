// The state of the inbox: open asks, history, sessions, and what the person is looking at.
//
// Invariants, for any events and any keys (inbox.test.ts):
//   `asks` are open or undelivered, the newest first, each once; `history` is over, the latest first, each once; no ask is in both.
//   A selection is an id, never a position. It stays as long as its item is listed; then a neighbour is selected.
//   Something is selected in every tab that lists anything; in a tab that was not visited yet, the first item.

import type { Verdict } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { Precedent } from '../../ask/schema/result.ts';
import type { AgentSession, Pause } from '../../ask/schema/session.ts';
import type { DialogState } from '../dialog/state.ts';
import { EVERYTHING, type Filter, showsAsk, showsSession } from './filter.ts';

export type Tab = 'asks' | 'history' | 'sessions';
export const TABS: readonly Tab[] = ['asks', 'history', 'sessions'];

/** The order of the open asks. By project and by session they are grouped, the newest first in each group. */
export type Order = 'newest' | 'oldest' | 'project' | 'session';
export const ORDERS: readonly Order[] = ['newest', 'oldest', 'project', 'session'];

/** A decision for several asks, before it is sent. */
export type Summary = { readonly asks: readonly AskView[]; readonly verdict: Verdict };

/** What a person should know before answering, besides the question itself. It arrives a moment after the ask is opened. */
export type Context = {
  readonly precedents: readonly Precedent[];
  /** The last message of the agent when it finished a turn. */
  readonly lastWords?: string | undefined;
};

/** One event of an ask: what happened, and who caused it. */
export type Happened = { readonly at: number; readonly actor: string; readonly what: string };

/** One opened ask: a dialog while it is open, its history when it is over. The view is the latest one, even if no list has it any more. */
export type Opened = {
  readonly view: AskView;
  /** Absent if the ask was over when it was opened: then it can only be read. */
  readonly dialog?: DialogState | undefined;
  /** What was entered here when somebody else was first, or the ask ended: it was not sent, and is not lost. */
  readonly unsent?: DialogState | undefined;
  readonly context?: Context | undefined;
  readonly story?: readonly Happened[] | undefined;
  readonly scroll: number;
  /** Other marked asks with the same question: the answer is for them, too. */
  readonly others: readonly AskView[];
  /** The details of the ask take the whole screen; for terminals with no space for them beside the dialog. */
  readonly about: boolean;
};

/** `stale`: the broker cannot be reached, and everything shown is from `at`. */
export type Contact =
  | { readonly kind: 'first' }
  | { readonly kind: 'live' }
  | { readonly kind: 'stale'; readonly at: number; readonly reason?: string | undefined };

/** A message about what just happened, shown until the next key. */
export type Notice = { readonly tone: 'good' | 'bad' | 'plain'; readonly text: string };

export type Inbox = {
  readonly contact: Contact;
  /** Which tabs were read at least once: before that, an empty one means nothing. */
  readonly read: Readonly<Record<Tab, boolean>>;
  readonly asks: readonly AskView[];
  readonly history: readonly AskView[];
  /** There is older history, which is fetched when needed. */
  readonly older: boolean;
  readonly sessions: readonly AgentSession[];
  /** Where auto-answer is paused. */
  readonly pauses: readonly Pause[];
  /** What is wrong with the configuration. */
  readonly problems: readonly string[];
  readonly tab: Tab;
  readonly selected: Readonly<Record<Tab, string | undefined>>;
  readonly visited: Readonly<Record<Tab, boolean>>;
  readonly filter: Filter;
  readonly order: Order;
  /** Asks that are decided together, by id. */
  readonly marked: ReadonlySet<string>;
  /** What is about to be sent for several asks: it waits for a confirmation. */
  readonly summary?: Summary | undefined;
  /** The filter's text is being typed. */
  readonly typing: boolean;
  /** Ended sessions are listed too. */
  readonly ended: boolean;
  readonly help: boolean;
  readonly opened?: Opened | undefined;
  /** Drafts by ask: leaving an ask loses nothing. */
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
  problems: [],
  tab: 'asks',
  selected: { asks: undefined, history: undefined, sessions: undefined },
  visited: { asks: true, history: false, sessions: false },
  filter: EVERYTHING,
  order: 'newest',
  marked: new Set(),
  typing: false,
  ended: false,
  help: false,
  drafts: new Map(),
};

/** When an ask was decided, or else ended: the order of history. */
export const overAt = ({ decision, updatedAt }: AskView): number => decision?.at ?? updatedAt;

export const listedAsks = ({ asks, filter, order }: Inbox): readonly AskView[] =>
  ordered(
    asks.filter((view) => showsAsk(filter, view)),
    order,
  );

/** The group of an ask in this order; undefined if the order has no groups. */
export function groupOf(order: Order, { project, session }: AskView): string | undefined {
  if (order === 'project') return project;
  return order === 'session' ? `${project}\n${session}` : undefined;
}

/** Given the newest first. */
function ordered(asks: readonly AskView[], order: Order): readonly AskView[] {
  if (order === 'newest') return asks;
  if (order === 'oldest') return asks.toReversed();
  const groups = new Map<string, AskView[]>();
  for (const view of asks) {
    const group = groupOf(order, view) ?? '';
    groups.set(group, [...(groups.get(group) ?? []), view]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, own]) => own);
}

export const listedHistory = ({ history, filter }: Inbox): readonly AskView[] => history.filter((view) => showsAsk(filter, view));

/** Sessions that ask come first, then running ones, then ended ones; the last seen first. */
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

/** The ids that a tab lists, in order. */
export function listed(inbox: Inbox, tab: Tab = inbox.tab): readonly string[] {
  switch (tab) {
    case 'asks':
      return listedAsks(inbox).map(({ id }) => id);
    case 'history':
      return listedHistory(inbox).map(({ id }) => id);
    case 'sessions':
      return listedSessions(inbox).map(({ id }) => id);
  }
}

/** `after`, with every selection corrected: on its id, or on the item that took its place. */
export function steady(before: Inbox, after: Inbox): Inbox {
  const selected = { ...after.selected };
  let moved = false;
  for (const tab of TABS) {
    const ids = listed(after, tab);
    const id = selected[tab];
    if (after.visited[tab] ? (id === undefined ? ids.length === 0 : ids.includes(id)) : id === ids[0]) continue;
    const place = id === undefined || !after.visited[tab] ? 0 : Math.max(0, listed(before, tab).indexOf(id));
    selected[tab] = ids[Math.min(place, ids.length - 1)];
    moved = true;
  }
  return moved ? { ...after, selected } : after;
}
