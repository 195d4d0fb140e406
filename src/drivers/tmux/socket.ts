// Notices when a socket appears at a path, even if its folder does not exist yet.
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { watchFolder } from '../folder.ts';

/** Calls whenever a server may have started to listen at the path; it may also call without need. Returns a function that stops it. */
export function watchSocket(path: string, appeared: () => void): () => void {
  // tmux holds the lock file while it starts a server; when the file goes, the server accepts connections.
  const names = [undefined, basename(path), `${basename(path)}.lock`];
  return watchFolder(dirname(path), (file) => {
    if (names.includes(file) && existsSync(path)) appeared();
  });
}
