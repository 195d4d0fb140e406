// All keys of the inbox; an opened ask has those of its dialog (dialog/keys.ts). New keys are added only here.
import { type Binding, type CommandIn, commandsOf, type Help, type Hint, helpOf, hintsOf } from '../bindings.ts';
import { isFiltering } from './filter.ts';
import type { Inbox, Order } from './state.ts';

/**
 * `list`: a tab · `filter`: the search text is being typed · `page`: an ask that is over, or the details of an open one, is read ·
 * `summary`: a decision for several asks waits for its confirmation · `help`
 */
export type Focus = 'list' | 'filter' | 'page' | 'summary' | 'help';

/** What is listed or read at the moment, besides the state: only the painter knows. */
export type Situation = {
  readonly inbox: Inbox;
  /** There are rows to choose from, or more lines than fit. */
  readonly more: boolean;
};

type KeyRow = Binding<Focus, string, Situation>;

const DIGITS = [...'123456789'];

export const orderWords = (order: Order): string => (order === 'project' || order === 'session' ? `by ${order}` : `${order} first`);

/** In the order of the help screen. */
const ROWS = {
  choose: {
    in: ['list'],
    keys: { up: ['up', 'k'], down: ['down', 'j'] },
    hint: ['↑↓', ({ more }) => (more ? 'choose' : undefined)],
    help: { keys: '↑ ↓  j k', says: 'choose' },
  },
  jump: {
    in: ['list', 'page'],
    keys: { first: ['home', 'g'], last: ['end', 'G'], 'page-up': ['page-up'], 'page-down': ['page-down'] },
    help: { keys: 'g G  PgUp PgDn', says: 'first, last, by pages', more: '`Home` and `End` do the same as `g` and `G`.' },
  },
  spaceOnPage: { in: ['page'], keys: { 'page-down': [' '] } },
  open: {
    in: ['list'],
    keys: { open: ['enter'], 'open-ask': ['right', 'l'], 'open-number': DIGITS },
    hint: [
      'enter',
      ({ inbox, more }) =>
        !more
          ? undefined
          : inbox.tab === 'sessions'
            ? 'go to its pane'
            : inbox.tab === 'asks' && inbox.marked.size > 1
              ? `answer ${inbox.marked.size}`
              : 'open',
    ],
    help: {
      keys: 'enter  →  1…9',
      says: 'open an ask, or with that option chosen',
      more: 'Nothing is sent before you press `Enter` there. On a session, `Enter` goes to its tmux pane, and `→` opens what it asks. `l` does the same as `→`.',
    },
  },
  back: {
    in: ['page'],
    keys: { back: ['escape', 'left', 'enter', 'q', 'h', 'i'] },
    hint: ['esc', ({ inbox }) => (inbox.opened?.dialog ? 'back to the dialog' : 'back')],
    help: { keys: 'esc  ←', says: 'back; what you typed is kept' },
  },
  mark: {
    in: ['list'],
    keys: { mark: [' '], decline: ['d'] },
    hint: ['space', ({ inbox, more }) => (more && inbox.tab === 'asks' ? 'mark' : undefined)],
    help: {
      keys: 'space  d',
      says: 'mark · decline what is marked, or this ask',
      more: '`Enter` answers all that are marked, if they ask the same question. A summary is shown before anything is sent.',
    },
  },
  tabs: {
    in: ['list'],
    keys: { 'next-tab': ['tab'], 'previous-tab': ['back-tab'] },
    hint: ['tab', 'next tab'],
    help: { keys: 'tab ⇧Tab', says: 'asks, history, sessions' },
  },
  order: {
    in: ['list'],
    keys: { order: ['s'], go: ['w'] },
    hint: ['s', ({ inbox }) => (inbox.tab === 'asks' && inbox.order !== 'newest' ? orderWords(inbox.order) : undefined)],
    help: {
      keys: 's  w',
      says: 'sort or group · go to its tmux pane',
      more: 'Newest first, oldest first, by project, by session. `answerback go` goes to a pane from a shell.',
    },
  },
  find: {
    in: ['list'],
    keys: { find: ['/'] },
    hint: ['/', 'find'],
    help: { keys: '/', says: 'find by text (all words must be there)', more: '`Enter` keeps what you typed, `Esc` clears it.' },
  },
  narrow: {
    in: ['list'],
    keys: { 'next-project': ['p'], 'next-kind': ['t'], 'show-all': ['c', 'escape'] },
    hint: ['c', ({ inbox }) => (isFiltering(inbox.filter) ? 'all' : inbox.marked.size > 0 ? 'clear marks' : undefined)],
    help: {
      keys: 'p  t  c',
      says: 'next project, next kind, clear everything',
      more: 'After the last one, all are shown again. `c` and `Esc` clear the filter, the marks and the order.',
    },
  },
  ended: {
    in: ['list'],
    keys: { ended: ['e'] },
    hint: ['e', ({ inbox }) => (inbox.tab !== 'sessions' ? undefined : inbox.ended ? 'hide ended' : 'ended')],
    help: { keys: 'e', says: 'sessions: show ended ones too' },
  },
  redraw: { in: [], keys: {}, help: { keys: 'ctrl-l', says: 'draw the screen again' } },
  quit: { in: ['list'], keys: { quit: ['q'] }, hint: ['q', 'quit'], help: { keys: 'q  ctrl-c', says: 'quit; asks stay open' } },
  help: { in: ['list'], keys: { help: ['?'] }, hint: ['?', 'help'] },
  scroll: {
    in: ['page'],
    keys: { up: ['up', 'k'], down: ['down', 'j'] },
    hint: ['↑↓', ({ more }) => (more ? 'scroll' : undefined)],
  },
  keep: { in: ['filter'], keys: { keep: ['enter', 'tab'] }, hint: ['enter', 'keep'] },
  drop: { in: ['filter'], keys: { drop: ['escape'] }, hint: ['esc', 'drop'] },
  moveWhileTyping: {
    in: ['filter'],
    keys: { up: ['up'], down: ['down'], 'page-up': ['page-up'], 'page-down': ['page-down'] },
    hint: ['↑↓', 'choose'],
  },
  anyKey: { in: ['help'], keys: {}, hint: ['any key', 'back'] },
  send: { in: ['summary'], keys: { send: ['y', 'Y'] }, hint: ['y', 'send'] },
  dontSend: { in: ['summary'], keys: {}, hint: ['any other key', 'back'] },
} as const satisfies Readonly<Record<string, KeyRow>>;

export type Command = CommandIn<(typeof ROWS)[keyof typeof ROWS]>;

/** Keys of one row that have a hint each. */
const PROJECT: KeyRow = { ...ROWS.narrow, hint: ['p', 'project'] };
const KIND: KeyRow = { ...ROWS.narrow, hint: ['t', 'kind'] };
const DECLINE: KeyRow = {
  ...ROWS.mark,
  hint: ['d', ({ inbox }) => (inbox.tab === 'asks' && inbox.marked.size > 0 ? `decline ${inbox.marked.size}` : undefined)],
};

/** As many as fit, from the left. */
const FOOTER: readonly KeyRow[] = [
  ROWS.choose,
  ROWS.order,
  ROWS.open,
  DECLINE,
  ROWS.mark,
  ROWS.find,
  PROJECT,
  KIND,
  ROWS.narrow,
  ROWS.ended,
  ROWS.tabs,
  ROWS.scroll,
  ROWS.keep,
  ROWS.drop,
  ROWS.moveWhileTyping,
  ROWS.anyKey,
  ROWS.send,
  ROWS.dontSend,
];
const ALWAYS: readonly KeyRow[] = [ROWS.back, ROWS.help, ROWS.quit];

export const inboxRows: readonly KeyRow[] = Object.values<KeyRow>(ROWS);

export const inboxCommand = commandsOf<Focus, Command>(inboxRows);

/** The hints of the footer: as many as fit of the first list, and always all of the second. */
export function inboxHints(focus: Focus, situation: Situation): { readonly first: readonly Hint[]; readonly always: readonly Hint[] } {
  return { first: hintsOf(FOOTER, focus, situation), always: hintsOf(ALWAYS, focus, situation) };
}

export const inboxHelp: readonly Help[] = helpOf(inboxRows);
