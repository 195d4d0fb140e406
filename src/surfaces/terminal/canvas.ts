// What every screen is painted as: lines of inked text. Painting is pure; only the terminal that shows it knows escape sequences.
import { printable } from '../../text/printable.ts';
import { cut, width } from '../../text/width.ts';

/** What a text means, not how it looks: ink.ts turns it into colours. Nothing may be said by ink alone (NO_COLOR, colour blindness). */
export type Ink = 'dim' | 'bold' | 'accent' | 'good' | 'bad' | 'warn' | 'inverse' | 'underline';

/**
 * Invariant: `text` is printable (src/text): one line, no control characters. `at` is the column it begins in, where that is known:
 * terminals disagree about the width of some emoji, and what stands at an edge must stand there all the same.
 */
export type Span = { readonly text: string; readonly inks?: readonly Ink[]; readonly at?: number };
export type Line = readonly Span[];
export type Size = { readonly columns: number; readonly rows: number };

/** A whole screen. The cursor is where the terminal's own cursor stands, so that input methods open there; hidden when absent. */
export type Painting = { readonly lines: readonly Line[]; readonly cursor?: { readonly x: number; readonly y: number } | undefined };

export const span = (text: string, ...inks: readonly Ink[]): Span => (inks.length === 0 ? { text } : { text, inks });

export const line = (text: string, ...inks: readonly Ink[]): Line => (text === '' ? [] : [span(text, ...inks)]);

export const blank: Line = [];

export const widthOf = (spans: Line): number => spans.reduce((sum, { text }) => sum + width(text), 0);

export const textOf = (spans: Line): string => spans.map(({ text }) => text).join('');

/** At most `columns` wide; what was cut off is an ellipsis. */
export function cutLine(spans: Line, columns: number): Line {
  if (widthOf(spans) <= columns) return spans;
  const kept: Span[] = [];
  let room = columns;
  for (const each of spans) {
    const own = width(each.text);
    if (own < room) {
      kept.push(each);
      room -= own;
      continue;
    }
    // There is more behind this span, so an ellipsis is due even where it would just fit.
    kept.push({ ...each, text: cut(`${each.text} `, room) });
    return kept;
  }
  return kept;
}

/** Exactly `columns` wide. */
export function padLine(spans: Line, columns: number): Line {
  const fitting = cutLine(spans, columns);
  const missing = columns - widthOf(fitting);
  return missing > 0 ? [...fitting, span(' '.repeat(missing))] : fitting;
}

/** Left text, and right text at the right edge where there is room for both. */
export function edges(left: Line, right: Line, columns: number): Line {
  const gap = columns - widthOf(left) - widthOf(right);
  return gap < 2 ? cutLine(left, columns) : [...left, span(' '.repeat(gap)), ...right];
}

/** Two paintings side by side; the left one is `leftColumns` wide. */
export function beside(left: readonly Line[], right: readonly Line[], leftColumns: number): Line[] {
  const height = Math.max(left.length, right.length);
  return Array.from({ length: height }, (_, i) => {
    const other = right[i] ?? blank;
    return other.length === 0 ? (left[i] ?? blank) : [...padLine(left[i] ?? blank, leftColumns), ...other];
  });
}

/** The last guard before a screen: never more rows, never wider, never a control character, whatever a painter did. */
export function fitted(lines: readonly Line[], { columns, rows }: Size): Line[] {
  return lines.slice(0, Math.max(0, rows)).map((spans) =>
    cutLine(
      spans.map((each) => ({ ...each, text: printable(each.text) })),
      Math.max(0, columns),
    ),
  );
}
