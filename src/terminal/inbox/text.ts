// Text from outside, of any length, as lines. Wrapping a long text takes longer than painting the rest of the screen, so the result is cached.
import { printableLines } from '../../text/printable.ts';
import { wrap } from '../../text/wrap.ts';
import { type Line, line, type Style } from '../canvas.ts';

/** How much is read of a text that is longer than any screen. */
const MOST_CHARACTERS = 20_000;
/** Shorter texts are faster to wrap than to look up. */
const WORTH_KEEPING = 200;
const MOST_KEPT = 64;

/** `rows`: how many can be visible; no more than that is read. */
export function paragraph(text: string, columns: number, rows = Number.POSITIVE_INFINITY, ...styles: readonly Style[]): Line[] {
  const most = Math.min(MOST_CHARACTERS, rows * columns);
  const lines = wrapped(text.length > most ? text.slice(0, most) : text, columns).map((each) => line(each, ...styles));
  const left = text.length - MOST_CHARACTERS;
  return Number.isFinite(rows) || left <= 0
    ? lines
    : [...lines, line(`… and ${left.toLocaleString('en-GB')} more characters; answerback show prints all of it`, 'dim')];
}

/** Our own words mixed with text from outside; everything is made printable here. */
export function folded(text: string, columns: number, ...styles: readonly Style[]): Line[] {
  return wrapped(text.slice(0, MOST_CHARACTERS), columns).map((each) => line(each, ...styles));
}

const kept = new Map<string, { readonly columns: number; readonly lines: readonly string[] }>();

function wrapped(text: string, columns: number): readonly string[] {
  const known = text.length < WORTH_KEEPING ? undefined : kept.get(text);
  if (known?.columns === columns) return known.lines;
  const lines = printableLines(text).flatMap((each) => wrap(each, Math.max(2, columns)));
  if (text.length < WORTH_KEEPING) return lines;
  kept.delete(text);
  kept.set(text, { columns, lines });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return lines;
}
