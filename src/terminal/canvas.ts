// How every screen is painted: as lines of styled text. Painting is pure; only the terminal that shows it knows escape sequences.
import { printable } from '../text/printable.ts';
import { cut, width } from '../text/width.ts';

/** What a text means, not how it looks: frame.ts turns it into colours. Style must never be the only sign of something (NO_COLOR, colour blindness). */
export type Style = 'dim' | 'bold' | 'accent' | 'good' | 'bad' | 'warn' | 'inverse' | 'underline';

/**
 * Invariant: `text` is printable (src/ask/text): one line, no control characters. `at` is the column where it begins, if known:
 * terminals disagree about the width of some emoji, and text at an edge must still line up.
 */
export type Span = { readonly text: string; readonly styles?: readonly Style[]; readonly at?: number };
export type Line = readonly Span[];
export type Size = { readonly columns: number; readonly rows: number };

/** A whole screen. `cursor` is where the terminal's own cursor goes, so that input methods open there; absent means hidden. */
export type Painting = { readonly lines: readonly Line[]; readonly cursor?: { readonly x: number; readonly y: number } | undefined };

export const span = (text: string, ...styles: readonly Style[]): Span => (styles.length === 0 ? { text } : { text, styles });

export const line = (text: string, ...styles: readonly Style[]): Line => (text === '' ? [] : [span(text, ...styles)]);

export const blank: Line = [];

export const widthOf = (spans: Line): number => spans.reduce((sum, { text }) => sum + width(text), 0);

export const textOf = (spans: Line): string => spans.map(({ text }) => text).join('');

/** At most `columns` wide; text that was cut off is replaced by an ellipsis. */
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
    // More spans follow this one, so the ellipsis is needed even if this one would just fit.
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

/** Left text, and right text at the right edge if both fit. */
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

export const filledTo = (lines: readonly Line[], height: number): Line[] => [
  ...lines,
  ...Array.from({ length: Math.max(0, height - lines.length) }, () => blank),
];

/** The last check before drawing: never too many rows, never too wide, never a control character, whatever a painter did. */
export function fitted(lines: readonly Line[], { columns, rows }: Size): Line[] {
  return lines.slice(0, Math.max(0, rows)).map((spans) =>
    cutLine(
      spans.map((each) => ({ ...each, text: printable(each.text) })),
      Math.max(0, columns),
    ),
  );
}
