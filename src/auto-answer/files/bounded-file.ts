// Reads the beginning of a file that somebody else may have put there: only a regular file, and never more than a limit.
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';

export type Bounded =
  | { readonly kind: 'text'; readonly text: string; readonly whole: boolean }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly why: string };

/** Opening a pipe would wait for a writer, so it is opened without waiting. */
const CAREFULLY = constants.O_RDONLY | constants.O_NONBLOCK;
const WITHOUT_LINKS = CAREFULLY | constants.O_NOFOLLOW;

/** Links are followed only to targets inside `within`; without it, anywhere. Never throws. */
export async function readBounded(path: string, most: number, within?: string): Promise<Bounded> {
  try {
    if (within === undefined) return await beginning(path, CAREFULLY, most);
    const real = await realpath(path);
    if (!isInside(real, await realpath(within))) return { kind: 'refused', why: 'is a link that leads out of the project' };
    return await beginning(real, WITHOUT_LINKS, most);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['ENOENT', 'ENOTDIR'].includes(code) ? { kind: 'absent' } : { kind: 'refused', why: `cannot be read (${code})` };
  }
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Opened only once, so that the file that is checked is the file that is read. */
async function beginning(path: string, flags: number, most: number): Promise<Bounded> {
  const file = await open(path, flags);
  try {
    if (!(await file.stat()).isFile()) return { kind: 'refused', why: 'is not a file' };
    const buffer = Buffer.alloc(most + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { kind: 'text', text: buffer.subarray(0, Math.min(length, most)).toString('utf8'), whole: length <= most };
  } finally {
    await file.close();
  }
}
