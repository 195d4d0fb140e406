// Keys in a list: moving, filtering, opening, changing tabs.
import { type AskView, isOpen } from '../../../question/lifecycle.ts';
import type { AskKind } from '../../../question/words.ts';
import { openDialog } from '../dialog/state.ts';
import type { Key } from '../key.ts';
import { cycled, EVERYTHING } from './filter.ts';
import { type Command, inboxCommand } from './keys.ts';
import { askingBySession, type Inbox, listed, TABS, type Tab } from './state.ts';

/** Effects that the state alone cannot have. `look`: fetch the details of an opened ask. `older`: fetch more history. */
export type Effect =
  | { readonly kind: 'quit' }
  | { readonly kind: 'redraw' }
  | { readonly kind: 'look'; readonly view: AskView }
  | { readonly kind: 'older' };

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
      return opened(inbox);
    case 'next-tab':
      return { inbox: inTab(inbox, beside(inbox.tab, 1)) };
    case 'previous-tab':
      return { inbox: inTab(inbox, beside(inbox.tab, -1)) };
    case 'tab-number':
      return { inbox: inTab(inbox, TABS[key.kind === 'char' ? Number(key.text) - 1 : 0] ?? inbox.tab) };
    case 'find':
      return { inbox: { ...inbox, typing: true } };
    case 'next-project':
      return { inbox: { ...inbox, filter: { ...inbox.filter, project: cycled(projects(inbox), inbox.filter.project) } } };
    case 'next-kind':
      return { inbox: { ...inbox, filter: { ...inbox.filter, kind: cycled(KINDS, inbox.filter.kind) } } };
    case 'show-all':
      return { inbox: { ...inbox, filter: EVERYTHING } };
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
    // Only on a page (press.ts).
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

export function openedAsk(inbox: Inbox, view: AskView): Listing {
  const dialog = isOpen(view) ? (inbox.drafts.get(view.id) ?? openDialog(view)) : undefined;
  return { inbox: { ...inbox, opened: { view, dialog, scroll: 0, about: false } }, effect: { kind: 'look', view } };
}

function opened(inbox: Inbox): Listing {
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

function moved(inbox: Inbox, by: number): Listing {
  const ids = listed(inbox);
  const place = ids.indexOf(inbox.selected[inbox.tab] ?? '') + by;
  const next = Math.max(0, Math.min(ids.length - 1, place));
  const after = { ...inbox, selected: { ...inbox.selected, [inbox.tab]: ids[next] } };
  return inbox.tab === 'history' && inbox.older && next >= ids.length - SOON
    ? { inbox: after, effect: { kind: 'older' } }
    : { inbox: after };
}

const inTab = (inbox: Inbox, tab: Tab): Inbox => ({ ...inbox, tab, visited: { ...inbox.visited, [tab]: true } });
const beside = (tab: Tab, step: number): Tab => TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? tab;

/** Among everything in this tab, in list order. */
function projects(inbox: Inbox): readonly string[] {
  return [...new Set(inbox[inbox.tab].map(({ project }) => project))];
}

/** One visible character. The segmenter is created lazily, because that takes 8 ms. */
const withoutLast = (text: string): string => text.slice(0, [...new Intl.Segmenter().segment(text)].at(-1)?.index ?? 0);
