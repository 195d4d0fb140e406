// The keys of the page: those of the terminal (dialog/inbox/keys.ts, dialog/dialog/keys.ts) that make sense in a browser. keys.test.ts compares them.
import type { Command as DialogCommand } from '../dialog/dialog/keys.ts';
import type { Command as InboxCommand } from '../dialog/inbox/keys.ts';

export type KeyHelp<Command extends string = string> = {
  readonly keys: readonly string[];
  readonly says: string;
  /** What the terminal does with them. */
  readonly commands: readonly Command[];
};

export const INBOX_KEYS: readonly KeyHelp<InboxCommand>[] = [
  { keys: ['↑', '↓', 'j', 'k'], says: 'choose an ask', commands: ['up', 'down'] },
  { keys: ['g', 'G'], says: 'the first, the last', commands: ['first', 'last'] },
  { keys: ['Enter', '→'], says: 'open it', commands: ['open', 'open-ask'] },
  { keys: ['1', '…', '9'], says: 'open it with that option chosen', commands: ['open-number'] },
  { keys: ['Space'], says: 'mark it', commands: ['mark'] },
  { keys: ['d'], says: 'decline what is marked, or this ask', commands: ['decline'] },
  { keys: ['/'], says: 'find by text', commands: ['find'] },
  { keys: ['p', 't'], says: 'next project, next kind', commands: ['next-project', 'next-kind'] },
  { keys: ['s'], says: 'sort or group', commands: ['order'] },
  { keys: ['c', 'Esc'], says: 'clear filter, marks and order', commands: ['show-all'] },
];

export const DIALOG_KEYS: readonly KeyHelp<DialogCommand>[] = [
  { keys: ['↑', '↓', 'j', 'k'], says: 'move between the options', commands: ['up', 'down'] },
  {
    keys: ['Space', '1', '…', '9'],
    says: 'choose or tick; the number after the last option is your own words',
    commands: ['choose', 'choose-number'],
  },
  { keys: ['Enter'], says: 'continue, or send', commands: ['go-on', 'submit', 'done'] },
  { keys: ['←', '→'], says: 'other questions', commands: ['next-page', 'previous-page'] },
  { keys: ['n'], says: 'add a note', commands: ['note'] },
  { keys: ['s'], says: 'skip this question, if there are others', commands: ['skip'] },
  { keys: ['r'], says: 'send a message instead of an answer', commands: ['redirect'] },
  { keys: ['d'], says: 'decline', commands: ['decline'] },
  { keys: ['Esc', 'q'], says: 'leave a text; back to the list. What you typed is kept', commands: ['close', 'back'] },
];
