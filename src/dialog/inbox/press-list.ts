// Keys in a list: moving, filtering, opening, changing tabs.
import { isPending } from '../../ask/lifecycle.ts';
import type { AskKind } from '../../ask/schema/ask.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { press as pressDialog } from '../dialog/press.ts';
import { openDialog } from '../dialog/state.ts';
import type { Key } from '../key.ts';
import { cycled, EVERYTHING } from './filter.ts';
import { type Command, inboxCommand } from './keys.ts';
import { isSameAsk, markedAsks, summarised, toggled } from './marks.ts';
import { askingBySession, type Inbox, listed, ORDERS, TABS, type Tab } from './state.ts';

/** Effects that the state alone cannot have. `look`: fetch the details of an opened ask. `older`: fetch more history. */
export type Effect =
  | { readonly kind: 'quit' }
  | { readonly kind: 'redraw' }
  | { readonly kind: 'look'; readonly view: AskView }
  | { readonly kind: 'older' }
  /** Go to the tmux pane of this agent session. */
  | { readonly kind: 'go'; readonly session: string };

export type Listing = { readonly inbox: Inbox; readonly effect?: Effect | undefined };

const PAGE = 10;
/** Older asks are fetched before the end of the list is reached. */
const SOON = 20;
const KINDS: readonly AskKind[] = ['question', 'permission', 'plan', 'idle'];

export function pressList(inbox: Inbox, key: Key): Listing {
  const command = inboxCommand('list', key);
  return command ? obey(inbox, command, key) : { inbox };
}

function obey(inbox: Inbox, command: Command, key: Key): Listing {
  switch (command) {
    case 'up':
      return moved(inbox, -1);
    case 'down':
      return moved(inbox, 1);
    case 'page-up':
      return moved(inbox, -PAGE);
    case 'page-down':
      return moved(inbox, PAGE);
    case 'first':
      return moved(inbox, Number.NEGATIVE_INFINITY);
    case 'last':
      return moved(inbox, Number.POSITIVE_INFINITY);
    case 'open':
      return inbox.tab === 'sessions' ? wentTo(inbox) : opened(inbox);
    case 'open-ask':
      return opened(inbox);
    case 'open-number':
      return openedAt(inbox, key);
    case 'mark':
      return inbox.tab === 'asks' && inbox.selected.asks ? moved(toggled(inbox, inbox.selected.asks), 1) : { inbox };
    case 'decline':
      return inbox.tab === 'asks' ? { inbox: declined(inbox) } : { inbox };
    case 'order':
      return {
        inbox: inbox.tab === 'asks' ? { ...inbox, order: ORDERS[(ORDERS.indexOf(inbox.order) + 1) % ORDERS.length] ?? 'newest' } : inbox,
      };
    case 'go':
      return wentTo(inbox);
    case 'next-tab':
      return { inbox: inTab(inbox, beside(inbox.tab, 1)) };
    case 'previous-tab':
      return { inbox: inTab(inbox, beside(inbox.tab, -1)) };
    case 'find':
      return { inbox: { ...inbox, typing: true } };
    case 'next-project':
      return { inbox: { ...inbox, filter: { ...inbox.filter, project: cycled(projects(inbox), inbox.filter.project) } } };
    case 'next-kind':
      return { inbox: { ...inbox, filter: { ...inbox.filter, kind: cycled(KINDS, inbox.filter.kind) } } };
    case 'show-all':
      return { inbox: { ...inbox, filter: EVERYTHING, marked: new Set(), order: 'newest' } };
    case 'ended':
      return { inbox: inbox.tab === 'sessions' ? { ...inbox, ended: !inbox.ended } : inbox };
    case 'keep':
      return { inbox: { ...inbox, typing: false } };
    case 'drop':
      return { inbox: { ...inbox, typing: false, filter: { ...inbox.filter, text: '' } } };
    case 'help':
      return { inbox: { ...inbox, help: true } };
    case 'quit':
      return { inbox, effect: { kind: 'quit' } };
    // Only on a page and in a summary (press.ts).
    case 'send':
    case 'back':
      return { inbox };
  }
}

/** While the filter is typed, the list follows every letter, and the arrows still move in it. */
export function pressFilter(inbox: Inbox, key: Key): Listing {
  const command = inboxCommand('filter', key);
  if (command) return obey(inbox, command, key);
  const { text } = inbox.filter;
  const typed = (next: string): Listing => ({ inbox: { ...inbox, filter: { ...inbox.filter, text: next } } });
  switch (key.kind) {
    case 'char':
      return typed(text + key.text);
    case 'paste':
      return typed(text + key.text.replaceAll(/\s+/gu, ' '));
    case 'backspace':
      return text === '' ? { inbox: { ...inbox, typing: false } } : typed(withoutLast(text));
    case 'delete-word':
      return typed(text.replace(/\S*\s*$/u, ''));
    case 'delete-to-start':
      return typed('');
    default:
      return { inbox };
  }
}

export function openedAsk(inbox: Inbox, view: AskView, others: readonly AskView[] = []): Listing {
  const dialog = isPending(view) ? (inbox.drafts.get(view.id) ?? openDialog(view)) : undefined;
  return { inbox: { ...inbox, opened: { view, dialog, scroll: 0, others, about: false } }, effect: { kind: 'look', view } };
}

/** With marks, what is opened is answered for all marked asks. */
export function openedMarked(inbox: Inbox): Listing | undefined {
  const asks = markedAsks(inbox);
  const first = asks.find(({ id }) => id === inbox.selected.asks) ?? asks[0];
  if (!first || asks.length < 2) return undefined;
  const others = asks.filter((view) => view !== first);
  if (others.every((view) => isSameAsk(first, view))) return openedAsk(inbox, first, others);
  const text = 'The marked asks do not all ask the same question, so one answer does not fit them. d declines them, c clears the marks.';
  return { inbox: { ...inbox, notice: { tone: 'plain', text } } };
}

/** With the option of that number chosen; nothing is sent yet. */
function openedAt(inbox: Inbox, key: Key): Listing {
  if (inbox.tab !== 'asks') return { inbox };
  const listing = opened(inbox);
  const { opened: now } = listing.inbox;
  if (now?.dialog?.mode !== 'list' || now.dialog.page !== 0) return listing;
  const { state } = pressDialog(now.dialog, key, undefined, 'inbox');
  return { ...listing, inbox: { ...listing.inbox, opened: { ...now, dialog: state } } };
}

function declined(inbox: Inbox): Inbox {
  const marked = markedAsks(inbox);
  const asks = marked.length > 0 ? marked : inbox.asks.filter(({ id }) => id === inbox.selected.asks);
  return asks.length > 0 ? summarised(inbox, asks, { kind: 'decline' }) : inbox;
}

/** To the pane of the selected session, or of the one that asks. */
function wentTo(inbox: Inbox): Listing {
  const id = inbox.selected[inbox.tab];
  const session = inbox.tab === 'sessions' ? id : inbox[inbox.tab].find((view) => view.id === id)?.session;
  return session === undefined ? { inbox } : { inbox, effect: { kind: 'go', session } };
}

function opened(inbox: Inbox): Listing {
  const several = inbox.tab === 'asks' ? openedMarked(inbox) : undefined;
  if (several) return several;
  const id = inbox.selected[inbox.tab];
  if (inbox.tab === 'sessions') {
    const session = inbox.sessions.find((each) => each.id === id);
    const [asking] = askingBySession(inbox.asks).get(id ?? '') ?? [];
    if (asking) return openedAsk(inbox, asking);
    return { inbox: session ? { ...inbox, notice: { tone: 'plain', text: `${session.program} is not asking anything.` } } : inbox };
  }
  const view = inbox[inbox.tab].find((each) => each.id === id);
  return view ? openedAsk(inbox, view) : { inbox };
}

export function moved(inbox: Inbox, by: number): Listing {
  const ids = listed(inbox);
  const place = ids.indexOf(inbox.selected[inbox.tab] ?? '') + by;
  const next = Math.max(0, Math.min(ids.length - 1, place));
  const after = { ...inbox, selected: { ...inbox.selected, [inbox.tab]: ids[next] } };
  return inbox.tab === 'history' && inbox.older && next >= ids.length - SOON
    ? { inbox: after, effect: { kind: 'older' } }
    : { inbox: after };
}

export const inTab = (inbox: Inbox, tab: Tab): Inbox => ({ ...inbox, tab, visited: { ...inbox.visited, [tab]: true } });
const beside = (tab: Tab, step: number): Tab => TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? tab;

/** Among everything in this tab, in list order. */
function projects(inbox: Inbox): readonly string[] {
  return [...new Set(inbox[inbox.tab].map(({ project }) => project))];
}

/** One visible character. The segmenter is created lazily, because that takes 8 ms. */
const withoutLast = (text: string): string => text.slice(0, [...new Intl.Segmenter().segment(text)].at(-1)?.index ?? 0);
