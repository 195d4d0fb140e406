// Text from agents as lines of a screen: harmless, wrapped, and visible even where it tries not to be.
import { isVisible } from '../../../question/visible.ts';
import { printable, printableLines } from '../../../text/printable.ts';
import { wrap } from '../../../text/wrap.ts';
import { blank, type Ink, type Line, line, span } from '../canvas.ts';

/** More of one text is never painted; nobody reads it in a terminal, and every key would wrap it again. */
const MOST_CHARACTERS = 60_000;

/** One line. A text that shows nothing is said to be blank. */
export function label(text: string): string {
  return isVisible(text) ? printable(capped(text)) : '‹blank›';
}

export function wrapped(text: string, columns: number, ...inks: readonly Ink[]): Line[] {
  if (!isVisible(text)) return [line('‹blank›', 'dim')];
  return printableLines(capped(text)).flatMap((each) =>
    each === '' ? [blank] : wrap(each, Math.max(2, columns)).map((part) => line(part, ...inks)),
  );
}

/** Behind a bar, so that nobody takes it for a part of the dialog. Headings and fences of markdown get ink, nothing is taken away. */
export function quoted(text: string, columns: number): Line[] {
  return printableLines(capped(text)).flatMap((each) => {
    const inks: Ink[] = /^#{1,6} /.test(each) ? ['bold'] : /^\s*(```|~~~)/.test(each) ? ['dim'] : [];
    return wrap(each, Math.max(2, columns - 2)).map((part) => [span('│ ', 'dim'), span(part, ...inks)]);
  });
}

function capped(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} … (${text.length - MOST_CHARACTERS} more characters)` : text;
}
