// Joins the rows of wrapped text.
import { columnsOf } from './width.ts';

/** Joins the rows of one paragraph that was wrapped at `width` columns. */
export function joined(rows: readonly string[], width: number): string {
  return rows.reduce((text, row) => (text === '' ? row : text + (isBroken(text, row, width) ? '' : ' ') + row), '');
}

/** Joins the rows of typed text. A row with room for the next word must have ended in a line break. */
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

/** Whether two texts are the same, apart from white space. */
export function sameText(a: string, b: string): boolean {
  return a === b || bare(a) === bare(b);
}

/** Removes what a screen does not preserve: white space (which may be a line wrap), line breaks (drawn as U+FFFD), Unicode normalisation. */
export function bare(text: string): string {
  return text.normalize('NFC').replaceAll(/[\s\ufffd]+/gu, '');
}

/** Whether every row but the last is full, so that together they can be one text. Tolerates one unused column. */
export function isWrapped(rows: readonly string[], width: number): boolean {
  return rows.every((row, index) => index === 0 || !hadRoom(rows[index - 1] ?? '', row, width - 1));
}

function hadRoom(line: string, next: string, width: number): boolean {
  if (line === '' || next === '') return true;
  return columnsOf(line) + 1 + columnsOf(next.split(' ', 1)[0] ?? '') <= width;
}

/** Whether the break is inside a word. That happens only to words that are longer than a row. */
function isBroken(text: string, next: string, width: number): boolean {
  const word = text.slice(text.lastIndexOf(' ') + 1);
  const rest = next.split(' ', 1)[0] ?? '';
  if (word === '' || rest === '' || columnsOf(word) + columnsOf(rest) <= width) return false;
  return true;
}
