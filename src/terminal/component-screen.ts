// A screen of ours as a component of another program's terminal UI that draws lines and passes on what was typed, as pi's does.

import type { Key } from '../dialog/key.ts';
import { graphemes, width } from '../text/width.ts';
import { type Line, type Painting, type Span, span } from './canvas.ts';
import { ansi } from './frame.ts';
import { decode, flushed, nothingPending } from './input.ts';
import type { Loop, Screen } from './loop.ts';

export type LinesComponent = {
  /** One string per row, none wider than `width`. */
  render(width: number): string[];
  /** What was typed, with escape sequences in one piece. */
  handleInput(data: string): void;
  invalidate(): void;
  dispose(): void;
};

type ComponentHost<T> = {
  readonly rows: () => number;
  requestRender(): void;
  done(result: T): void;
};

export function screenComponent<T, P extends Painting>(host: ComponentHost<T>, open: (loop: Loop<T>) => Screen<P>): LinesComponent {
  let columns = 80;
  let painted: P | undefined;
  let pending = nothingPending;
  const redraw = () => {
    painted = undefined;
    host.requestRender();
  };
  const screen = open({ redraw, finish: (result) => host.done(result) });
  const timer = screen.everyMs === undefined ? undefined : setInterval(redraw, screen.everyMs);
  const current = (): P => {
    painted ??= screen.paint({ columns, rows: host.rows() });
    return painted;
  };
  const press = (key: Key) => {
    screen.press(key, current());
    painted = undefined;
  };
  return {
    render(width) {
      columns = width;
      painted = undefined;
      const { lines, cursor } = current();
      // A screen fills its height with blank rows. The other program has a better use for them.
      const isSpare = (y: number) => lines[y]?.length === 0 && lines[y - 1]?.length === 0 && y !== cursor?.y;
      const drawn = (line: Line, y: number) => (y === cursor?.y ? withCursor(line, cursor.x) : withoutColumns(line));
      return lines.flatMap((line, y) => (isSpare(y) ? [] : [ansi(cutAtWidest(drawn(line, y), columns), !process.env.NO_COLOR)]));
    },
    handleInput(data) {
      const first = decode(pending, data);
      const rest = flushed(first.pending);
      pending = rest.pending;
      for (const key of [...first.keys, ...rest.keys]) press(key);
      redraw();
    },
    invalidate() {
      painted = undefined;
    },
    dispose: () => clearInterval(timer),
  };
}

/** The other program draws lines where it likes, so nothing may name a column of the terminal. */
const withoutColumns = (line: Line): Line => line.map(({ at: _, ...each }) => each);

function cutAtWidest(line: Line, columns: number): Line {
  let room = columns;
  return line.map((each) => {
    const fits = fitting(each.text, room);
    room = fits.room;
    return { ...each, text: fits.text };
  });
}

/** Programs measure some characters differently, and pi ends when it finds a line too wide. So none is, by any measure. */
export function fitting(text: string, columns: number): { readonly text: string; readonly room: number } {
  let room = columns;
  let fits = '';
  for (const character of text) {
    room -= widest(character);
    if (room >= 0) fits += character;
  }
  return { text: fits, room };
}

function widest(character: string): number {
  if (/[\p{ExtPict}\p{RI}\p{EPres}]/u.test(character)) return 2;
  return /\p{M}/u.test(character) ? 1 : width(character);
}

/** The terminal's own cursor belongs to the other program, so ours is an inverse cell. */
function withCursor(line: Line, x: number): Line {
  let column = 0;
  const cells: Span[] = withoutColumns(line).flatMap((each) =>
    Array.from(graphemes(each.text), ([text, columns]) => {
      const here = x >= column && x < column + columns;
      column += columns;
      return here ? span(text, 'inverse') : { ...each, text };
    }),
  );
  return x < column ? cells : [...cells, span(' '.repeat(x - column)), span(' ', 'inverse')];
}
