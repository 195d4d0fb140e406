// A text field as lines, with the position of its cursor. Wraps at spaces, but every character keeps its own cell.

import type { TextField } from '../../dialog/dialog/text-field.ts';
import { printable } from '../../text/printable.ts';
import { graphemes, width } from '../../text/width.ts';
import { type Line, span } from '../canvas.ts';

type PaintedField = { readonly lines: readonly Line[]; readonly cursor: { readonly x: number; readonly y: number } };

type FieldRow = { readonly start: number; readonly cells: readonly Cell[] };
type Cell = { readonly at: number; readonly text: string; readonly columns: number };

const BAR = '│ ';

/** At most `height` rows, including the one with the cursor. */
export function paintField(field: TextField, columns: number, height: number, placeholder: string): PaintedField {
  if (field.text === '') return { lines: [[span(BAR, 'accent'), span(placeholder, 'dim')]], cursor: { x: 2, y: 0 } };
  // One column stays free for a cursor after the last character.
  const rows = rowsOf(part(field), Math.max(2, columns - BAR.length - 1));
  const row = Math.max(
    0,
    rows.findLastIndex(({ start }) => start <= field.cursor),
  );
  const top = Math.max(0, Math.min(rows.length - height, row - Math.floor(height / 2)));
  const x = (rows[row]?.cells ?? []).filter(({ at }) => at < field.cursor).reduce((sum, cell) => sum + cell.columns, 0);
  const bar = (i: number): string => (i === 0 && top > 0 ? '↑ ' : i === height - 1 && top + height < rows.length ? '↓ ' : BAR);
  return {
    lines: rows.slice(top, top + height).map(({ cells }, i) => [span(bar(i), 'accent'), span(cells.map((c) => c.text).join(''))]),
    cursor: { x: BAR.length + x, y: row - top },
  };
}

/** In a huge text, only the part near the cursor is wrapped. That part moves in big steps, so that lines do not jump. */
const STEP = 8_000;
function part({ text, cursor }: TextField): { text: string; from: number } {
  if (text.length <= 3 * STEP) return { text, from: 0 };
  const from = Math.max(0, (Math.floor(cursor / STEP) - 1) * STEP);
  return { text: text.slice(from, from + 3 * STEP), from };
}

function rowsOf({ text, from }: { text: string; from: number }, columns: number): FieldRow[] {
  const rows: FieldRow[] = [];
  let start = from;
  for (const each of text.split('\n')) {
    rows.push(...lineRows(each, start, columns));
    start += each.length + 1;
  }
  return rows;
}

function lineRows(text: string, from: number, columns: number): FieldRow[] {
  const rows: FieldRow[] = [];
  let cells: Cell[] = [];
  let used = 0;
  let at = from;
  for (const [grapheme] of graphemes(text)) {
    const shown = grapheme === '\t' ? '  ' : printable(grapheme);
    const own = width(shown);
    if (used + own > columns && cells.length > 0) {
      const space = cells.findLastIndex((cell) => cell.text === ' ');
      const kept = space > 0 ? cells.slice(0, space + 1) : cells;
      rows.push({ start: kept[0]?.at ?? from, cells: kept });
      cells = cells.slice(kept.length);
      used = cells.reduce((sum, cell) => sum + cell.columns, 0);
    }
    cells.push({ at, text: shown, columns: own });
    used += own;
    at += grapheme.length;
  }
  return [...rows, { start: cells[0]?.at ?? from, cells }];
}
