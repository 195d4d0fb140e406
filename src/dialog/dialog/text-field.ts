// A text field with several lines. The cursor is always between visible characters, never inside one.
import type { Key } from '../key.ts';

/** Invariants: the cursor is a UTF-16 offset at a grapheme boundary; lines end with \n alone. */
export type TextField = { readonly text: string; readonly cursor: number };

export const fieldOf = (text: string): TextField => {
  const clean = withPlainNewlines(text);
  return { text: clean, cursor: clean.length };
};

/** Undefined when the key does not edit: the owner of the field decides what it means. */
export function edit(field: TextField, key: Key): TextField | undefined {
  const { text, cursor } = field;
  switch (key.kind) {
    case 'char':
    case 'paste':
      return inserted(field, key.text);
    case 'newline':
      return inserted(field, '\n');
    case 'backspace':
      return removed(field, before(text, cursor), cursor);
    case 'delete':
      return removed(field, cursor, after(text, cursor));
    case 'delete-word':
      return removed(field, wordLeft(text, cursor), cursor);
    case 'delete-to-start':
      return removed(field, lineStart(text, cursor), cursor);
    case 'delete-to-end':
      return removed(field, cursor, lineEnd(text, cursor));
    case 'left':
      return { text, cursor: before(text, cursor) };
    case 'right':
      return { text, cursor: after(text, cursor) };
    case 'word-left':
      return { text, cursor: wordLeft(text, cursor) };
    case 'word-right':
      return { text, cursor: wordRight(text, cursor) };
    case 'home':
      return { text, cursor: lineStart(text, cursor) };
    case 'end':
      return { text, cursor: lineEnd(text, cursor) };
    case 'up':
      return { text, cursor: lineUp(text, cursor) };
    case 'down':
      return { text, cursor: lineDown(text, cursor) };
    default:
      return undefined;
  }
}

function inserted({ text, cursor }: TextField, more: string): TextField {
  const clean = withPlainNewlines(more);
  return settled(text.slice(0, cursor) + clean + text.slice(cursor), cursor + clean.length);
}

function removed({ text }: TextField, from: number, to: number): TextField {
  return settled(text.slice(0, from) + text.slice(to), from);
}

/** Inserted or removed text may have joined its neighbours into one character; then the cursor goes after it. */
function settled(text: string, cursor: number): TextField {
  const inside = borders(text, cursor).find(([start, end]) => start < cursor && cursor < end);
  return { text, cursor: inside ? inside[1] : cursor };
}

function before(text: string, cursor: number): number {
  return borders(text, cursor).findLast(([, end]) => end <= cursor)?.[0] ?? 0;
}

function after(text: string, cursor: number): number {
  return borders(text, cursor).find(([start]) => start >= cursor)?.[1] ?? text.length;
}

/** The end of the next word: skips what is not a word, then the word. */
function wordRight(text: string, cursor: number): number {
  const [gone = ''] = /^[^\p{L}\p{N}\p{M}]*[\p{L}\p{N}\p{M}]*/u.exec(text.slice(cursor)) ?? [];
  return settled(text, cursor + gone.length).cursor;
}

function wordLeft(text: string, cursor: number): number {
  const from = Math.max(0, cursor - LONGEST_WORD);
  const [gone = ''] = /[\p{L}\p{N}\p{M}]*[^\p{L}\p{N}\p{M}]*$/u.exec(text.slice(onBorder(text, from), cursor)) ?? [];
  const target = cursor - gone.length;
  const inside = borders(text, target).find(([start, end]) => start < target && target < end);
  return inside ? inside[0] : target;
}

const lineStart = (text: string, cursor: number): number => (cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1);

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf('\n', cursor);
  return end < 0 ? text.length : end;
}

function lineUp(text: string, cursor: number): number {
  const start = lineStart(text, cursor);
  if (start === 0) return 0;
  return inLine(text, lineStart(text, start - 1), graphemesIn(text.slice(start, cursor)));
}

function lineDown(text: string, cursor: number): number {
  const end = lineEnd(text, cursor);
  if (end === text.length) return end;
  return inLine(text, end + 1, graphemesIn(text.slice(lineStart(text, cursor), cursor)));
}

function inLine(text: string, start: number, column: number): number {
  const line = text.slice(start, lineEnd(text, start));
  const segments = [...segmenter().segment(line)];
  return start + (segments[column]?.index ?? line.length);
}

const graphemesIn = (text: string): number => [...segmenter().segment(text)].length;

/** Long enough for every grapheme, short enough for pastes of megabytes; a multiple of four, so that a row of flags is split correctly. */
const WINDOW = 200;
const LONGEST_WORD = 1000;

/** The graphemes around the cursor, as [start, end]. */
function borders(text: string, cursor: number): (readonly [number, number])[] {
  const from = onBorder(text, Math.max(0, cursor - WINDOW));
  const part = text.slice(from, cursor + WINDOW);
  return Array.from(segmenter().segment(part), ({ index, segment }) => [from + index, from + index + segment.length] as const);
}

/** Never between the halves of a surrogate pair. */
const onBorder = (text: string, offset: number): number => (/[\udc00-\udfff]/.test(text[offset] ?? '') ? offset + 1 : offset);

let made: Intl.Segmenter | undefined;
function segmenter(): Intl.Segmenter {
  made ??= new Intl.Segmenter();
  return made;
}

const withPlainNewlines = (text: string): string => text.replace(/\r\n?/g, '\n');
