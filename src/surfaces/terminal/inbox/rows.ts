// Lists of two-line rows, of which only the visible part is painted, with the selected row in the middle if possible.
import { blank, cutLine, edges, type Line, padLine, type Size, type Span, span, widthOf } from '../canvas.ts';

/** `head` is what the row is about, `corner` is shown at its right edge, `foot` is the second line. */
export type Row = { readonly head: Line; readonly corner: Line; readonly foot: Line };

export const HEIGHT = 2;
const CURSOR = span('❯ ', 'accent', 'bold');
const MARGIN = span('  ');

/** Which items are visible. The selected one keeps its place on the screen while others come and go above it. */
export function seen(count: number, selected: number, rows: number): { readonly from: number; readonly to: number } {
  const room = Math.max(1, Math.floor(rows / HEIGHT));
  const from = Math.max(0, Math.min(selected - Math.floor((room - 1) / 2), count - room));
  return { from, to: Math.min(count, from + room) };
}

export function rowLines<T>(items: readonly T[], selected: number, row: (item: T) => Row, { columns, rows }: Size): Line[] {
  const { from, to } = seen(items.length, selected, rows);
  return items.slice(from, to).flatMap((item, i) => {
    const { head, corner, foot } = row(item);
    const chosen = from + i === selected;
    const fitting = cutLine(head, columns - widthOf(corner) - 5);
    const first = [chosen ? CURSOR : MARGIN, ...(chosen ? fitting.map(emphasised) : fitting)];
    return [edges(first, atEdge([...corner, span(' ')], columns), columns), cutLine([MARGIN, ...foot], columns)];
  });
}

/** Where the last columns begin, however wide the terminal draws the text before them. */
function atEdge(corner: Line, columns: number): Line {
  const [first, ...rest] = corner;
  return first ? [{ ...first, at: columns - widthOf(corner) }, ...rest] : corner;
}

const emphasised = (each: Span): Span => ({ ...each, inks: [...(each.inks ?? []), 'bold'] });

export const dotted = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** One row of the pane beside the list, with a separator. */
export function withBeside(left: Line, right: Line, columns: number): Line {
  return [...padLine(left, columns), { ...span(right.length === 0 ? '│' : '│ ', 'dim'), at: columns }, ...right];
}

/** An empty list says why it is empty, in the upper half. */
export function emptyLines(said: readonly Line[], { columns, rows }: Size): Line[] {
  const above = Math.max(0, Math.min(4, Math.floor((rows - said.length) / 3)));
  const indent = span(' '.repeat(Math.min(4, Math.floor(columns / 20))));
  return [...Array.from({ length: above }, () => blank), ...said.map((line) => [indent, ...line])];
}
