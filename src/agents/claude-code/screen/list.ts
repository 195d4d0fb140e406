// Reads the numbered rows of a question in the single-select and multi-select layouts.
import { colourAt, hasPointer, indentOf, isBlank, rowAt, slice, styleAt } from './cells.ts';
import type { Row, Screen } from './state.ts';

/** One numbered row, with the rows below that belong to it. */
export type Entry = {
  readonly y: number;
  readonly number: number;
  readonly mark: '❯' | '↑' | '↓' | ' ';
  readonly ticked?: boolean;
  /** Where the label and its continuations begin. */
  readonly column: number;
  /** The numbered row and the indented rows below it. */
  readonly rows: readonly Row[];
};

/** `orphans` are rows at the top of the screen whose numbered row is scrolled away. */
export type List = { readonly entries: readonly Entry[]; readonly orphans: readonly Row[] };

export type Shape = { readonly from: number; readonly to: number; readonly multi: boolean; readonly grey: string };

/** The usual column of labels. Older versions squeeze a label that wraps by one column: `❯1. [ ] Label`, or `❯ 1.[ ] Label` in 2.1.200. */
export function contentColumn(multi: boolean): number {
  return multi ? 9 : 5;
}

export function readList(screen: Screen, { from, to, multi, grey }: Shape): List | string {
  const entries: (Entry & { rows: Row[] })[] = [];
  const orphans: Row[] = [];
  for (let y = from; y < to; y++) {
    const row = rowAt(screen, y);
    if (row.spans.some((span) => span.style.bold && span.text.trim() !== '')) return `row ${y} is bold, but nothing in a list is bold`;
    const start = entryAt(row, y, multi, grey, rowAt(screen, y + 1));
    if (typeof start === 'string') return start;
    if (start !== undefined) entries.push(start);
    else if (isRestOfBox(row, entries.at(-1), y)) entries.at(-1)?.rows.push(withoutBox(row));
    else if (!isBlank(row) && indentOf(row) < (entries.at(-1)?.column ?? contentColumn(multi)) && !(multi && isHanging(row, grey)))
      return `row ${y} belongs to no option`;
    else (entries.at(-1)?.rows ?? orphans).push(row);
  }
  const gap = entries.findIndex((entry, index) => index > 0 && entry.number !== (entries[index - 1]?.number ?? 0) + 1);
  return gap < 0 ? { entries, orphans } : `the numbers of the options are not consecutive at ${entries[gap]?.number}`;
}

/** Older versions draw the descriptions of a multi-select question further left. */
function isHanging(row: Row, grey: string): boolean {
  return (
    (indentOf(row) === HANGING || indentOf(row) === HANGING + 1) &&
    row.spans.every((span) => span.text.trim() === '' || span.style.foreground === grey)
  );
}

const HANGING = 2;

/** In 2.1.220, the box of a label that wraps does so, too: `[✔ A label` above ` ]  that wraps`. */
function isRestOfBox(row: Row, entry: Entry | undefined, y: number): boolean {
  return entry?.rows.length === 1 && entry.y === y - 1 && entry.column === WRAPPED_BOX + 3 && slice(row, 0, entry.column) === REST_OF_BOX;
}

/** Where a box that wraps is, and what the row below its number begins with. */
const WRAPPED_BOX = 5;
const REST_OF_BOX = `${' '.repeat(WRAPPED_BOX)}]`;

const withoutBox = ({ text, spans }: Row): Row => ({
  text: text.replace(']', ' '),
  spans: spans.map((span) => (span.x <= WRAPPED_BOX && span.text.includes(']') ? { ...span, text: span.text.replace(']', ' ') } : span)),
});

function entryAt(row: Row, y: number, multi: boolean, grey: string, below: Row): (Entry & { rows: Row[] }) | string | undefined {
  const match = /^([❯↑↓ ])( ?)([1-9])\.( ?)/.exec(row.text);
  if (match === null) return undefined;
  const mark = match[1] as Entry['mark'];
  const [at, gap] = [match[2] === '' ? 1 : 2, match[4] === '' ? 0 : 1];
  const column = at + 2 + gap;
  const isWrapped =
    column === WRAPPED_BOX && /^\[[ ✔]? *$/.test(slice(row, column, column + 3)) && slice(below, 0, column + 3) === REST_OF_BOX;
  const box = isWrapped ? `${slice(row, column, column + 2).padEnd(2)}]` : slice(row, column, column + 4);
  const hasBox = box === '[ ]' || box === '[✔]';
  // Squeezed by one column, in one of two places. Text may also begin with a number and a dot.
  if (gap === 0 && (at === 1 || (multi ? !hasBox : !/^\S/.test(box)))) return undefined;
  if (colourAt(row, at) !== grey || styleAt(row, at).bold) return `the number in row ${y} is not grey`;
  if (mark === '❯' && (!hasPointer(row, 0) || colourAt(row, 0) === grey)) return `the pointer in row ${y} has no colour`;
  if ((mark === '↑' || mark === '↓') && colourAt(row, 0) !== grey) return `the arrow in row ${y} is not grey`;
  const entry = { y, number: Number(match[3]), mark, column: multi ? column + (isWrapped ? 3 : 4) : column, rows: [row] };
  if (!multi) return entry;
  if (!hasBox) return `row ${y} has no box to tick`;
  const ticked = box === '[✔]';
  const coloured = ![grey, ''].includes(colourAt(row, column + 1));
  return ticked === coloured ? { ...entry, ticked } : `the tick and the colour in row ${y} disagree`;
}
