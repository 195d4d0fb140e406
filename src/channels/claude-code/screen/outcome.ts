// Reads what Claude Code writes above its input box when a question was answered or declined.
import { colourAt, rowAt } from './cells.ts';
import { bare, joined } from './join.ts';
import type { Row, Screen } from './state.ts';

/** `text` has all questions and answers, with wrapped lines joined again. */
export type Outcome = { readonly kind: 'answered'; readonly text: string } | { readonly kind: 'declined' };

/** Here the bullet is followed by a no-break space in the same colour; in text of the model, by a space in the terminal's default colour. */
const HEAD = /^●\u00a0(?:User (answered) Claude's questions:|User (declined) to answer questions)$/;

/** The last outcome on the screen. Undefined when there is none, or only text that imitates one. */
export function readOutcome(screen: Screen): Outcome | undefined {
  for (let y = screen.rows.length - 1; y >= 0; y -= 1) {
    const head = HEAD.exec(rowAt(screen, y).text);
    if (!head) continue;
    const [bullet, blank] = [colourAt(rowAt(screen, y), 0), colourAt(rowAt(screen, y), 1)];
    const rows = bullet !== '' && bullet === blank ? blockBelow(screen, y) : [];
    if (rows.length === 0) continue;
    return head[2] ? { kind: 'declined' } : { kind: 'answered', text: textOf(rows, screen.columns) };
  }
  return undefined;
}

/** The rows of the result, down to a blank row. All of their text is grey; otherwise there are none. */
function blockBelow(screen: Screen, head: number): Row[] {
  const grey = colourAt(rowAt(screen, head + 1), 2);
  if (grey === '') return [];
  const rows: Row[] = [];
  for (let y = head + 1; y < screen.rows.length; y += 1) {
    const row = rowAt(screen, y);
    if (row.text === '') break;
    const start = rows.length === 0 ? /^ {2}⎿[ \u00a0]+· / : /^ {5}/;
    if (!start.test(row.text) || row.spans.some((span) => span.text.trim() !== '' && span.style.foreground !== grey)) return [];
    rows.push(row);
  }
  return rows;
}

function textOf(rows: readonly Row[], columns: number): string {
  const texts = rows.map((row) => row.text.replace(/^ {2}⎿[ \u00a0]+/, '').trim());
  return joined(texts, columns - 5);
}

/** The answer to a question in the text of an outcome; undefined when the question is not in it. */
export function chosenIn(text: string, question: string, others: readonly string[]): string | undefined {
  const found = markOf(question).exec(text);
  if (!found) return undefined;
  const rest = text.slice(found.index + found[0].length);
  const ends = others.map((other) => rest.search(markOf(other))).filter((end) => end !== -1);
  return rest.slice(0, Math.min(rest.length, ...ends)).trim();
}

/** Matches `· question →`. White space may be anywhere, since wrapping adds and removes it. */
function markOf(question: string): RegExp {
  const letters = [...bare(question)].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&'));
  return new RegExp(`·\\s*${letters.join('\\s*')}\\s*→`, 'u');
}
