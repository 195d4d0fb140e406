// All keys of the inbox; an opened ask has those of its dialog (dialog/keys.ts). New keys are added only here.
import { type Binding, commandsOf, type Help, type Hint, helpOf, hintsOf } from '../bindings.ts';
import { isFiltering } from './filter.ts';
import type { Inbox } from './state.ts';

/** `list`: a tab · `filter`: the search text is being typed · `page`: an ask that is over, or the details of an open one, is read · `help` */
export type Place = 'list' | 'filter' | 'page' | 'help';

export type Command =
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'page-up'
  | 'page-down'
  | 'open'
  | 'back'
  | 'tab-number'
  | 'next-tab'
  | 'previous-tab'
  | 'find'
  | 'next-project'
  | 'next-kind'
  | 'show-all'
  | 'ended'
  | 'keep'
  | 'drop'
  | 'help'
  | 'quit';

/** What is listed or read at the moment, besides the state: only the painter knows. */
export type Situation = {
  readonly inbox: Inbox;
  /** There are rows to choose from, or more lines than fit. */
  readonly more: boolean;
};

type Row = Binding<Place, Command, Situation>;

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
    keys: { first: ['home', 'g'], last: ['end', 'G'], 'page-up': ['page-up'], 'page-down': ['page-down', ' '] },
    help: { keys: 'g G  PgUp PgDn', says: 'first, last, by pages', more: '`Home`, `End` and `Space` do the same.' },
  },
  open: {
    in: ['list'],
    keys: { open: ['enter', 'right', 'l'] },
    hint: ['enter', ({ more }) => (more ? 'open' : undefined)],
    help: { keys: 'enter  →  l', says: 'open an ask: answer or read it' },
  },
  back: {
    in: ['page'],
    keys: { back: ['escape', 'left', 'enter', 'q', 'h', 'i'] },
    hint: ['esc', ({ inbox }) => (inbox.opened?.dialog ? 'back to the dialog' : 'back')],
    help: { keys: 'esc  ←', says: 'back; what you typed is kept' },
  },
  tabs: {
    in: ['list'],
    keys: { 'tab-number': ['1', '2', '3'], 'next-tab': ['tab'], 'previous-tab': ['back-tab'] },
    hint: ['tab', 'next tab'],
    help: { keys: '1 2 3  tab', says: 'asks, history, sessions' },
  },
  find: {
    in: ['list'],
    keys: { find: ['/'] },
    hint: ['/', 'find'],
    help: { keys: '/', says: 'find by text (all words must be there)', more: '`Enter` keeps what you typed, `Esc` clears it.' },
  },
  narrow: {
    in: ['list'],
    keys: { 'next-project': ['p'], 'next-kind': ['t'] },
    help: { keys: 'p  t', says: 'next project, next kind', more: 'After the last one, all are shown again.' },
  },
  showAll: {
    in: ['list'],
    keys: { 'show-all': ['c', 'escape'] },
    hint: ['c', ({ inbox }) => (isFiltering(inbox.filter) ? 'all' : undefined)],
    help: { keys: 'c', says: 'show all again', more: '`Esc` does the same.' },
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
} as const satisfies Readonly<Record<string, Row>>;

/** Two keys of one row that have a hint each. */
const PROJECT: Row = { ...ROWS.narrow, hint: ['p', 'project'] };
const KIND: Row = { ...ROWS.narrow, hint: ['t', 'kind'] };

/** As many as fit, from the left. */
const FOOTER: readonly Row[] = [
  ROWS.choose,
  ROWS.open,
  ROWS.find,
  PROJECT,
  KIND,
  ROWS.showAll,
  ROWS.ended,
  ROWS.tabs,
  ROWS.scroll,
  ROWS.keep,
  ROWS.drop,
  ROWS.moveWhileTyping,
  ROWS.anyKey,
];
const ALWAYS: readonly Row[] = [ROWS.back, ROWS.help, ROWS.quit];

export const inboxRows: readonly Row[] = Object.values<Row>(ROWS);

export const inboxCommand = commandsOf(inboxRows);

/** The hints of the footer: as many as fit of the first list, and always all of the second. */
export function inboxHints(place: Place, situation: Situation): { readonly first: readonly Hint[]; readonly always: readonly Hint[] } {
  return { first: hintsOf(FOOTER, place, situation), always: hintsOf(ALWAYS, place, situation) };
}

export const inboxHelp: readonly Help[] = helpOf(inboxRows);
