// Transcripts as files: reads the end of one, and watches it grow.
import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Machine } from '../../channel.ts';
import type { Transcript } from './transcript.ts';

/** Enough for the tool results of one turn, even large ones. */
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

  /** Watches the folder, because the file may not exist yet or may be replaced. */
  watch(path, changed) {
    return watchFolder(dirname(path), (file) => {
      if (file === undefined || file === basename(path)) changed();
    });
  },
});
