// Puts the rows of a wrapped text together again.
import { columnsOf } from './width.ts';

/** The rows of one paragraph that was wrapped at `width` columns. */
export function joined(rows: readonly string[], width: number): string {
  return rows.reduce((text, row) => (text === '' ? row : text + (isBroken(text, row, width) ? '' : ' ') + row), '');
}

/** The rows of typed text: a row that had room for the next word was ended by its author. */
export function joinedLines(rows: readonly string[], width: number): string {
  let text = rows[0] ?? '';
  let line = text;
  for (const row of rows.slice(1)) {
    if (isBroken(line, row, width)) text += row;
    else text += (hadRoom(line, row, width) ? '\n' : ' ') + row;
    line = row;
  }
  return text;
}

/** Whether two texts are the same but for white space, which wrapping hides. */
export function sameText(a: string, b: string): boolean {
  return a === b || bare(a) === bare(b);
}

/** What a screen can tell of a text: white space may have become a wrap, a line break is drawn as U+FFFD, and letters may be composed otherwise. */
export function bare(text: string): string {
  return text.normalize('NFC').replaceAll(/[\s\ufffd]+/gu, '');
}

/** Whether each row but the last was full, so that together they can be one text. One column of doubt is theirs. */
export function isWrapped(rows: readonly string[], width: number): boolean {
  return rows.every((row, index) => index === 0 || !hadRoom(rows[index - 1] ?? '', row, width - 1));
}

function hadRoom(line: string, next: string, width: number): boolean {
  if (line === '' || next === '') return true;
  return columnsOf(line) + 1 + columnsOf(next.split(' ', 1)[0] ?? '') <= width;
}

/** A word is broken only when it is longer than a row, and then its row is full. */
function isBroken(text: string, next: string, width: number): boolean {
  const word = text.slice(text.lastIndexOf(' ') + 1);
  const rest = next.split(' ', 1)[0] ?? '';
  if (word === '' || rest === '' || columnsOf(word) + columnsOf(rest) <= width) return false;
  return true;
}
