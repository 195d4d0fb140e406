// Reads the numbered menu of a permission or plan dialog: rows like `❯ 1. Yes`, indented by some columns.
import { colourAt, hasPointer, indentOf, isBlank, rowAt, slice } from './cells.ts';
import { joined } from './join.ts';
import type { MenuRow, Row, Screen } from './state.ts';

export type MenuEntry = { readonly y: number; readonly number: number; readonly pointer: boolean; readonly rows: readonly Row[] };

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
    const match = /^ *(❯ )?([1-9])\. \S/.exec(row.text);
    if (match !== null && row.text[base + 2] === match[2] && slice(row, 0, base) === '') {
      entries.unshift({ y, number: Number(match[2]), pointer: match[1] !== undefined, rows: [row, ...below.toReversed()] });
      below = [];
      if (match[2] === '1') return checked(screen, entries, base, y);
    } else if (indentOf(row) >= base + 5 && !isBlank(row)) below.push(row);
    else break;
  }
  return 'the top of the menu is not on the screen';
}

function isPointed(row: Row): boolean {
  return /^ *❯ [1-9]\. \S/.test(row.text) && hasPointer(row, indentOf(row));
}

function checked(screen: Screen, entries: readonly MenuEntry[], base: number, top: number): Menu | string {
  const first = entries[0];
  if (first === undefined || entries.some(({ number }, index) => number !== index + 1))
    return 'the numbers of the menu are not consecutive';
  const grey = colourAt(rowAt(screen, first.y), base + 2);
  if (grey === '' || entries.some(({ y }) => colourAt(rowAt(screen, y), base + 2) !== grey))
    return 'the numbers are not in a separate colour';
  const [pointed, ...others] = entries.filter(({ pointer }) => pointer);
  if (pointed === undefined || others.length > 0) return 'there is not exactly one pointer';
  if (!hasPointer(rowAt(screen, pointed.y), base) || colourAt(rowAt(screen, pointed.y), base) === grey) return 'the pointer has no colour';
  const { x, y, shown } = screen.cursor;
  if (shown === true) return 'the cursor is visible, so this is not Claude Code but a copy of its dialog';
  const editing = x >= base + 5 && y >= pointed.y && y < pointed.y + pointed.rows.length;
  if (!editing && (x !== base || y !== pointed.y)) return 'the cursor is not on the pointer';
  return { base, top, entries, pointed, grey, editing };
}

export function menuRows({ entries, base }: Menu, columns: number): MenuRow[] {
  return entries.map((entry) => ({ number: entry.number, label: labelOf(entry.rows, base, columns), pointer: entry.pointer }));
}

export function labelOf(rows: readonly Row[], base: number, columns: number): string {
  return joined(
    rows.map((row) => slice(row, base + 5).trimStart()),
    columns - base - 5,
  );
}
