// Reads a file that a running broker may be replacing.
import { readFileSync } from 'node:fs';

/** Undefined if it has just been replaced by another. */
export function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
