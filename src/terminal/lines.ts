// Lines of an input, one at a time: each call gets the next line, and a call that was aborted does not consume one.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export type Lines = {
  /** Undefined at the end of the input, or when the signal is aborted first. */
  next(signal?: AbortSignal): Promise<string | undefined>;
  close(): void;
};

export function linesOf(input: Readable): Lines {
  // Without a terminal, readline neither edits nor echoes: what is typed stays as the terminal shows it.
  const reader = createInterface({ input, terminal: false });
  const waiting: string[] = [];
  let over = false;
  let wake = () => {};
  reader.on('line', (line) => {
    waiting.push(line);
    wake();
  });
  reader.on('close', () => {
    over = true;
    wake();
  });
  return {
    async next(signal) {
      const stop = () => wake();
      signal?.addEventListener('abort', stop);
      try {
        while (waiting.length === 0 && !over && !signal?.aborted)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        return signal?.aborted ? undefined : waiting.shift();
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
    close() {
      reader.close();
      input.pause();
    },
  };
}
