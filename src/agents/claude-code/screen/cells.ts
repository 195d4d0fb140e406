// Reads single cells and ranges of cells of a row.
import { PLAIN } from './parse.ts';
import type { Row, Screen, Style } from './state.ts';
import { cells } from './width.ts';

export const EMPTY: Row = { text: '', spans: [] };

export function rowAt(screen: Screen, y: number): Row {
  return screen.rows[y] ?? EMPTY;
}

export function styleAt(row: Row, x: number): Style {
  for (const span of row.spans) if (x >= span.x && x < span.x + span.columns) return span.style;
  return PLAIN;
}

export function colourAt(row: Row, x: number): string {
  return styleAt(row, x).foreground;
}

/** The text from column `from` up to (not including) `to`, without trailing white space. A wide character counts by its first column. */
export function slice(row: Row, from: number, to = Number.POSITIVE_INFINITY): string {
  let text = '';
  for (const span of row.spans) {
    if (span.x >= to) break;
    if (span.x + span.columns <= from) continue;
    if (span.columns === span.text.length) text += span.text.slice(Math.max(0, from - span.x), to - span.x);
    else text += wideSlice(span.text, from - span.x, to - span.x);
  }
  return text.trimEnd();
}

function wideSlice(text: string, from: number, to: number): string {
  let x = 0;
  let kept = '';
  let inside = false;
  for (const [character, columns] of cells(text)) {
    if (columns > 0) inside = x >= from && x < to;
    if (inside) kept += character;
    x += columns;
  }
  return kept;
}

/** The column of the first cell that is not blank; Infinity for a blank row. */
export function indentOf(row: Row): number {
  const at = row.text.search(/\S/);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

export function isBlank(row: Row): boolean {
  return row.text === '';
}

/** A line across the whole width, as Claude Code draws it around dialogs and its input box. */
export function isRule(row: Row, columns: number): boolean {
  return row.text.length === columns && row.text.startsWith('──') && /^─+$/.test(row.text);
}

/** Whether a coloured ❯ is at this column. In ordinary text, a ❯ has the colour of the text. */
export function hasPointer(row: Row, x: number): boolean {
  return row.text[x] === '❯' && slice(row, 0, x) === '' && colourAt(row, x) !== '' && styleAt(row, x).background === '';
}
