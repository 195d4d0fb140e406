// Reads one numbered row of a question: an option, or the text row.
import { colourAt, indentOf, isBlank, slice, styleAt } from './cells.ts';
import { isWrapped, joined, joinedLines } from './join.ts';
import { contentColumn, type Entry } from './list.ts';
import type { OptionRow, Row, TextRow } from './state.ts';
import { columnsOf } from './width.ts';

/** How a list is drawn. `grey` is the colour of secondary text. */
export type Look = { readonly multi: boolean; readonly grey: string; readonly columns: number };

export function optionRow(entry: Entry, look: Look): OptionRow | string {
  const { column } = entry;
  const width = look.columns - column;
  const first = entry.rows[0];
  if (first === undefined || isBlank(first)) return `option ${entry.number} is empty`;
  // A squeezed label that just fits takes a second row, which is blank.
  const squeezed = column !== contentColumn(look.multi);
  const justFits = squeezed && columnsOf(first.text) === look.columns && entry.rows[1] !== undefined && isBlank(entry.rows[1]);
  const rows = justFits ? entry.rows.toSpliced(1, 1) : entry.rows;
  const isGrey = (row: Row) => !isBlank(row) && colourAt(row, indentOf(row)) === look.grey;
  const firstDescription = rows.findIndex((row, index) => index > 0 && isGrey(row));
  const labels = firstDescription < 0 ? rows : rows.slice(0, firstDescription);
  const all = firstDescription < 0 ? [] : rows.slice(firstDescription);
  // Older versions draw the blank lines of a description.
  const descriptions = all.filter((row) => !isBlank(row));
  if (labels.some(isBlank) || all.at(-1) !== descriptions.at(-1)) return `option ${entry.number} has a blank row in it`;
  const below = Math.min(...descriptions.map(indentOf));
  if (!descriptions.every(isGrey)) return `the description of option ${entry.number} changes its colour`;
  const own = entry.mark === '❯' ? colourAt(first, 0) : '';
  const { text, answered } = withoutTick(labels, column, width, own);
  if (!answered && colourAt(first, column) !== own) return `option ${entry.number} has an unexpected colour`;
  if (text === '') return `option ${entry.number} has no label`;
  if (squeezed && !justFits && labels.length === 1) return `option ${entry.number} is squeezed, but does not wrap`;
  if (!isWrapped(wrapped(labels, column), width)) return `the rows of option ${entry.number} do not belong together`;
  return {
    number: entry.number,
    label: text,
    ...(descriptions.length === 0 ? {} : { description: joined(wrapped(descriptions, below), look.columns - below) }),
    ...(entry.ticked === undefined ? {} : { ticked: entry.ticked }),
    ...(answered ? { answered } : {}),
    pointer: entry.mark === '❯',
    ...(labels.some((row) => columnsOf(row.text) >= look.columns - 1) ? { atEdge: true } : {}),
  };
}

/** A ✔ in another colour than the label (`own`) marks an answer. In the same colour, it is part of the label. */
function withoutTick(rows: readonly Row[], column: number, width: number, own: string): { text: string; answered: boolean } {
  const text = joined(wrapped(rows, column), width);
  const answered = isTicked(rows, own);
  return { text: answered ? text.slice(0, -1).trimEnd() : text, answered };
}

function isTicked(rows: readonly Row[], own: string): boolean {
  const last = rows.at(-1)?.spans.findLast((span) => span.text.trim() !== '');
  return last?.text.trimEnd().endsWith('✔') === true && last.style.foreground !== '' && last.style.foreground !== own;
}

export function textRow(entry: Entry, look: Look, focused: boolean): TextRow | string {
  const { column } = entry;
  const first = entry.rows[0];
  if (first === undefined) return 'the text row is empty';
  const common = { number: entry.number, cut: false, focused, ...(entry.ticked === undefined ? {} : { ticked: entry.ticked }) };
  if (isPlaceholder(first, column, look.grey))
    return entry.rows.length === 1 ? { ...common, content: '' } : 'the placeholder of the text row takes several rows';
  if (colourAt(first, column) !== '') return 'the text row is drawn like an option';
  const answered = !focused && isTicked(entry.rows, '');
  const content = joinedLines(texts(entry.rows, column), look.columns - column);
  return { ...common, content: answered ? content.slice(0, -1).trimEnd() : content, ...(answered ? { answered } : {}) };
}

/** What an empty text row says, if it is not what we know. */
export function unusualPlaceholder({ rows, column }: Entry, { multi }: Look): string | undefined {
  const shown = slice(rows[0] as Row, column);
  return shown === (multi ? 'Type something' : 'Type something.') ? undefined : shown;
}

/**
 * A placeholder is grey in a field without focus. In the focused field it is dim, with the cursor on its first letter; the cursor is not
 * drawn when the terminal lost focus.
 */
export function isPlaceholder(row: Row, column: number, grey?: string): boolean {
  const style = styleAt(row, column);
  return style.inverse ? styleAt(row, column + 1).dim : style.dim || (grey !== undefined && style.foreground === grey);
}

/** In older versions, a row may begin with the space at which the text was wrapped. */
function wrapped(rows: readonly Row[], column: number): string[] {
  return texts(rows, column).map((text) => text.trimStart());
}

export function texts(rows: readonly Row[], column: number): string[] {
  return rows.map((row) => slice(row, column));
}
