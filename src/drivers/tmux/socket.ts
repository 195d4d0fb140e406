// Notices when a socket appears at a path, even if its folder does not exist yet.
import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { nearestTo } from '../folder.ts';

/** Calls whenever a server may have started to listen at the path; it may also call without need. Returns a function that stops it. */
export function watchSocket(path: string, appeared: () => void): () => void {
  let watcher: FSWatcher | undefined;
  let watched = '';
  let stopped = false;

  const arm = () => {
    const folder = nearestTo(dirname(path));
    const identity = `${folder}:${statSync(folder).ino}`;
    if (identity === watched) return;
    watcher?.close();
    watched = identity;
    watcher = watch(folder, (_, file) => look(folder, file));
    watcher.on('error', () => {
      watched = '';
    });
  };
  const look = (folder: string, file: string | null) => {
    if (stopped) return;
    if (folder === dirname(path) && existsSync(folder) && !concerns(file)) return;
    const before = watched;
    arm();
    if (existsSync(path)) appeared();
    // The folder may have been created and filled between two checks.
    if (watched !== before) arm();
  };
  // tmux holds the lock file while it starts a server; when the file goes, the server accepts connections.
  const concerns = (file: string | null) => file === null || file === basename(path) || file === `${basename(path)}.lock`;

  arm();
  return () => {
    stopped = true;
    watcher?.close();
  };
}
