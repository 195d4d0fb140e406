// What components know of the terminal they are drawn on. Absent where somebody else's Ink program draws them.
import { createContext } from 'react';
import type { Key } from '../views/dialog/keys.ts';
import type { Painting, Size } from './canvas.ts';

export type TerminalHandle = {
  size(): Size;
  /** Calls back with every key, until the returned function is called. */
  onKey(listener: (key: Key) => void): () => void;
  onResize(listener: () => void): () => void;
  /** Draws it at once; only what changed is written. */
  show(painting: Painting): void;
  /** Rings the bell. */
  bell(): void;
};

export const TerminalContext = createContext<TerminalHandle | undefined>(undefined);
