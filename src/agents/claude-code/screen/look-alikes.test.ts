// Screens that only look like a dialog are never read as one.
import { describe, expect, it } from 'vitest';
import { recordedAnsi, recordedScreen } from '../../../../test/support/claude-code/screens/recorded.ts';
import { parseScreen } from './parse.ts';
import { readScreen } from './read.ts';
import { type Cursor, type ScreenState, unfamiliarIn } from './state.ts';

type Copy = { readonly lines: readonly string[]; readonly cursor: Cursor; readonly columns: number };

/** The rows of a recorded screen without the blank ones below it. */
function copyOf(name: string): Copy {
  const { ansi, cursor, columns } = recordedAnsi(name);
  const lines = ansi.split('\n');
  const end = plain(lines).findLastIndex((line) => line.trim() !== '');
  return { lines: [...lines.slice(0, end), `${lines[end]}\x1b[0m`], cursor, columns };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: removes escape sequences
const plain = (lines: readonly string[]) => lines.map((line) => line.replaceAll(/\x1b\[[0-9;]*m/g, ''));

function read(lines: readonly string[], cursor: Cursor, columns: number, height = 40): ScreenState {
  const below = Array.from({ length: Math.max(0, height - lines.length) }, () => '');
  return readScreen(parseScreen([...lines, ...below].join('\n'), cursor, columns));
}

const dialogs = [
  'pr-hook-blocking-dialog',
  'f120-multi-5',
  'f120-single4-5',
  'vim-typing',
  'layout-preview-120x40-main',
  'form2-review',
  'perm-bash',
  'planfile-approval-plan',
];

/** Ways in which a copy of a dialog may end up on a screen. */
const disguises: Record<string, (copy: Copy) => ScreenState> = {
  'printed without colours, above a prompt': ({ lines, columns }) => read([...plain(lines), '$ '], { x: 2, y: lines.length }, columns, 42),
  'printed with colours, above a prompt': ({ lines, columns }) => read([...lines, '$ '], { x: 2, y: lines.length }, columns, 42),
  'printed with colours, above an arrow prompt': ({ lines, columns }) =>
    read([...lines, '\x1b[38;5;153m❯\x1b[0m '], { x: 2, y: lines.length }, columns, 42),
  'printed without colours, by a program that still runs': ({ lines, columns }) =>
    read(plain(lines), { x: 0, y: lines.length }, columns, 42),
  'printed with colours, by a program that still runs': ({ lines, columns }) =>
    read(lines, { x: 0, y: lines.length, shown: true }, columns, 42),
  'printed with colours, with a prompt on the row of the footer': ({ lines, columns }) =>
    read([...lines.slice(0, -1), `${lines.at(-1)}$ `], { x: 80, y: lines.length - 1 }, columns),
  'printed without colours, with the cursor on its pointer': ({ lines, cursor, columns }) => read(plain(lines), cursor, columns),
  'in vim': ({ lines, cursor, columns }) =>
    read([...plain(lines), '~', '~', '"dialog.txt" 40L, 2044B      1,1   All'], { ...cursor, shown: true }, columns),
  'in vim with colours and no status': ({ lines, cursor, columns }) =>
    read([...lines, '\x1b[94m~', '~', '~\x1b[0m'], { ...cursor, shown: true }, columns),
  'in less': ({ lines, columns }) => read([...lines, ':'], { x: 1, y: lines.length }, columns),
  'at the end of less': ({ lines, columns }) => read([...lines, '\x1b[7m(END)\x1b[0m'], { x: 5, y: lines.length }, columns),
  'in a pager that shows line numbers': ({ lines, cursor, columns }) =>
    read(
      lines.map((line, y) => `${String(y).padStart(4)} ${line}`),
      cursor,
      columns + 5,
    ),
  'indented, as in a message of the model': ({ lines, cursor, columns }) =>
    read(
      lines.map((line) => `  ${line}`),
      { x: cursor.x + 2, y: cursor.y },
      columns + 2,
    ),
  quoted: ({ lines, cursor, columns }) =>
    read(
      lines.map((line) => `> ${line}`),
      cursor,
      columns + 2,
    ),
  'above the input box': ({ lines, columns }) =>
    read(
      [...lines, '─'.repeat(columns), '❯\u00a0', '─'.repeat(columns), '  ⏵⏵ bypass permissions on'],
      { x: 2, y: lines.length + 1, shown: false },
      columns,
      44,
    ),
  'in the left half of a split screen': ({ lines, cursor, columns }) =>
    read(
      lines.map((line) => `${line.padEnd(columns)}│ $ ls`),
      cursor,
      columns + 6,
    ),
  'in a pane that became wider': ({ lines, cursor, columns }) => (hasRule(lines) ? read(lines, cursor, columns + 10) : { kind: 'nothing' }),
  'without its last row': ({ lines, cursor, columns }) => read(lines.slice(0, -1), cursor, columns),
  'without its last three rows': ({ lines, cursor, columns }) => read(lines.slice(0, -3), cursor, columns),
  'with its lower half only, below other text': ({ lines, cursor, columns }) =>
    read([...Array.from({ length: lines.length - 4 }, () => 'some other text'), ...lines.slice(-4)], cursor, columns),
  'with a row of text below it': ({ lines, cursor, columns }) => read([...lines, 'bash: read error'], cursor, columns, 42),
  'with the cursor somewhere else': ({ lines, columns }) => read(lines, { x: 17, y: 3 }, columns),
  'with a visible cursor': ({ lines, cursor, columns }) => read(lines, { ...cursor, shown: true }, columns),
  'without its pointer': ({ lines, cursor, columns }) =>
    read(
      lines.map((line) => line.replaceAll('❯', ' ')),
      cursor,
      columns,
    ),
  'with a > as its pointer': ({ lines, cursor, columns }) =>
    read(
      lines.map((line) => line.replaceAll('❯', '>')),
      cursor,
      columns,
    ),
};

/** Only question dialogs have a rule that must span the whole width. */
function hasRule(lines: readonly string[]): boolean {
  return plain(lines).some((line) => /Enter to select ·/.test(line));
}

const isDialog = ({ kind }: ScreenState) => kind === 'question' || kind === 'review' || kind === 'permission' || kind === 'plan';

describe.each(dialogs)('a copy of %s', (name) => {
  it('is read as a dialog when unchanged', () => {
    expect(isDialog(readScreen(recordedScreen(name)))).toBe(true);
  });

  it.each(Object.entries(disguises))('is not a dialog %s', (_, disguise) => {
    const state = disguise(copyOf(name));
    expect(isDialog(state), JSON.stringify(state)).toBe(false);
  });
});

/** A new version may word anything differently, so the shape decides. What is different is named: see reworded.test.ts. */
it.each(dialogs)('%s with other words is not the dialog that we know', (name) => {
  const { lines, cursor, columns } = copyOf(name);
  const state = read(
    lines.map((line) => line.replace(/Enter|Submit answers|want|Would/, 'Shall we')),
    cursor,
    columns,
  );
  expect(isDialog(state) && unfamiliarIn(state) === undefined, JSON.stringify(state)).toBe(false);
});

const grey = (text: string) => `\x1b[38;5;246m${text}\x1b[39m`;
const blue = (text: string) => `\x1b[38;5;153m${text}\x1b[39m`;
const rule = '─'.repeat(80);

/** Screens of other programs, and dialogs of Claude Code that we do not answer. */
const others: Record<string, readonly string[]> = {
  'a prompt of inquirer': [`${blue('?')} Which database?`, `${blue('❯ Postgres')}`, '  SQLite', '  Redis'],
  'a numbered prompt in colour': [`${blue('?')} Which database?`, `${blue('❯')} ${grey('1.')} Postgres`, `  ${grey('2.')} SQLite`],
  'a numbered prompt between rules': [rule, 'Which database?', `${blue('❯')} ${grey('1.')} Postgres`, `  ${grey('2.')} SQLite`, rule],
  fzf: ['  Redis', '  SQLite', `${blue('❯')} Postgres`, '  3/3', `${blue('>')} `],
  apt: ['Do you want to continue? [Y/n] '],
  'a shell that asks yes or no': [' Do you want to proceed?', '   1. Yes', '   2. No', '#? '],
  'a git log of a dialog': [
    'commit 0123456789',
    '    docs: the dialog',
    '',
    '    ❯ 1. Yes',
    '      2. No',
    '    Esc to cancel · Tab to amend',
  ],
  'the question whether to trust a folder': [
    rule,
    ' Do you trust the files in this folder?',
    '',
    ` ${blue('❯')} ${grey('1.')} ${blue('Yes, I trust this folder')}`,
    `   ${grey('2.')} No, exit`,
    '',
    ` ${grey('Enter to confirm · Esc to cancel')}`,
  ],
  'the question whether to use an API key': [
    rule,
    ' Detected a custom API key in your environment',
    '',
    ' Do you want to use this API key?',
    '',
    `   ${grey('1.')} Yes`,
    ` ${blue('❯')} ${grey('2.')} ${blue('No (recommended)')}`,
    '',
    ` ${grey('Enter to confirm · Esc to cancel')}`,
  ],
  'a list with hints and no chat row': [
    grey(rule),
    'Which database?',
    '',
    `${blue('❯')} ${grey('1.')} Postgres`,
    `  ${grey('2.')} SQLite`,
    '',
    grey('Return to choose · Arrows to move · q to leave'),
  ],
  'hints below a rule': [grey(rule), '  4. Anything', '', grey('Return to choose · Arrows to move · q to leave')],
  'the warning before bypassing permissions': [
    rule,
    ' WARNING: Claude Code running in Bypass Permissions mode',
    '',
    ` ${blue('❯')} ${grey('1.')} ${blue('No, exit')}`,
    `   ${grey('2.')} Yes, I accept`,
    '',
    ` ${grey('Enter to confirm · Esc to cancel')}`,
  ],
  'a prompt echo and nothing else': ['\x1b[48;5;237m❯ 1. foo\x1b[49m', '\x1b[48;5;237m❯ 2. bar\x1b[49m'],
  'a review in a markdown list': ['Ready to submit your answers?', '', '❯ 1. Submit answers', '  2. Cancel'],
  'a markdown table': ['| 1. x | Enter to select · ↑/↓ to navigate · Esc to cancel |'],
  'a footer alone': ['', grey('Enter to select · ↑/↓ to navigate · Esc to cancel')],
  'a footer and a chat row': [grey(rule), '  4. Chat about this', '', grey('Enter to select · ↑/↓ to navigate · Esc to cancel')],
  'a blank screen': ['', ''],
};

describe('other screens', () => {
  it.each(Object.entries(others))('%s is not read as a dialog or input box', (_, lines) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removes escape sequences
    const pointer = lines.findIndex((line) => /^ *(?:\x1b\[[0-9;]*m)?❯/.test(line));
    const x = plain(lines)[pointer]?.indexOf('❯') ?? 0;
    for (const cursor of [
      { x, y: Math.max(0, pointer) },
      { x: 0, y: lines.length },
      { x: 0, y: 39 },
      { x: 5, y: lines.length - 1 },
    ]) {
      const state = read(lines, cursor, 80);
      expect(isDialog(state) || state.kind === 'idle' || state.kind === 'busy', JSON.stringify(state)).toBe(false);
    }
  });
});
