// Removes a folder into which a program may still be writing.
import { rmSync } from 'node:fs';
import { eventually } from './eventually.ts';

/** Node lists what is in a folder once, and what a killed process or its child writes after that would keep the folder. */
export async function removeFolder(folder: string): Promise<void> {
  await eventually(() => {
    try {
      rmSync(folder, { recursive: true, force: true });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
      return false;
    }
  });
}
