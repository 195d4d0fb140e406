// Text from agents as screen lines: sanitised, wrapped, and visible even if it tries to hide.

import { printable, printableLines } from '../../text/printable.ts';
import { isVisible } from '../../text/visible.ts';
import { wrap } from '../../text/wrap.ts';
import { blank, type Line, line, type Style, span } from '../canvas.ts';

/** A text is painted up to this length; nobody reads more in a terminal, and every key press would wrap it again. */
const MOST_CHARACTERS = 60_000;

/** One line, of which at most `columns` are visible. A text with nothing visible in it is shown as ‹blank›. */
export function label(text: string, columns = 400): string {
  return isVisible(text) ? printable(beginning(text, columns)) : '‹blank›';
}

/** The whole text, however long: for text that can be scrolled. */
export function wrapped(text: string, columns: number, ...styles: readonly Style[]): readonly Line[] {
  return remembered(wholes, `${columns} ${styles.join()}`, text, () => wrapAgain(text, columns, styles));
}

/** At most `most` lines, and whether that was all. A text of megabytes costs no more. */
export function firstLines(
  text: string,
  columns: number,
  most: number,
  ...styles: readonly Style[]
): { lines: readonly Line[]; all: boolean } {
  const lines = remembered(beginnings, `${columns} ${most} ${styles.join()}`, text, () => {
    const few = wrapAgain(text.slice(0, columns * (most + 1)), columns, styles);
    // One emoji can have a dozen code units for two columns.
    return few.length > most ? few : wrapAgain(beginning(text, columns * (most + 1)), columns, styles);
  });
  return { lines: lines.slice(0, most), all: lines.length <= most && text.length <= beginning(text, columns * (most + 1)).length };
}

/** With a bar at the left, so that it cannot be mistaken for part of the dialog. Markdown headings and fences are styled; nothing is removed. */
export function quoted(text: string, columns: number): readonly Line[] {
  return remembered(wholes, `${columns} quoted`, text, () =>
    printableLines(capped(text)).flatMap((each) => {
      const styles: Style[] = /^#{1,6} /.test(each) ? ['bold'] : /^\s*(```|~~~)/.test(each) ? ['dim'] : [];
      return wrap(each, Math.max(2, columns - 2)).map((part) => [span('│ ', 'dim'), span(part, ...styles)]);
    }),
  );
}

function wrapAgain(text: string, columns: number, styles: readonly Style[]): Line[] {
  if (!isVisible(text)) return [line('‹blank›', 'dim')];
  return printableLines(capped(text)).flatMap((each) =>
    each === '' ? [blank] : wrap(each, Math.max(2, columns)).map((part) => line(part, ...styles)),
  );
}

function capped(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} … (${text.length - MOST_CHARACTERS} more characters)` : text;
}

/** More than enough to fill this many columns. */
const beginning = (text: string, columns: number): string => text.slice(0, Math.max(1, columns) * 8);

/** Every key repaints everything, and most of it is unchanged. The oldest entry is dropped first. */
type Memory = { readonly most: number; readonly texts: Map<string, Map<string, readonly Line[]>> };
const wholes: Memory = { most: 20, texts: new Map() };
const beginnings: Memory = { most: 1000, texts: new Map() };
const MOST_SHAPES = 4;

function remembered({ most, texts }: Memory, shape: string, text: string, make: () => readonly Line[]): readonly Line[] {
  const known = texts.get(text) ?? new Map<string, readonly Line[]>();
  texts.delete(text);
  texts.set(text, known);
  if (texts.size > most) texts.delete(texts.keys().next().value ?? '');
  const found = known.get(shape);
  if (found) return found;
  if (known.size >= MOST_SHAPES) known.clear();
  const made = make();
  known.set(shape, made);
  return made;
}
