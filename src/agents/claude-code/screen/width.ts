// How many columns a text takes in tmux.
import { eastAsianWidth } from 'get-east-asian-width';

const NARROW =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2300-\u2319\u231c-\u2328\u23f4-\u23f7\u2500-\u25fc\u2700-\u2704\u2713-\u2727\u276f]*$/;

export function columnsOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  let columns = 0;
  for (const [, own] of cells(text)) columns += own;
  return columns;
}

/** The characters with their columns. Combining marks, selectors and characters after a zero-width joiner share the previous cell. */
export function* cells(text: string): Generator<readonly [character: string, columns: number]> {
  let joined = false;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    yield [character, joined ? 0 : widthOf(code, character)];
    joined = code === 0x200d;
  }
}

function widthOf(code: number, character: string): number {
  if (code < 0x300) return 1;
  if ((code >= 0x200b && code <= 0x200f) || (code >= 0xfe00 && code <= 0xfe0f)) return 0;
  return /[\p{Mn}\p{Me}]/u.test(character) ? 0 : eastAsianWidth(code);
}
