// A painting as escape sequences, the only place where text on a screen gets any: only changed rows, and nothing that could scroll, wrap or erase the scrollback.
import type { Line, Style } from './canvas.ts';

export type Frame = { readonly rows: readonly string[]; readonly cursor?: { readonly x: number; readonly y: number } | undefined };

const CSI = '\u001b[';
/** Synchronized output: terminals that support it show the whole change at once; the others ignore it. */
const AT_ONCE = [`${CSI}?2026h`, `${CSI}?2026l`] as const;
const HIDE = `${CSI}?25l`;
const SHOW = `${CSI}?25h`;

/** Without `before`, the current screen content is unknown. */
export function repaint(before: Frame | undefined, after: Frame): string {
  const changed = after.rows.flatMap((row, y) => (before?.rows[y] === row ? [] : [`${at(0, y)}${CSI}2K${row}${CSI}0m`]));
  const gone = before && before.rows.length > after.rows.length ? `${at(0, after.rows.length)}${CSI}J` : '';
  const cursor = after.cursor ? at(after.cursor.x, after.cursor.y) + SHOW : '';
  if (before && changed.length === 0 && gone === '' && same(before.cursor, after.cursor)) return '';
  const all = before ? '' : `${CSI}0m${CSI}2J`;
  return AT_ONCE[0] + HIDE + all + changed.join('') + gone + cursor + AT_ONCE[1];
}

const at = (x: number, y: number): string => `${CSI}${y + 1};${x + 1}H`;

const same = (a: Frame['cursor'], b: Frame['cursor']): boolean => a?.x === b?.x && a?.y === b?.y;

const CODES: Readonly<Record<Style, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  inverse: [7, 27],
  bad: [31, 39],
  good: [32, 39],
  warn: [33, 39],
  accent: [36, 39],
};

/**
 * Only the 16 colours of the terminal's own palette, so that every theme fits it. `bright`: its bright colours, and nothing dimmed, for palettes
 * whose normal colours or dimmed text are hard to read. `mono`: no colours, as with NO_COLOR.
 */
export type Theme = 'normal' | 'bright' | 'mono';
const BRIGHT: Readonly<Partial<Record<Style, readonly [on: number, off: number]>>> = {
  dim: [39, 39],
  bad: [91, 39],
  good: [92, 39],
  warn: [93, 39],
  accent: [96, 39],
};

const COLOURS: readonly Style[] = ['bad', 'good', 'warn', 'accent'];

/** Without colour, emphasis stays: NO_COLOR is about colours, and bold is not a colour. */
export function ansi(line: Line, colour: boolean, theme: Theme = 'normal'): string {
  const codes = theme === 'bright' ? { ...CODES, ...BRIGHT } : CODES;
  return line
    .map(({ text, styles = [], at }) => {
      const shown = styles.filter((style) => (colour && theme !== 'mono') || !COLOURS.includes(style));
      const styled = shown.reduce((inner, style) => `\u001b[${codes[style][0]}m${inner}\u001b[${codes[style][1]}m`, text);
      return at === undefined ? styled : `\u001b[${at + 1}G${styled}`;
    })
    .join('');
}
