// The loop of every screen: a key or an outside change updates the state, the state is painted, changed rows are written.
import type { Key } from '../dialog/key.ts';
import type { Painting, Size } from './canvas.ts';
import { type Streams, takeTerminal } from './terminal.ts';

/** A screen owns its state. It paints the current state, and gets each key together with the painting the person saw. */
export type Screen<P extends Painting = Painting> = {
  paint(size: Size): P;
  press(key: Key, painted: P): void;
  /** How often it is repainted, if it shows ages or remaining times. */
  readonly everyMs?: number | undefined;
};

export type Loop<T> = {
  /** The state has changed for another reason than a key. Many changes in one turn of the event loop are painted once. */
  redraw(): void;
  /** Ends the loop. Only the first call counts. */
  finish(result: T): void;
};

/** Opens a screen somewhere, and resolves with what it finishes with. */
export type RunScreen = <T, P extends Painting>(open: (loop: Loop<T>) => Screen<P>) => Promise<T>;

/** The terminal is restored before the promise settles. It rejects if the screen throws. */
export async function runScreen<T, P extends Painting>(streams: Streams, open: (loop: Loop<T>) => Screen<P>): Promise<T> {
  let close = () => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      let over = false;
      let due: NodeJS.Immediate | undefined;
      let timer: NodeJS.Timeout | undefined;
      let painted: P | undefined;

      const end = (settle: () => void) => {
        if (over) return;
        over = true;
        close();
        settle();
      };
      const safely = (work: () => void) => {
        if (over) return;
        try {
          work();
        } catch (error) {
          end(() => reject(error));
        }
      };
      const current = (): P => {
        painted ??= screen.paint(terminal.size());
        return painted;
      };
      const show = () => {
        clearImmediate(due);
        due = undefined;
        safely(() => terminal.show(current()));
      };
      const redraw = () => {
        painted = undefined;
        if (!over) due ??= setImmediate(show);
      };

      const screen = open({ redraw, finish: (result) => end(() => resolve(result)) });
      if (over) return;
      const terminal = takeTerminal(streams, {
        onKeys(keys) {
          for (const key of keys) {
            safely(() => screen.press(key, current()));
            painted = undefined;
          }
          show();
        },
        onResize() {
          painted = undefined;
          show();
        },
      });
      close = () => {
        clearImmediate(due);
        clearInterval(timer);
        terminal.close();
      };
      if (screen.everyMs !== undefined) timer = setInterval(redraw, screen.everyMs);
      show();
    });
  } finally {
    close();
  }
}
