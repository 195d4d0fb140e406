// Transcripts as files: reads the end of one, and watches it grow.
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Machine } from '../../../inbox/channel.ts';
import type { Transcript } from './transcript.ts';

/** Enough for the tool results of one turn, even large ones. */
const TAIL_BYTES = 512 * 1024;

/** Opening a named pipe would wait for a writer for ever, and block a thread of the whole process. */
const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

/** The path comes from a hook, so it may name anything. What is not a regular file is not opened; `onError` says so once for each path. */
export const transcriptFiles = ({ watchFolder }: Pick<Machine, 'watchFolder'>, onError: (error: unknown) => void): Transcript => {
  const refused = new Set<string>();
  const isRegular: IsRegular = (path, stats) => {
    if (stats.isFile()) return true;
    if (!refused.has(path)) onError(new Error(`the transcript ${path} is not a regular file, so it is not read`));
    refused.add(path);
    return false;
  };

  return {
    async tail(path) {
      const read = async (file: FileHandle, size: number) => {
        const length = Math.min(size, TAIL_BYTES);
        const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
        const lines = linesOf(buffer.toString('utf8'));
        return size > length ? lines.slice(1) : lines;
      };
      return (await withFile(path, read, isRegular)) ?? [];
    },

    /** Watches the folder, because the file may not exist yet or may be replaced. */
    watch(path, changed) {
      return watchFolder(dirname(path), (file) => {
        if (file === undefined || file === basename(path)) changed();
      });
    },
  };
};

/** The last lines. More than of so long a file of Claude Code, which are at least some hundred characters each; reading each of a million would take seconds. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.length > MOST_LINES ? lines.slice(-MOST_LINES) : lines;
}

const MOST_LINES = 4_000;

type IsRegular = (path: string, stats: { isFile(): boolean }) => boolean;

/** Undefined if it is not a regular file, or cannot be read. */
export async function withFile<T>(
  path: string,
  use: (file: FileHandle, size: number) => Promise<T>,
  isRegular: IsRegular = (_, stats) => stats.isFile(),
): Promise<T | undefined> {
  try {
    // Before opening too, because opening a device may already do something.
    if (!isRegular(path, await stat(path))) return undefined;
    const file = await open(path, WITHOUT_WAITING);
    try {
      const stats = await file.stat();
      return isRegular(path, stats) ? await use(file, stats.size) : undefined;
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
