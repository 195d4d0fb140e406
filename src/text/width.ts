// The width of a printable text in terminal columns, and fitting it into a number of columns.
import { eastAsianWidth } from 'get-east-asian-width';

// Western text and our own signs: each character is a grapheme of one column, so that most screens never load the segmenter (8 ms).
const OTHER = /[^ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u23ce\u2400-\u2426\u2500-\u25fc\u2713-\u2718\u276f]/;

let segmenter: Intl.Segmenter | undefined;

export function width(text: string): number {
  if (!OTHER.test(text)) return text.length;
  let columns = 0;
  for (const [, own] of graphemes(text)) columns += own;
  return columns;
}

/** At most `columns` wide; ends with an ellipsis if it was cut. */
export function cut(text: string, columns: number): string {
  let used = 0;
  let kept = '';
  for (const [grapheme, own] of graphemes(text)) {
    used += own;
    if (used > columns) return columns < 1 ? '' : `${kept}…`;
    if (used < columns) kept += grapheme;
  }
  return text;
}

/** Exactly `columns` wide. */
export function pad(text: string, columns: number): string {
  const fitting = cut(text, columns);
  return fitting + ' '.repeat(Math.max(0, columns - width(fitting)));
}

/**
 * The graphemes of a text with their widths, never more than two: an unlimited grapheme
 * (a chain of Indic consonants) is split, or a hostile one would break every layout.
 */
export function* graphemes(text: string): Generator<readonly [grapheme: string, columns: number]> {
  if (!OTHER.test(text)) {
    for (const character of text) yield [character, 1];
    return;
  }
  for (const segment of segments(text)) {
    const columns = columnsOf(segment);
    if (columns <= 2) yield [segment, columns];
    else for (const part of parts(segment)) yield [part, columnsOf(part)];
  }
}

/** In windows, because V8 copies the whole text at every step of a segmenter; a long text would take quadratic time. */
function* segments(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter();
  let tail = '';
  for (const [window] of text.matchAll(/.{1,200}/gsu)) {
    const found = Array.from(segmenter.segment(tail + window), ({ segment }) => segment);
    tail = found.length > 1 ? (found.pop() ?? '') : '';
    yield* found;
  }
  if (tail) yield tail;
}

function columnsOf(grapheme: string): number {
  if (isEmojiSequence(grapheme)) return 2;
  return parts(grapheme).reduce((sum, part) => sum + eastAsianWidth(part.codePointAt(0) ?? 0), 0);
}

// The regular expressions below are inside functions: a literal is compiled when first reached, and importing this file must be cheap.

/** The longest sequence in use joins four; terminals do not draw longer ones as one. */
function isEmojiSequence(grapheme: string): boolean {
  return /^(?:\p{Emoji}\ufe0f\u20e3?|\p{EBase}\p{EMod}|\p{ExtPict}[\ufe0f\p{EMod}]?(?:\u200d\p{ExtPict}[\ufe0f\p{EMod}]?){1,3})$/u.test(
    grapheme,
  );
}

/** Each part is a character and what follows it without advancing the cursor: marks, joiners, Hangul vowels and finals. */
function parts(grapheme: string): string[] {
  return grapheme.split(/(?![\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff\ud7b0-\ud7fb])/u);
}
