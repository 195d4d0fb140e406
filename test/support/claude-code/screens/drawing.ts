// For tests: prints rows of coloured text the way tmux does, cut to the size of a pane.
import type { Cursor } from '../../../../src/agents/claude-code/screen/state.ts';
import { cells, columnsOf } from '../../../../src/agents/claude-code/screen/width.ts';

/** A piece of text and its SGR codes. */
export type Ink = readonly [text: string, codes: string];
export type Line = readonly Ink[];

export type Palette = {
  readonly accent: string;
  readonly grey: string;
  readonly faint: string;
  readonly green: string;
  readonly strong: string;
  readonly chip: string;
};

/** The dark, light, ANSI and true-colour themes. */
export const palettes: readonly Palette[] = [
  { accent: '38;5;153', grey: '38;5;246', faint: '38;5;246', green: '38;5;114', strong: '1;38;5;231', chip: '38;5;16;48;5;153' },
  { accent: '38;5;105', grey: '38;5;241', faint: '38;5;241', green: '38;5;65', strong: '1;38;5;16', chip: '38;5;231;48;5;105' },
  { accent: '94', grey: '2;37', faint: '37', green: '92', strong: '1;97', chip: '30;104' },
  {
    accent: '38;2;177;185;249',
    grey: '38;2;153;153;153',
    faint: '38;2;153;153;153',
    green: '38;2;78;186;101',
    strong: '1;38;2;255;255;255',
    chip: '38;2;0;0;0;48;2;177;185;249',
  },
];

export type Size = { readonly columns: number; readonly rows: number; readonly classic: boolean };

/** The position of the cursor before the drawing is cut, or `parked` below it. */
export type CursorPlace = { readonly x: number; readonly line: number } | 'parked';

export type Picture = { readonly ansi: string; readonly cursor: Cursor; readonly hidden: number };

/** Like Claude Code, cuts off the top if there is not enough room. The classic renderer needs one more row for its cursor. */
export function picture(lines: readonly Line[], place: CursorPlace, { rows, classic }: Size): Picture {
  const room = classic ? rows - 1 : rows;
  const hidden = Math.max(0, lines.length - room);
  const visible = lines.slice(hidden);
  const below = Array.from({ length: rows - visible.length }, () => '');
  const ansi = [...visible.map(print), ...below].join('\n');
  return { ansi: `${ansi}\n`, cursor: { ...cursorAt(place, hidden, visible.length, rows, classic), shown: false }, hidden };
}

function cursorAt(place: CursorPlace, hidden: number, height: number, rows: number, classic: boolean): { x: number; y: number } {
  if (place === 'parked') return { x: 0, y: classic ? Math.min(height, rows - 1) : rows - 1 };
  return place.line < hidden ? { x: 0, y: 0 } : { x: place.x, y: place.line - hidden };
}

function print(line: Line): string {
  return line.map(([text, codes]) => (codes === '' ? text : `\x1b[${codes}m${text}\x1b[0m`)).join('');
}

export function rule(columns: number, codes: string): Line {
  return [['─'.repeat(columns), codes]];
}

/** Wraps like wrap-ansi: a word that is longer than a row starts in the current row and is broken at the edge. */
export function wrapped(text: string, width: number): string[] {
  const rows = [''];
  let used = 0;
  for (const [index, word] of text.split(' ').entries()) {
    if (index > 0 && used < width) {
      rows.push(`${rows.pop()} `);
      used += 1;
    } else if (index > 0) {
      rows.push('');
      used = 0;
    }
    const length = columnsOf(word);
    if (length > width) {
      const here = 1 + Math.floor((length - (width - used) - 1) / width);
      if (Math.floor((length - 1) / width) < here) {
        rows.push('');
        used = 0;
      }
      used = broken(word, width, used, rows);
    } else {
      if (used + length > width && used > 0 && length > 0) {
        rows.push('');
        used = 0;
      }
      rows.push(`${rows.pop()}${word}`);
      used += length;
    }
  }
  return rows.map((row) => row.trimEnd()).filter((row, index) => row !== '' || index === 0);
}

function broken(word: string, width: number, start: number, rows: string[]): number {
  let used = start;
  for (const [character, columns] of cells(word)) {
    if (used + columns > width) {
      rows.push('');
      used = 0;
    }
    rows.push(`${rows.pop()}${character}`);
    used += columns;
  }
  return used;
}

/** Typed text keeps its line breaks. */
export function wrappedLines(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapped(line, width));
}
