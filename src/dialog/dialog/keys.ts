// All keys of the dialog. New keys are added only here; docs/DIALOG.md is generated from this, too.
import { type Binding, type CommandIn, commandsOf, type Help, type Hint, helpOf, hintsOf } from '../bindings.ts';
import type { Key } from '../key.ts';
import { type DialogState, hasReview, isOpenQuestion, onReview } from './state.ts';

/** A dialog alone on its terminal, or opened in the inbox, where Esc and q go back to the list. */
export type Host = 'alone' | 'inbox';

export type Focus = 'question' | 'review' | 'words' | 'note' | 'redirect' | 'decline' | 'leave' | 'help' | 'sending';

type KeyRow = Binding<Focus, string, DialogState>;

const LISTS = ['question', 'review'] as const;
const FIELDS = ['words', 'note', 'redirect', 'decline'] as const;
const DIGITS = [...'123456789'];

const isSeveral = ({ ask }: DialogState): boolean => ask.questions.length > 1;

/** In the order of the help screen. */
const ROWS = {
  move: {
    in: LISTS,
    keys: { up: ['up', 'k'], down: ['down', 'j'], first: ['home', 'g'], last: ['end', 'G'] },
    hint: ['↑↓', 'move'],
    help: { keys: '↑ ↓  j k', says: 'move; Home and End: first and last', more: '`g` and `G` do the same.' },
  },
  choose: {
    in: ['question'],
    keys: { choose: [' '], 'choose-number': DIGITS },
    hint: ['Space', ({ ask, page }) => (ask.questions[page]?.multiSelect ? 'ticks' : undefined)],
    help: { keys: 'Space  1…9', says: 'choose or tick, and stay', more: 'The number after the last option is "Other".' },
  },
  openNumber: { in: ['review'], keys: { 'open-number': DIGITS } },
  submit: { in: ['review'], keys: { submit: ['enter'] }, hint: ['Enter', 'submits, or opens the question'] },
  goOn: {
    in: ['question'],
    keys: { 'go-on': ['enter'] },
    hint: ['Enter', (state) => (hasReview(state) ? 'continues' : 'answers')],
    help: {
      keys: 'Enter',
      says: 'choose and continue, or send',
      more: 'It continues with the next question, then to the review. A single question with a single choice is sent at once. Where several may be chosen, `Space` ticks and `Enter` only continues.',
    },
  },
  pages: {
    in: LISTS,
    keys: { 'next-page': ['tab', 'right'], 'previous-page': ['back-tab', 'left'] },
    hint: ['Tab', (state) => (onReview(state) ? 'questions' : isSeveral(state) ? 'next' : undefined)],
    help: { keys: 'Tab ⇧Tab ← →', says: 'other questions; nothing is lost' },
  },
  pagesFromText: { in: ['words', 'note'], keys: { 'next-page': ['tab'], 'previous-page': ['back-tab'] } },
  note: {
    in: ['question'],
    keys: { note: ['n'] },
    hint: ['n', 'note'],
    help: { keys: 'n', says: 'a note for the agent, with the answer' },
  },
  skip: {
    in: ['question'],
    keys: { skip: ['s'] },
    hint: ['s', (state) => (isSeveral(state) ? 'skips' : undefined)],
    help: { keys: 's', says: 'skip this question, if there are others', more: 'Press it again to undo.' },
  },
  redirect: {
    in: LISTS,
    keys: { redirect: ['r'] },
    hint: ['r', (state) => (onReview(state) ? undefined : 'message instead')],
    help: {
      keys: 'r',
      says: 'redirect: message instead of an answer',
      more: 'For a question that is wrong: the agent reads your message and continues.',
    },
  },
  decline: {
    in: LISTS,
    keys: { decline: ['d'] },
    hint: ['d', (state) => (onReview(state) ? undefined : 'declines')],
    help: {
      keys: 'd',
      says: 'decline to answer, after a confirmation',
      more: 'Only then what you entered is discarded.',
    },
  },
  scroll: {
    in: LISTS,
    keys: { 'scroll-up': ['page-up'], 'scroll-down': ['page-down'], 'text-up': ['['], 'text-down': [']'] },
    help: {
      keys: 'PgUp PgDn  [ ]',
      says: 'scroll the preview · the text',
      more: 'Without a preview, `PgUp` and `PgDn` scroll the text.',
    },
  },
  scrollElsewhere: { in: ['words', 'help'], keys: { 'scroll-up': ['page-up'], 'scroll-down': ['page-down'] } },
  newline: {
    in: FIELDS,
    keys: { newline: ['newline'] },
    hint: ['Alt-Enter', ({ mode }) => (mode === 'decline' ? undefined : 'new line')],
  },
  done: { in: FIELDS, keys: { done: ['enter'] }, hint: ['Enter', doneWords] },
  close: {
    in: FIELDS,
    keys: { close: ['escape'] },
    hint: ['Esc', (state) => (state.mode !== 'words' ? 'back' : isOpenQuestion(state, state.page) ? 'other keys' : 'back to the options')],
  },
  confirm: { in: ['leave'], keys: { confirm: ['enter', 'y', 'Y'] }, hint: ['Enter', 'leaves'] },
  stay: { in: ['leave'], keys: { close: ['escape'] }, hint: ['Esc', 'stays'] },
  help: { in: LISTS, keys: { help: ['?'] }, hint: ['?', 'help'] },
  anyKey: { in: ['help'], keys: {}, hint: ['any key', 'closes this'] },
  sending: { in: ['sending'], keys: {}, hint: ['…', 'sending'] },
} as const satisfies Readonly<Record<string, KeyRow>>;

const INTERRUPT = {
  in: ['question', 'review', ...FIELDS, 'leave', 'help', 'sending'],
  keys: { interrupt: ['interrupt'] },
} as const satisfies KeyRow;

/** How to leave: Esc and q go back to where the person came from, and never decline. The only keys that differ between the two. */
const WAYS_OUT = {
  alone: [
    {
      in: LISTS,
      keys: { leave: ['escape', 'q'] },
      hint: ['Esc', 'leaves'],
      help: {
        keys: 'Esc  q  Ctrl-C',
        says: 'leave; the question stays open',
        more: 'In a text field `Esc` only leaves the field. You are told how to come back; it asks first if something would be lost.',
      },
    },
  ],
  inbox: [
    {
      in: LISTS,
      keys: { back: ['escape', 'q'] },
      hint: ['Esc', 'back'],
      help: { keys: 'Esc  q', says: 'leave a text field; else back to the list', more: 'What you entered is kept.' },
    },
    { in: LISTS, keys: { about: ['i'] }, hint: ['i', 'about'], help: { keys: 'i', says: 'more about this ask, and earlier answers' } },
    { in: [], keys: {}, help: { keys: 'Ctrl-C', says: 'quit; the question stays open' } },
  ],
} as const satisfies Readonly<Record<Host, readonly KeyRow[]>>;

type Rows = (typeof ROWS)[keyof typeof ROWS] | typeof INTERRUPT | (typeof WAYS_OUT)[Host][number];
export type Command = CommandIn<Rows>;

/** Only for the help: the key itself is in `newline` above, which is elsewhere in the footer. */
const NEW_LINE: Help = {
  keys: 'Alt-Enter',
  says: 'new line in a text; also Ctrl-J',
  more: '`Shift-Enter` works where the terminal can tell it from `Enter`.',
};

const FOOTER: readonly KeyRow[] = [
  ROWS.submit,
  ROWS.move,
  ROWS.choose,
  ROWS.goOn,
  ROWS.done,
  ROWS.newline,
  ROWS.close,
  ROWS.confirm,
  ROWS.stay,
  ROWS.pages,
  ROWS.skip,
  ROWS.note,
  ROWS.redirect,
  ROWS.decline,
];
const LAST: readonly KeyRow[] = [ROWS.help, ROWS.anyKey, ROWS.sending];

/** All rows of a dialog, including those without a hint or help. */
export const dialogRows = (host: Host): readonly KeyRow[] => [...Object.values<KeyRow>(ROWS), INTERRUPT, ...WAYS_OUT[host]];

const COMMANDS = { alone: commandsOf<Focus, Command>(dialogRows('alone')), inbox: commandsOf<Focus, Command>(dialogRows('inbox')) };

export function dialogCommand(state: DialogState, key: Key, host: Host): Command | undefined {
  return COMMANDS[host](focusOf(state), key);
}

/** The hints of the footer, the most important last. */
export function dialogHints(state: DialogState, host: Host): readonly Hint[] {
  return hintsOf([...FOOTER, ...WAYS_OUT[host], ...LAST], focusOf(state), state);
}

export const dialogHelp = (host: Host): readonly Help[] => [...helpOf(Object.values<KeyRow>(ROWS)), ...helpOf(WAYS_OUT[host]), NEW_LINE];

/** Only in the dialog opened in the inbox. */
export const helpInInbox = (): readonly Help[] => helpOf(WAYS_OUT.inbox);

const focusOf = (state: DialogState): Focus => (state.mode === 'list' ? (onReview(state) ? 'review' : 'question') : state.mode);

function doneWords(state: DialogState): string {
  switch (state.mode) {
    case 'note':
      return 'keeps the note';
    case 'decline':
      return 'declines';
    case 'words':
      return hasReview(state) ? 'continues' : 'sends it';
    default:
      return 'sends it';
  }
}
