// Reads what Claude Code writes above its input box when a question was answered or declined.
import { colourAt, rowAt } from './cells.ts';
import { bare, joined } from './join.ts';
import type { Row, Screen } from './state.ts';

/** `text` has all questions, with the answers if there are any, and with wrapped lines joined again. */
export type Outcome = {
  readonly kind: 'answered' | 'declined';
  readonly text: string;
  /** All rows of the screen above it. */
  readonly above: readonly string[];
};

/** Here the bullet is followed by a no-break space in the same colour; in text of the model, by a space in the terminal's default colour. */
const HEAD = /^●\u00a0(?:User answered Claude's questions:|User (declined) to answer questions)$/;

/** The outcomes on the screen, the last one first. Text that imitates one is left out. */
export function readOutcomes(screen: Screen): readonly Outcome[] {
  return screen.rows
    .flatMap((row, y): Outcome[] => {
      const head = HEAD.exec(row.text);
      const rows = head && colourAt(row, 0) !== '' && colourAt(row, 0) === colourAt(row, 1) ? blockBelow(screen, y) : [];
      if (rows.length === 0) return [];
      const above = screen.rows.slice(0, y).map(({ text }) => text);
      return [{ kind: head?.[1] ? 'declined' : 'answered', text: textOf(rows, screen.columns), above }];
    })
    .reverse();
}

/** The last outcome, if it is not one of those that the screen showed `before`. */
export function newOutcome(screen: Screen, before: readonly Outcome[]): Outcome | undefined {
  const [last] = readOutcomes(screen);
  return last && before.some((each) => isSame(each, last)) ? undefined : last;
}

/** Old outcomes move up and out of the screen, or back into it; but what is above them stays the same, as far as both screens show it. */
function isSame(a: Outcome, b: Outcome): boolean {
  const shared = Math.min(a.above.length, b.above.length);
  const above = (outcome: Outcome) => outcome.above.slice(outcome.above.length - shared);
  return a.kind === b.kind && a.text === b.text && above(a).every((row, i) => row === above(b)[i]);
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

/** Whether the text of an outcome contains the question, answered or not. */
export const isIn = (text: string, question: string): boolean => bare(text).includes(`·${bare(question)}`);

/** Matches `· question →`. White space may be anywhere, since wrapping adds and removes it. */
function markOf(question: string): RegExp {
  const letters = [...bare(question)].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&'));
  return new RegExp(`·\\s*${letters.join('\\s*')}\\s*→`, 'u');
}
