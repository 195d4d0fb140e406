// Being told when a socket appears at a path, also when its folder does not exist yet.
import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { nearestTo } from '../folder.ts';

/** Calls whenever something may be listening at the path that was not before. Calls may be for nothing. Returns how to stop. */
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
    // The folder may have been made and filled between two looks at it.
    if (watched !== before) arm();
  };
  // The lock is what tmux holds while it starts a server: when it goes, the server takes connections.
  const concerns = (file: string | null) => file === null || file === basename(path) || file === `${basename(path)}.lock`;

  arm();
  return () => {
    stopped = true;
    watcher?.close();
  };
}
