// Transcripts as files: the last part of one, and being told when it grows.
import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Machine } from '../../channel.ts';
import type { Transcript } from './transcript.ts';

/** Enough for the rows of one turn's tool results, whatever they contain. */
const TAIL_BYTES = 512 * 1024;

export const transcriptFiles = ({ watchFolder }: Pick<Machine, 'watchFolder'>): Transcript => ({
  async tail(path) {
    try {
      const file = await open(path, 'r');
      try {
        const { size } = await file.stat();
        const length = Math.min(size, TAIL_BYTES);
        const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
        const lines = buffer.toString('utf8').split('\n');
        return size > length ? lines.slice(1) : lines;
      } finally {
        await file.close();
      }
    } catch {
      return [];
    }
  },

  /** The folder is watched, so that a file that does not exist yet, or is replaced, is seen too. */
  watch(path, changed) {
    return watchFolder(dirname(path), (file) => {
      if (file === undefined || file === basename(path)) changed();
    });
  },
});
