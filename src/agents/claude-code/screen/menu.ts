// Reads the numbered menu of a permission or plan dialog: rows like `❯ 1. Yes`, indented by some columns.
import { colourAt, hasPointer, indentOf, isBlank, rowAt, slice } from './cells.ts';
import { joined } from './join.ts';
import type { MenuRow, Row, Screen, Span } from './state.ts';

/** `column` is where the label begins. */
export type MenuEntry = {
  readonly y: number;
  readonly number: number;
  readonly column: number;
  readonly pointer: boolean;
  readonly rows: readonly Row[];
};

export type Menu = {
  /** The column of the pointer. */
  readonly base: number;
  readonly top: number;
  readonly entries: readonly MenuEntry[];
  readonly pointed: MenuEntry;
  readonly grey: string;
  /** The cursor is in the text of the pointed row, not on its pointer. */
  readonly editing: boolean;
};

/** The menu that ends at row `last`. Starts from the pointer: typed text may look like a menu, but its ❯ is not in colour. */
export function menuEndingAt(screen: Screen, last: number): Menu | string {
  const anchor = screen.rows.findLastIndex((row, y) => y <= last && isPointed(row));
  if (anchor < 0) return 'there is no pointer';
  const base = indentOf(rowAt(screen, anchor));
  const entries: MenuEntry[] = [];
  let below: Row[] = [];
  for (let y = last; y >= 0; y--) {
    const row = rowAt(screen, y);
    const entry = entryAt(row, y, base, below.toReversed());
    if (entry !== undefined) {
      entries.unshift(entry);
      below = [];
      if (entry.number === 1) return checked(screen, entries, base, y);
    } else if (indentOf(row) >= base + SQUEEZED && !isBlank(row)) below.push(row);
    else break;
  }
  return 'the top of the menu is not on the screen';
}

/** The label's column, counted from the pointer: `❯ 1. Yes`. Older versions squeeze a label that wraps: `❯2.Yes, and …`. */
const USUAL = 5;
const SQUEEZED = 3;

function entryAt(row: Row, y: number, base: number, below: readonly Row[]): MenuEntry | undefined {
  const match = /^ *(❯)?( ?)([1-9])\.( ?)\S/.exec(row.text);
  if (match === null || slice(row, 0, base) !== '') return undefined;
  const column = match[0].length - 1;
  const usual = column === base + USUAL && row.text[base + 2] === match[3];
  const squeezed = column === base + SQUEEZED && row.text[base + 1] === match[3] && below.length > 0;
  if ((!usual && !squeezed) || below.some((each) => indentOf(each) < column)) return undefined;
  return { y, number: Number(match[3]), column, pointer: match[1] !== undefined, rows: [row, ...below] };
}

function isPointed(row: Row): boolean {
  return /^ *❯ ?[1-9]\. ?\S/.test(row.text) && hasPointer(row, indentOf(row));
}

function checked(screen: Screen, entries: readonly MenuEntry[], base: number, top: number): Menu | string {
  const first = entries[0];
  if (first === undefined || entries.some(({ number }, index) => number !== index + 1))
    return 'the numbers of the menu are not consecutive';
  const grey = colourAt(rowAt(screen, first.y), base + 2);
  if (grey === '' || entries.some(({ y, column }) => colourAt(rowAt(screen, y), column === base + USUAL ? base + 2 : base + 1) !== grey))
    return 'the numbers are not in a separate colour';
  const [pointed, ...others] = entries.filter(({ pointer }) => pointer);
  if (pointed === undefined || others.length > 0) return 'there is not exactly one pointer';
  if (!hasPointer(rowAt(screen, pointed.y), base) || colourAt(rowAt(screen, pointed.y), base) === grey) return 'the pointer has no colour';
  const { x, y, shown } = screen.cursor;
  if (shown === true) return 'the cursor is visible, so this is not Claude Code but a copy of its dialog';
  const editing = x >= pointed.column && y >= pointed.y && y < pointed.y + pointed.rows.length;
  if (!editing && (x !== base || y !== pointed.y)) return 'the cursor is not on the pointer';
  return { base, top, entries, pointed, grey, editing };
}

export function menuRows({ entries, grey }: Menu, columns: number): MenuRow[] {
  return entries.map(({ number, pointer, column, rows }) => ({
    number,
    label: labelOf({ column, rows: withoutHint(rows, column, grey) }, columns),
    pointer,
  }));
}

/** `Yes, and switch to auto mode · auto mode handles …`: the hint is grey, and may take further rows. */
function withoutHint(rows: readonly Row[], column: number, grey: string): readonly Row[] {
  const isHint = ({ x, text, style }: Span) => x > column && style.foreground === grey && text.startsWith(' ·');
  const at = rows.findIndex(({ spans }) => spans.some(isHint));
  const row = rows[at];
  if (row === undefined) return rows;
  const spans = row.spans.slice(0, row.spans.findIndex(isHint));
  return [...rows.slice(0, at), { text: row.text, spans }];
}

export function labelOf({ rows, column }: Pick<MenuEntry, 'rows' | 'column'>, columns: number): string {
  const label = joined(textsFrom(rows, column), columns - column);
  const rule = /^Yes, and don.t ask.*? +: /u.exec(slice(rows[0] as Row, column));
  if (rows.length === 1 || rule === null) return label;
  // A squeezed label and the rule in its text field wrap in two columns of their own.
  const colon = column + rule[0].length - 2;
  const field = joined(textsFrom(rows, colon), columns - colon).slice(2);
  return `${joined(textsFrom(rows, column, colon), columns)}: ${field}`;
}

function textsFrom(rows: readonly Row[], from: number, to?: number): string[] {
  return rows.map((row) => slice(row, from, to).trim()).filter((text) => text !== '');
}
