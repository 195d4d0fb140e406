// The key tables: no key does two things in one place, the descriptions are true, and the docs say the same.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NAMED } from '../../test/support/dialog-samples.ts';
import type { Binding, Help } from './bindings.ts';
import { dialogHelp, dialogRows } from './dialog/keys.ts';
import { inboxHelp, inboxRows } from './inbox/keys.ts';
import { withKeyTables } from './key-tables.ts';

type Table = readonly Binding<string, string, never>[];
const TABLES: readonly (readonly [name: string, rows: Table, help: readonly Help[]])[] = [
  ['the dialog', dialogRows('alone'), dialogHelp('alone')],
  ['the dialog in the inbox', dialogRows('inbox'), dialogHelp('inbox')],
  ['the inbox', inboxRows, inboxHelp],
];

/** How keys are written for people. Ctrl-L and, in the inbox, Ctrl-C are the same everywhere and not in the tables. */
const WRITTEN: Readonly<Record<string, string>> = {
  '↑': 'up',
  '↓': 'down',
  '←': 'left',
  '→': 'right',
  Space: ' ',
  '1…9': '1',
  Enter: 'enter',
  Tab: 'tab',
  '⇧Tab': 'back-tab',
  PgUp: 'page-up',
  PgDn: 'page-down',
  Esc: 'escape',
  'Alt-Enter': 'newline',
};
const EVERYWHERE = ['ctrl-l', 'ctrl-c', 'Ctrl-C'];

describe.each(TABLES)('%s', (_, rows, help) => {
  const bound = rows.flatMap(({ in: places, keys }) =>
    Object.values(keys).flatMap((names = []) => names.map((name) => ({ places, name }))),
  );

  test('a key does one thing in one place', () => {
    const all = bound.flatMap(({ places, name }) => places.map((place) => `${place} ${name}`));
    expect(all.filter((each, i) => all.indexOf(each) !== i)).toEqual([]);
  });

  test('a key is a character or has a known name', () => {
    expect(bound.filter(({ name }) => [...name].length !== 1 && !(name in NAMED))).toEqual([]);
  });

  test('every key on the help screen works', () => {
    const known = new Set(bound.map(({ name }) => name));
    const shown = help.flatMap(({ keys }) => keys.split(/ +/)).filter((key) => !EVERYWHERE.includes(key));
    const asWritten = (key: string) => WRITTEN[key] ?? WRITTEN[key[0]?.toUpperCase() + key.slice(1)] ?? key;
    expect(shown.filter((key) => !known.has(asWritten(key)))).toEqual([]);
  });
});

test('docs/DIALOG.md has these tables', () => {
  const written = readFileSync('docs/DIALOG.md', 'utf8');
  expect(written.match(/<!-- keys: /g)).toHaveLength(3);
  expect(withKeyTables(written)).toBe(written);
});
