// Reads the preview layout: options on the left, a box with the preview on the right, notes below the box.
import { type Bottom, type Footer, isParked } from './bottom.ts';
import { colourAt, hasPointer, rowAt, slice, styleAt } from './cells.ts';
import { isPlaceholder } from './entry.ts';
import { bare, isWrapped, joined } from './join.ts';
import type { OptionRow, Pointer, Question, Row, Screen } from './state.ts';

type Body = Pick<Question, 'layout' | 'rows' | 'pointer' | 'scrolled' | 'notes'>;

export function readPreview(screen: Screen, bottom: Bottom, footer: Footer, from: number, whole: boolean): Body | string {
  if (!footer.offers.notes && footer.unfamiliar.length === 0) return 'the chat row has no number, but the footer offers no notes';
  const notesAt = notesField(screen, from, footer.rule, footer.grey) ?? (whole ? undefined : notesWithoutBox(screen, from, footer));
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
      return row.pointer && notesAt.width !== undefined ? { ...row, preview: boxContent(screen, notesAt, notesAt.width, from) } : row;
    }),
    pointer,
    scrolled: { above: left.rows[0]?.number !== 1, below: false },
    notes,
  };
}

/** `width` is that of the box; undefined when it is above the top of the screen. */
type NotesField = { readonly x: number; readonly y: number; readonly to: number; readonly width?: number };

/** The notes begin below the bottom edge of the box, in the same column. No row inside the box ends in a grey corner. */
function notesField(screen: Screen, from: number, to: number, grey: string): NotesField | undefined {
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

/** A note that was just written narrows the options, whose rows may push the box out of a small pane. The name of the notes has a colour. */
function notesWithoutBox({ rows }: Screen, from: number, { rule, grey }: Footer): NotesField | undefined {
  for (let y = from; y < rule; y++) {
    const name = rows[y]?.spans.find(({ text }) => text.trim() !== '' && text.startsWith('Notes:'));
    if (name === undefined || name.x < LEAST_LEFT || name.style.bold || ['', grey].includes(name.style.foreground)) continue;
    return { x: name.x, y, to: rule };
  }
  return undefined;
}

/** The options take at least so many columns. Labels begin before that. */
const LEAST_LEFT = 10;

/** The preview of the option with the pointer. The box may not show all of it. */
function boxContent(screen: Screen, { x, y }: NotesField, width: number, from: number): string {
  const rows: string[] = [];
  for (let at = y - 3; at >= from && /[│├]/.test(slice(rowAt(screen, at), x, x + 1)); at--)
    rows.unshift(slice(rowAt(screen, at), x + 2, x + width - 1));
  return rows.join('\n').trimEnd();
}

/** Wrapping hides the line breaks of notes. While notes are being edited, only their last rows are shown. */
function readNotes(
  screen: Screen,
  { x, y, to, width = screen.columns - x }: NotesField,
  { grey }: Footer,
): { open: boolean; content: string } {
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
  if (open ? isPlaceholder(first, column, grey) : bare(content) === bare('press n to add notes')) return { open, content: '' };
  return { open, content };
}

type Left = { readonly rows: readonly OptionRow[] /** There are rows whose numbered row is scrolled away. */; readonly hidden: boolean };

function readLeft(screen: Screen, from: number, to: number, edge: number, grey: string): Left | string {
  const entries: { y: number; row: Row; labels: string[]; tick: Row; number: number; squeezed: boolean }[] = [];
  let hidden = false;
  for (let y = from; y < to; y++) {
    const row = rowAt(screen, y);
    const text = slice(row, 0, edge);
    if (/^[❯ ] [1-9]\. \S/.test(text)) {
      if (colourAt(row, 2) !== grey) return `the number in row ${y} is not grey`;
      if (text.startsWith('❯') && !hasPointer(row, 0)) return `the pointer in row ${y} has no colour`;
      entries.push({ y, row, labels: [slice(row, 5, edge)], tick: row, number: Number(row.text[2]), squeezed: false });
    } else if (/^[❯ ][1-9]\. \S/.test(text)) {
      if (colourAt(row, 1) !== grey) return `the number in row ${y} is not grey`;
      if (text.startsWith('❯') && !hasPointer(row, 0)) return `the pointer in row ${y} has no colour`;
      entries.push({ y, row, labels: [slice(row, 4, edge)], tick: row, number: Number(row.text[1]), squeezed: true });
    } else if (isSqueezed(text, slice(rowAt(screen, y + 1), 0, edge))) {
      const below = rowAt(screen, y + 1);
      if (colourAt(below, 1) !== grey) return `the number in row ${y + 1} is not grey`;
      if (text.startsWith('❯') && !hasPointer(row, 0)) return `the pointer in row ${y} has no colour`;
      const labels = [slice(row, 4, edge), slice(below, 3, edge)];
      entries.push({ y, row, labels, tick: below, number: Number(below.text[1]), squeezed: true });
      y += 1;
    } else if (text !== '') {
      const entry = entries.at(-1);
      // Of a row whose number is above the top of the screen, it is not known whether it is squeezed.
      if (!((entry?.squeezed ?? true) ? /^ {3,4}\S/ : /^ {4}\S/).test(text)) return `row ${y} belongs to no option`;
      if (entry === undefined) hidden = true;
      else if (y !== entry.y + entry.labels.length) return `row ${y} belongs to no option`;
      else {
        entry.labels.push(slice(row, entry.squeezed ? 3 : 4, edge).trimStart());
        entry.tick = row;
      }
    }
  }
  const rows: OptionRow[] = [];
  for (const entry of entries) {
    const read = option(entry, edge);
    if (typeof read === 'string') return read;
    rows.push(read);
  }
  if (rows.length === 0 && !hidden && from > 0) return 'there are no options';
  const broken = rows.some((row, index) => row.number !== (rows[0]?.number ?? 0) + index);
  return broken ? 'the numbers of the options are not consecutive' : { rows, hidden };
}

/** In a narrow column, the number moves to the second row of its label: `    A label that` above ` 3.is too long`. In 2.1.200 it stays: ` 3. A label that`. */
const isSqueezed = (text: string, below: string): boolean => /^[❯ ] {3}\S/.test(text) && /^ [1-9]\.\S/.test(below);

type LabelRows = {
  readonly row: Row;
  readonly labels: readonly string[];
  readonly tick: Row;
  readonly number: number;
  readonly squeezed: boolean;
};

function option({ row, labels, tick, number, squeezed }: LabelRows, edge: number): OptionRow | string {
  // In 2.1.200, a label that wraps takes the place of its pointer. It is bold and in the colour of a pointer then.
  const isMarked = row.text.startsWith(' ') && squeezed && styleAt(row, 4).bold && colourAt(row, 4) !== '';
  const pointer = row.text.startsWith('❯') || isMarked;
  const label = joined(labels, edge - 9);
  const own = pointer ? colourAt(row, isMarked ? 4 : 0) : '';
  const answered = label.endsWith('✔') && isTick(tick, edge, own);
  if (!squeezed && !isWrapped(labels, edge - 9)) return `the rows of option ${number} do not belong together`;
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
