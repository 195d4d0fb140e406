// Foreign text of any length and shape, as lines. Wrapping a long one takes longer than everything else on a screen, so it is done once.
import { printableLines } from '../../../text/printable.ts';
import { wrap } from '../../../text/wrap.ts';
import { type Ink, type Line, line } from '../canvas.ts';

/** Of a text that is longer than any screen could show, so much is read. */
const MOST_CHARACTERS = 20_000;
/** Shorter texts are wrapped faster than they are found again. */
const WORTH_KEEPING = 200;
const MOST_KEPT = 64;

/** `rows`: no more of it can be seen, and so no more of it is read. */
export function paragraph(text: string, columns: number, rows = Number.POSITIVE_INFINITY, ...inks: readonly Ink[]): Line[] {
  const most = Math.min(MOST_CHARACTERS, rows * columns);
  const lines = wrapped(text.length > most ? text.slice(0, most) : text, columns).map((each) => line(each, ...inks));
  const left = text.length - MOST_CHARACTERS;
  return Number.isFinite(rows) || left <= 0
    ? lines
    : [...lines, line(`… and ${left.toLocaleString('en-GB')} characters more; answerback show has all of it`, 'dim')];
}

/** Words of ours with foreign ones among them; all of it is made printable here. */
export function folded(text: string, columns: number, ...inks: readonly Ink[]): Line[] {
  return wrapped(text.slice(0, MOST_CHARACTERS), columns).map((each) => line(each, ...inks));
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
