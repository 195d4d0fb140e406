// Turns inks into escape sequences. The only place where text on a screen gets any.
import type { Ink, Line } from './canvas.ts';

const CODES: Readonly<Record<Ink, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  inverse: [7, 27],
  bad: [31, 39],
  good: [32, 39],
  warn: [33, 39],
  accent: [36, 39],
};
const COLOURS: readonly Ink[] = ['bad', 'good', 'warn', 'accent'];

/** Without colour, emphasis stays: NO_COLOR is about colours, and bold is not a colour. */
export function ansi(line: Line, colour: boolean): string {
  return line
    .map(({ text, inks = [], at }) => {
      const shown = inks.filter((ink) => colour || !COLOURS.includes(ink));
      const inked = shown.reduce((inner, ink) => `\u001b[${CODES[ink][0]}m${inner}\u001b[${CODES[ink][1]}m`, text);
      return at === undefined ? inked : `\u001b[${at + 1}G${inked}`;
    })
    .join('');
}
