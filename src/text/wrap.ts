// Word wrap of one printable line.
import { graphemes, width } from './width.ts';

/** Breaks at spaces, which are dropped there, and inside words wider than a line. `columns` must be at least two, the widest grapheme. */
export function wrap(text: string, columns: number): string[] {
  if (width(text) <= columns) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const add = (piece: string, own: number) => {
    line += piece;
    used += own;
  };
  const breakLine = () => {
    if (line) lines.push(line);
    line = '';
    used = 0;
  };

  for (const [, gap = '', word = ''] of text.matchAll(/( *)([^ ]*)/g)) {
    if (!word) continue;
    const wanted = gap.length + width(word);
    if (used + wanted <= columns) {
      add(gap + word, wanted);
      continue;
    }
    breakLine();
    for (const [grapheme, own] of graphemes(word)) {
      if (used + own > columns) breakLine();
      add(grapheme, own);
    }
  }
  return [...lines, line];
}
