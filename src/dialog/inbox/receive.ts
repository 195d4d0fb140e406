// Applies what the broker reports to the state. Reports may come late, twice or out of order: the newer version of an ask wins.
import { isPending, undeliveredReason } from '../../ask/lifecycle.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { AgentSession, Pause } from '../../ask/schema/session.ts';
import { decisionLine } from '../../ask/summary.ts';
import { failed } from '../dialog/press.ts';
import { isTouched } from '../dialog/verdict.ts';
import { type Contact, type Context, type Happened, type Inbox, type Notice, type Opened, overAt, steady } from './state.ts';

export type Update =
  /** All pending asks; an ask that is not among them is over. */
  | { readonly kind: 'asks'; readonly asks: readonly AskView[] }
  /** One page of history, added to what is known already. */
  | { readonly kind: 'history'; readonly asks: readonly AskView[]; readonly older: boolean }
  | { readonly kind: 'sessions'; readonly sessions: readonly AgentSession[] }
  | { readonly kind: 'ask'; readonly view: AskView }
  | { readonly kind: 'session'; readonly session: AgentSession }
  | { readonly kind: 'pauses'; readonly pauses: readonly Pause[] }
  | { readonly kind: 'problems'; readonly problems: readonly string[] }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly at: number; readonly reason?: string | undefined }
  | { readonly kind: 'context'; readonly ask: string; readonly context: Context }
  | { readonly kind: 'story'; readonly ask: string; readonly story: readonly Happened[] }
  /** What this inbox sent was accepted, or refused. */
  | { readonly kind: 'decided'; readonly view: AskView }
  | { readonly kind: 'refused'; readonly ask: string; readonly message: string }
  | { readonly kind: 'notice'; readonly notice: Notice };

/** How many asks of the history are kept. */
const MOST_HISTORY = 2_000;

export function receive(inbox: Inbox, update: Update): Inbox {
  return steady(inbox, received(inbox, update));
}

function received(inbox: Inbox, update: Update): Inbox {
  switch (update.kind) {
    case 'asks':
      return consistent({ ...inbox, asks: openOf(update.asks), read: { ...inbox.read, asks: true } });
    case 'history':
      return consistent({ ...inbox, ...withHistory(inbox, update.asks), older: update.older, read: { ...inbox.read, history: true } });
    case 'sessions':
      return { ...inbox, sessions: update.sessions, read: { ...inbox.read, sessions: true } };
    case 'ask':
      return put(inbox, update.view);
    case 'session':
      return { ...inbox, sessions: [update.session, ...inbox.sessions.filter(({ id }) => id !== update.session.id)] };
    case 'pauses':
      return { ...inbox, pauses: update.pauses };
    case 'problems':
      return update.problems.join() === inbox.problems.join() ? inbox : { ...inbox, problems: update.problems };
    case 'live':
      return { ...inbox, contact: { kind: 'live' } };
    case 'lost':
      return { ...inbox, contact: lost(inbox, update) };
    case 'context':
      return inbox.opened?.view.id === update.ask ? { ...inbox, opened: { ...inbox.opened, context: update.context } } : inbox;
    case 'story':
      return inbox.opened?.view.id === update.ask ? { ...inbox, opened: { ...inbox.opened, story: update.story } } : inbox;
    case 'decided':
      return closed(put(inbox, update.view), update.view);
    case 'notice':
      return { ...inbox, notice: update.notice };
    case 'refused':
      return { ...inbox, ...refused(inbox, update.ask, update.message) };
  }
}

/** Asks that were not there before, for the bell. */
export function arrived(before: Inbox, after: Inbox): readonly AskView[] {
  if (before.contact.kind === 'first' || before.asks === after.asks) return [];
  const known = new Set(before.asks.map(({ id }) => id));
  return after.asks.filter(({ id }) => !known.has(id));
}

/** What is shown is as old as the first failure, however many attempts fail after it. A first attempt in progress is not a failure. */
function lost({ contact }: Inbox, { at, reason }: Extract<Update, { kind: 'lost' }>): Contact {
  if (contact.kind === 'first' && reason === undefined) return contact;
  return {
    kind: 'stale',
    at: contact.kind === 'stale' ? contact.at : at,
    reason: reason ?? (contact.kind === 'stale' ? contact.reason : undefined),
  };
}

function put(inbox: Inbox, view: AskView): Inbox {
  const known = inbox.asks.find(({ id }) => id === view.id) ?? inbox.history.find(({ id }) => id === view.id);
  if (known && known.version >= view.version) return inbox;
  const asks = known && isPending(known) ? inbox.asks.filter(({ id }) => id !== view.id) : inbox.asks;
  const notice = badNotice(known, view);
  const moved = isPending(view) ? { asks: inserted(asks, view, ({ createdAt }) => createdAt) } : { asks, ...withHistory(inbox, [view]) };
  return consistent({ ...inbox, ...moved, ...(notice ? { notice } : {}) });
}

/** Reports an answer that did not arrive, or was recorded as something else. */
function badNotice(before: AskView | undefined, view: AskView): Notice | undefined {
  const { state, questions, receipt } = view;
  if (before?.state === state) return undefined;
  const reason = undeliveredReason(view);
  if (reason !== undefined) return { tone: 'bad', text: `Not delivered: ${questions[0]?.text ?? ''}: ${reason}` };
  if (state !== 'mismatched') return undefined;
  const [difference] = receipt?.differences ?? [];
  const how = difference ? `: intended ${difference.intended}, recorded ${difference.recorded}` : '';
  return { tone: 'bad', text: `Mismatched (see History): ${questions[0]?.text ?? ''}${how}` };
}

/** Inserts a view before the first one that is not newer. */
function inserted(views: readonly AskView[], view: AskView, time: (view: AskView) => number): readonly AskView[] {
  const place = views.findIndex((each) => time(each) <= time(view));
  return place < 0 ? [...views, view] : views.toSpliced(place, 0, view);
}

const openOf = (page: readonly AskView[]): readonly AskView[] => page.filter(isPending).sort((a, b) => b.createdAt - a.createdAt);

function withHistory(inbox: Inbox, views: readonly AskView[]): Pick<Inbox, 'history'> {
  const newest = new Map(inbox.history.map((view) => [view.id, view]));
  for (const view of views) if (!isPending(view) && (newest.get(view.id)?.version ?? 0) < view.version) newest.set(view.id, view);
  const history = [...newest.values()].sort((a, b) => overAt(b) - overAt(a) || (a.id < b.id ? -1 : 1));
  return { history: history.slice(0, MOST_HISTORY) };
}

/** Of an ask that both lists have, the newer version stays: it is over, or it came back because its decision did not arrive. */
function consistent(before: Inbox): Inbox {
  const older = new Map(before.history.map((view) => [view.id, view]));
  const isOver = ({ id, version }: AskView) => (older.get(id)?.version ?? 0) >= version;
  const asks = before.asks.some(isOver) ? before.asks.filter((view) => !isOver(view)) : before.asks;
  const back = new Set(asks.flatMap(({ id }) => (older.has(id) ? [id] : [])));
  const inbox = back.size > 0 ? { ...before, history: before.history.filter(({ id }) => !back.has(id)) } : before;
  const over = new Map(inbox.history.map((view) => [view.id, view]));
  const drafts = [...inbox.drafts.keys()].filter((id) => over.has(id)).reduce(without, inbox.drafts);
  const opened = inbox.opened && followed(inbox.opened, over.get(inbox.opened.view.id));
  const ended = inbox.opened?.dialog && opened && !opened.dialog;
  const isMarked = ({ id }: AskView) => inbox.marked.has(id);
  const marked = inbox.marked.size === 0 ? inbox.marked : new Set(asks.filter(isMarked).map(({ id }) => id));
  return { ...inbox, asks, drafts, opened, marked, ...(ended ? { notice: { tone: 'plain', text: endedWords(opened.view) } } : {}) };
}

/** For a person who was about to answer. */
function endedWords(view: AskView): string {
  const { decision, state, ending } = view;
  if (state === 'withdrawn') return `Withdrawn: ${ending ?? ''}`;
  if (!decision) return 'The deadline passed: the ask has expired.';
  return `${decision.by.name} (${decision.by.surface}) was first: ${decisionLine(view, decision)}`;
}

/** The opened ask stays open on the screen; when it is over, for reading. */
function followed(opened: Opened, view: AskView | undefined): Opened {
  if (!view || view.version <= opened.view.version) return opened;
  const unsent = opened.dialog && isTouched(opened.dialog) ? opened.dialog : opened.unsent;
  return { ...opened, view, dialog: undefined, unsent, scroll: opened.dialog ? 0 : opened.scroll, about: false };
}

/** What was decided here needs no page of its own. */
function closed(inbox: Inbox, view: AskView): Inbox {
  const said = view.decision ? decisionLine(view, view.decision) : view.state;
  const notice: Notice = { tone: 'good', text: `${view.questions[0]?.text ?? ''} → ${said}` };
  const drafts = without(inbox.drafts, view.id);
  return inbox.opened?.view.id === view.id ? { ...inbox, opened: undefined, drafts, notice } : { ...inbox, drafts, notice };
}

/** Shown in the dialog if that is still open, otherwise below the list. */
function refused(inbox: Inbox, ask: string, message: string): Partial<Inbox> {
  const { opened } = inbox;
  if (opened?.view.id !== ask || !opened.dialog) return { notice: { tone: 'bad', text: message } };
  return { opened: { ...opened, dialog: failed(opened.dialog, message) } };
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map;
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
