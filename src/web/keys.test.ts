// The keys that the page promises are those of the terminal, with the same meaning.
import { expect, it } from 'vitest';
import { dialogRows } from '../dialog/dialog/keys.ts';
import { inboxRows } from '../dialog/inbox/keys.ts';
import { DIALOG_KEYS, INBOX_KEYS, type KeyHelp } from './keys.ts';

const NAMES: Readonly<Record<string, string>> = {
  '↑': 'up',
  '↓': 'down',
  '←': 'left',
  '→': 'right',
  Enter: 'enter',
  Space: ' ',
  Esc: 'escape',
};

type Rows = readonly { readonly keys: Readonly<Partial<Record<string, readonly string[]>>> }[];

it.each<[string, readonly KeyHelp[], Rows]>([
  ['inbox', INBOX_KEYS, inboxRows],
  ['dialog', DIALOG_KEYS, dialogRows('inbox')],
])('in the %s', (_, table, rows) => {
  for (const { keys, commands, says } of table) {
    const bound = rows.flatMap((row) => commands.flatMap((command) => row.keys[command] ?? []));
    for (const key of keys.filter((each) => each !== '…')) expect(bound, `${key}: ${says}`).toContain(NAMES[key] ?? key);
  }
});
