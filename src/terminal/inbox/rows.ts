// A tab of the inbox: a list of two-line rows, of which only the visible part is painted, and the preview of the selected one.
import type { Painted as Scrollable } from '../../dialog/inbox/press.ts';
import { blank, cutLine, edges, type Line, type Painting, padLine, type Size, type Span, span, widthOf } from '../canvas.ts';

/** `head` is what the row is about, `corner` is shown at its right edge, `foot` is the second line. */
export type ListRow = { readonly head: Line; readonly corner: Line; readonly foot: Line };

/** `scroll` and `dialog` say how far things can be scrolled; the next key needs them. */
export type InboxPainting = Painting & Scrollable;

/** `place` is the position in the list. */
export type TabPainting = {
  readonly lines: readonly Line[];
  readonly preview: readonly Line[];
  readonly place: string;
  /** The item in each line, for clicks. */
  readonly items: readonly (string | undefined)[];
};

/** The sizes of the list and of the pane beside it, if there is one. */
export type TabSize = { readonly list: Size; readonly preview?: Size | undefined };

const HEIGHT = 2;
const CURSOR = span('❯ ', 'accent', 'bold');
const MARGIN = span('  ');

type Shown<T> = {
  readonly selected: string | undefined;
  row(item: T): ListRow;
  /** The title of the group that begins with this item. */
  heading?: ((item: T, before: T | undefined) => Line | undefined) | undefined;
  preview(item: T, size: Size): readonly Line[];
};

export function tabPainting<T extends { readonly id: string }>(
  items: readonly T[],
  { selected, row, heading, preview }: Shown<T>,
  size: TabSize,
): TabPainting {
  const index = Math.max(
    0,
    items.findIndex(({ id }) => id === selected),
  );
  const chosen = items[index];
  // A heading is as high as a row.
  const entries = items.flatMap((item, i): Entry<T>[] => {
    const title = heading?.(item, items[i - 1]);
    return title ? [{ title }, { item }] : [{ item }];
  });
  const at = heading ? entries.findIndex((entry) => 'item' in entry && entry.item === chosen) : index;
  const { from, to } = seen(entries.length, at, size.list.rows);
  const shown = entries.slice(from, to);
  return {
    lines: shown.flatMap((entry, i) =>
      'item' in entry ? rowLines(row(entry.item), from + i === at, size.list.columns) : [blank, cutLine(entry.title, size.list.columns)],
    ),
    items: shown.flatMap((entry) => ('item' in entry ? [entry.item.id, entry.item.id] : [undefined, undefined])),
    preview: chosen && size.preview ? preview(chosen, size.preview).slice(0, size.preview.rows) : [],
    place: `${index + 1} of ${items.length}`,
  };
}

type Entry<T> = { readonly title: Line } | { readonly item: T };

/** Which items are visible. The selected one keeps its place on the screen while others come and go above it. */
export function seen(count: number, selected: number, rows: number): { readonly from: number; readonly to: number } {
  const room = Math.max(1, Math.floor(rows / HEIGHT));
  const from = Math.max(0, Math.min(selected - Math.floor((room - 1) / 2), count - room));
  return { from, to: Math.min(count, from + room) };
}

/** The selected row is highlighted over its whole width, in the terminal's own colours. */
function rowLines({ head, corner, foot }: ListRow, chosen: boolean, columns: number): Line[] {
  const fitting = cutLine(head, columns - widthOf(corner) - 5);
  const first = edges([chosen ? CURSOR : MARGIN, ...fitting], atEdge([...corner, span(' ')], columns), columns);
  const second = cutLine([MARGIN, ...foot], columns);
  return chosen ? [padLine(first, columns).map(highlighted), padLine(second, columns).map(highlighted)] : [first, second];
}

/** Where the last columns begin, however wide the terminal draws the text before them. */
function atEdge(corner: Line, columns: number): Line {
  const [first, ...rest] = corner;
  return first ? [{ ...first, at: columns - widthOf(corner) }, ...rest] : corner;
}

const highlighted = (each: Span): Span => ({ ...each, styles: ['inverse', ...(each.styles?.includes('dim') ? [] : (['bold'] as const))] });

export const dotted = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** One row of the pane beside the list, with a separator. */
export function withBeside(left: Line, right: Line, columns: number): Line {
  return [...padLine(left, columns), { ...span(right.length === 0 ? '│' : '│ ', 'dim'), at: columns }, ...right];
}

/** An empty list says why it is empty, in the upper half. */
export function emptyTab(said: readonly Line[], { list: { columns, rows } }: TabSize): TabPainting {
  const above = Math.max(0, Math.min(4, Math.floor((rows - said.length) / 3)));
  const indent = span(' '.repeat(Math.min(4, Math.floor(columns / 20))));
  return {
    lines: [...Array.from({ length: above }, () => blank), ...said.map((line) => [indent, ...line])],
    preview: [],
    place: '',
    items: [],
  };
}
