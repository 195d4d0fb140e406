// For tests: a screen with other words in one place, drawn like those before.
import type { Row, Screen, Span, Style } from '../../../../src/agents/claude-code/screen/state.ts';
import { columnsOf } from '../../../../src/agents/claude-code/screen/width.ts';

/** The last row that has the phrase gets other words instead. Undefined if there is none, or if they do not fit. */
export function reworded(screen: Screen, phrase: string, other: string): Screen | undefined {
  const at = screen.rows.findLastIndex(({ text }) => text.includes(phrase));
  const row = screen.rows[at];
  if (row === undefined || columnsOf(row.text.replace(phrase, other)) > screen.columns) return undefined;
  return { ...screen, rows: screen.rows.with(at, withWords(row, phrase, other)) };
}

function withWords({ spans, text }: Row, phrase: string, other: string): Row {
  const drawn = spans.flatMap(({ text: part, style }) => [...part].map((character) => [character, style] as const));
  const from = [...text.slice(0, text.indexOf(phrase))].length;
  // The classic renderer gives a style to each word, and none to the blanks between them.
  const letters = drawn.slice(from, from + [...phrase].length).filter(([character]) => character !== ' ');
  const styleOf = (i: number) => letters[Math.min(i, letters.length - 1)]?.[1] as Style;
  const words = [...other].map((character, i) => [character, styleOf(i)] as const);
  const now = [...drawn.slice(0, from), ...words, ...drawn.slice(from + [...phrase].length)];
  const found: Span[] = [];
  let x = 0;
  for (const [character, own] of now) {
    const last = found.at(-1);
    const columns = columnsOf(character);
    if (last?.style === own) found[found.length - 1] = { ...last, text: last.text + character, columns: last.columns + columns };
    else found.push({ x, columns, text: character, style: own });
    x += columns;
  }
  return { text: text.replace(phrase, other).trimEnd(), spans: found };
}
