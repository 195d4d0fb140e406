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

const HEAD = /^●[\u00a0 ](?:(?:User a|A)nswered Claude's questions:|(?:User d|D)(eclined) to answer (?:Claude's )?questions:?)$/;

/** The outcomes on the screen, the last one first. Text that imitates one is left out. */
export function readOutcomes(screen: Screen): readonly Outcome[] {
  return screen.rows
    .flatMap((row, y): Outcome[] => {
      const head = HEAD.exec(row.text);
      const rows = head && isOurs(screen, y) ? blockBelow(screen, y) : [];
      if (rows.length === 0) return [];
      const above = screen.rows.slice(0, y).map(({ text }) => text);
      return [{ kind: head?.[1] ? 'declined' : 'answered', text: textOf(rows, screen.columns), above }];
    })
    .reverse();
}

/**
 * In text of the model, the bullet has a colour of its own and a space in the terminal's default colour behind it. Here there is a no-break space in the
 * colour of the bullet or, since 2.1.328, the bullet is as grey as the rows below.
 */
function isOurs(screen: Screen, y: number): boolean {
  const row = rowAt(screen, y);
  const bullet = colourAt(row, 0);
  return bullet !== '' && bullet === (row.text[1] === ' ' ? colourAt(rowAt(screen, y + 1), 2) : colourAt(row, 1));
}

/** The last outcome, if it is not one of those that the screen showed `before`. */
export function newOutcome(screen: Screen, before: readonly Outcome[]): Outcome | undefined {
  const [last] = readOutcomes(screen);
  return last && before.some((each) => isSame(each, last)) ? undefined : last;
}

/**
 * Old outcomes move up and out of the screen, or back into it; but what is above them stays the same, as far as both screens show it. A dialog that
 * needs more rows than are left covers the first row of the screen with a blank one.
 */
function isSame(a: Outcome, b: Outcome): boolean {
  const shared = Math.min(a.above.length, b.above.length);
  const above = ({ above: rows }: Outcome) => (rows[0] === '' ? [undefined, ...rows.slice(1)] : rows).slice(rows.length - shared);
  const [ofA, ofB] = [above(a), above(b)];
  return a.kind === b.kind && a.text === b.text && ofA.every((row, i) => row === ofB[i] || row === undefined || ofB[i] === undefined);
}

/** The rows of the result, with the blank ones of a question or answer of several lines. All of their text is grey; otherwise there are none. */
function blockBelow(screen: Screen, head: number): Row[] {
  const grey = colourAt(rowAt(screen, head + 1), 2);
  if (grey === '') return [];
  const rows: Row[] = [];
  for (let y = head + 1; y < screen.rows.length; y += 1) {
    const row = rowAt(screen, y);
    if (row.text === '') {
      const next = screen.rows.findIndex(({ text }, at) => at > y && text !== '');
      if (rows.length > 0 && /^ {5}\S/.test(rowAt(screen, next).text) && colourAt(rowAt(screen, next), 5) === grey) continue;
      break;
    }
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
