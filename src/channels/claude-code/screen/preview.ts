// Reads the preview layout: options on the left, a box with the preview on the right, notes below the box.
import { type Bottom, type Footer, isParked } from './bottom.ts';
import { colourAt, hasPointer, rowAt, slice, styleAt } from './cells.ts';
import { isPlaceholder } from './entry.ts';
import { isWrapped, joined } from './join.ts';
import type { OptionRow, Pointer, Question, Row, Screen } from './state.ts';

type Body = Pick<Question, 'layout' | 'rows' | 'pointer' | 'scrolled' | 'notes'>;

export function readPreview(screen: Screen, bottom: Bottom, footer: Footer, from: number, whole: boolean): Body | string {
  if (!footer.notes) return 'the chat row has no number, but the footer offers no notes';
  const notesAt = notesPlace(screen, from, footer.rule, footer.grey);
  if (notesAt === undefined) return 'there is no box with notes below it';
  const notes = readNotes(screen, notesAt, footer);
  const left = readLeft(screen, from, footer.rule, notesAt.x, footer.grey);
  if (typeof left === 'string') return left;
  if (whole && left.hidden) return 'there are rows above the first option';
  if (left.rows[0]?.number !== 1 && (whole || !left.hidden) && from > 0) return 'the first option is missing';

  const pointed = left.rows.filter((row) => row.pointer);
  if (pointed.length > 1) return 'there are several pointers';
  if (pointed.length === 0 && left.rows[0]?.number === 1) return 'there is no pointer, and it is not scrolled away';
  const parked = isParked(screen, bottom);
  if (notes.open ? footer.chat.pointer : !parked) return 'the cursor is neither parked nor in the notes';
  const number = pointed[0]?.number;
  const pointer: Pointer | undefined = footer.chat.pointer ? { on: 'chat' } : number === undefined ? undefined : { on: 'option', number };
  return {
    layout: 'preview',
    rows: left.rows.map((row) => {
      if (footer.chat.pointer) return { ...row, pointer: false };
      return row.pointer ? { ...row, preview: boxContent(screen, notesAt, from) } : row;
    }),
    pointer,
    scrolled: { above: left.rows[0]?.number !== 1, below: false },
    notes,
  };
}

type Place = { readonly x: number; readonly y: number; readonly to: number /** Of the box. */; readonly width: number };

/** The notes begin below the bottom edge of the box, in the same column. No row inside the box ends in a grey corner. */
function notesPlace(screen: Screen, from: number, to: number, grey: string): Place | undefined {
  for (let y = from; y < to - 1; y++) {
    const row = rowAt(screen, y);
    const edge = row.text.endsWith('┘') ? row.spans.findLast((span) => span.text.trim() !== '') : undefined;
    const at = edge?.text.search(/└─+┘\s*$/) ?? -1;
    if (edge === undefined || at < 0 || edge.style.foreground !== grey) continue;
    const x = edge.x + at;
    return slice(rowAt(screen, y + 2), x, x + 6) === 'Notes:' ? { x, y: y + 2, to, width: edge.text.trimEnd().length - at } : undefined;
  }
  return undefined;
}

/** The preview of the option with the pointer. The box may not show all of it. */
function boxContent(screen: Screen, { x, y, width }: Place, from: number): string {
  const rows: string[] = [];
  for (let at = y - 3; at >= from && /[│├]/.test(slice(rowAt(screen, at), x, x + 1)); at--)
    rows.unshift(slice(rowAt(screen, at), x + 2, x + width - 1));
  return rows.join('\n').trimEnd();
}

/** Wrapping hides the line breaks of notes. While notes are being edited, only their last rows are shown. */
function readNotes(screen: Screen, { x, y, to, width }: Place, { grey }: Footer): { open: boolean; content: string } {
  const first = rowAt(screen, y);
  // A narrow screen of an older version has no blank after the colon.
  const column = x + (slice(first, x + 6, x + 7) === '' ? 7 : 6);
  const { cursor } = screen;
  const open = cursor.y >= y && cursor.y < to && cursor.x >= column;
  const rows = screen.rows.slice(y, to).map((row) => slice(row, column));
  const content = joined(
    rows.filter((row) => row !== ''),
    width - 8,
  );
  if (open ? isPlaceholder(first, column, grey) : content === 'press n to add notes') return { open, content: '' };
  return { open, content };
}

type Left = { readonly rows: readonly OptionRow[] /** There are rows whose numbered row is scrolled away. */; readonly hidden: boolean };

function readLeft(screen: Screen, from: number, to: number, edge: number, grey: string): Left | string {
  const entries: { y: number; row: Row; labels: string[]; tick: Row }[] = [];
  let hidden = false;
  for (let y = from; y < to; y++) {
    const row = rowAt(screen, y);
    const text = slice(row, 0, edge);
    if (/^[❯ ] [1-9]\. \S/.test(text)) {
      if (colourAt(row, 2) !== grey) return `the number in row ${y} is not grey`;
      if (text.startsWith('❯') && !hasPointer(row, 0)) return `the pointer in row ${y} has no colour`;
      entries.push({ y, row, labels: [slice(row, 5, edge)], tick: row });
    } else if (text !== '') {
      if (!/^ {4}\S/.test(text)) return `row ${y} belongs to no option`;
      const entry = entries.at(-1);
      if (entry === undefined) hidden = true;
      else if (y !== entry.y + entry.labels.length) return `row ${y} belongs to no option`;
      else {
        entry.labels.push(slice(row, 4, edge));
        entry.tick = row;
      }
    }
  }
  const rows: OptionRow[] = [];
  for (const { row, labels, tick } of entries) {
    const read = option(row, labels, tick, edge);
    if (typeof read === 'string') return read;
    rows.push(read);
  }
  if (rows.length === 0 && !hidden && from > 0) return 'there are no options';
  const broken = rows.some((row, index) => row.number !== (rows[0]?.number ?? 0) + index);
  return broken ? 'the numbers of the options are not consecutive' : { rows, hidden };
}

function option(row: Row, labels: readonly string[], tick: Row, edge: number): OptionRow | string {
  const pointer = row.text.startsWith('❯');
  const label = joined(labels, edge - 9);
  const own = pointer ? colourAt(row, 0) : '';
  const answered = label.endsWith('✔') && isTick(tick, edge, own);
  const number = Number(row.text[2]);
  if (!isWrapped(labels, edge - 9)) return `the rows of option ${number} do not belong together`;
  if (!answered && colourAt(row, 5) !== own) return `option ${number} has an unexpected colour`;
  return {
    number,
    label: answered ? label.slice(0, -1).trimEnd() : label,
    ...(answered ? { answered } : {}),
    pointer,
  };
}

function isTick(row: Row, edge: number, own: string): boolean {
  let x = edge - 1;
  while (x > 0 && slice(row, x, x + 1) === '') x--;
  const { foreground } = styleAt(row, x);
  return foreground !== '' && foreground !== own;
}
