// What one numbered row of a question says: an option, or the row for the person's own words.
import { colourAt, isBlank, slice, styleAt } from './cells.ts';
import { isWrapped, joined, joinedLines } from './join.ts';
import { contentColumn, type Entry, HANGING, isHanging } from './list.ts';
import type { OptionRow, Row, TextRow } from './state.ts';
import { columnsOf } from './width.ts';

/** How texts are drawn in a list: where they begin, and the grey of what is secondary. */
export type Look = { readonly multi: boolean; readonly grey: string; readonly columns: number };

export function optionRow(entry: Entry, look: Look): OptionRow | string {
  const column = contentColumn(look.multi);
  const width = look.columns - column;
  const first = entry.rows[0];
  if (first === undefined || isBlank(first)) return `option ${entry.number} is empty`;
  if (entry.rows.some(isBlank)) return `option ${entry.number} has a blank row in it`;
  const below = look.multi && entry.rows[1] !== undefined && isHanging(entry.rows[1], look.grey) ? HANGING : column;
  const described = entry.rows.findIndex((row, index) => index > 0 && colourAt(row, below) === look.grey);
  const labels = described < 0 ? entry.rows : entry.rows.slice(0, described);
  const descriptions = described < 0 ? [] : entry.rows.slice(described);
  if (descriptions.some((row) => colourAt(row, below) !== look.grey)) return `the description of option ${entry.number} changes its colour`;
  const own = entry.mark === '❯' ? colourAt(first, 0) : '';
  const { text, answered } = withoutTick(labels, column, width, own);
  if (!answered && colourAt(first, column) !== own) return `option ${entry.number} is in the colour of something else`;
  if (text === '') return `option ${entry.number} has no label`;
  if (!isWrapped(texts(labels, column), width)) return `the rows of option ${entry.number} do not belong together`;
  return {
    number: entry.number,
    label: text,
    ...(descriptions.length === 0 ? {} : { description: joined(texts(descriptions, below), look.columns - below) }),
    ...(entry.ticked === undefined ? {} : { ticked: entry.ticked }),
    ...(answered ? { answered } : {}),
    pointer: entry.mark === '❯',
    ...(labels.some((row) => columnsOf(row.text) >= look.columns - 1) ? { atEdge: true } : {}),
  };
}

/** A ✔ in a colour that is not the label's stands for an answer; one that the label itself ends in has the label's own. */
function withoutTick(rows: readonly Row[], column: number, width: number, own: string): { text: string; answered: boolean } {
  const text = joined(texts(rows, column), width);
  const answered = isTicked(rows, own);
  return { text: answered ? text.slice(0, -1).trimEnd() : text, answered };
}

function isTicked(rows: readonly Row[], own: string): boolean {
  const last = rows.at(-1)?.spans.findLast((span) => span.text.trim() !== '');
  return last?.text.trimEnd().endsWith('✔') === true && last.style.foreground !== '' && last.style.foreground !== own;
}

export function textRow(entry: Entry, look: Look, focused: boolean): TextRow | string {
  const column = contentColumn(look.multi);
  const first = entry.rows[0];
  if (first === undefined) return 'the text row is empty';
  const common = { number: entry.number, cut: false, focused, ...(entry.ticked === undefined ? {} : { ticked: entry.ticked }) };
  const placeholder = look.multi ? 'Type something' : 'Type something.';
  if (isPlaceholder(first, column, look.grey)) {
    return slice(first, column) === placeholder && entry.rows.length === 1
      ? { ...common, content: '' }
      : 'the text row holds another placeholder';
  }
  if (colourAt(first, column) !== '') return 'the text row is drawn like an option';
  const answered = !focused && isTicked(entry.rows, '');
  const content = joinedLines(texts(entry.rows, column), look.columns - column);
  return { ...common, content: answered ? content.slice(0, -1).trimEnd() : content, ...(answered ? { answered } : {}) };
}

/**
 * Grey when nobody is typing. When somebody could, it is dim but for its first letter, which has the cursor on it;
 * that goes too when the terminal has lost the focus.
 */
export function isPlaceholder(row: Row, column: number, grey?: string): boolean {
  const style = styleAt(row, column);
  return style.inverse ? styleAt(row, column + 1).dim : style.dim || (grey !== undefined && style.foreground === grey);
}

export function texts(rows: readonly Row[], column: number): string[] {
  return rows.map((row) => slice(row, column));
}
