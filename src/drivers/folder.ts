// Folders: their real path, and watching one for changes, even if it does not exist yet or is created again.
import { existsSync, type FSWatcher, realpathSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Calls with the name of what may have changed in the folder, or undefined if anything may have. Returns a function that stops it. */
export function watchFolder(folder: string, changed: (file: string | undefined) => void): () => void {
  let watcher: FSWatcher | undefined;
  let watched: string | undefined;
  let stopped = false;

  const arm = () => {
    if (stopped) return;
    const nearest = nearestTo(folder);
    if (watched === nearest) return;
    watcher?.close();
    watched = nearest;
    const next = nearest === folder ? undefined : childTowards(nearest, folder);
    try {
      watcher = watch(nearest, (_, file) => {
        if (next !== undefined && file !== next) return;
        // A folder that was removed and created again is a different one.
        const moved = next !== undefined || !existsSync(folder);
        if (moved) rearm();
        changed(moved || file === null ? undefined : file);
      });
      watcher.on('error', rearm);
    } catch {
      watched = undefined;
    }
  };
  const rearm = () => {
    watched = undefined;
    arm();
  };

  arm();
  return () => {
    stopped = true;
    watcher?.close();
  };
}

/** The folder itself, or its nearest ancestor that exists. */
export function nearestTo(folder: string): string {
  let found = folder;
  while (!existsSync(found) && dirname(found) !== found) found = dirname(found);
  return found;
}

function childTowards(above: string, folder: string): string {
  let child = folder;
  while (dirname(child) !== above) child = dirname(child);
  return basename(child);
}

/** With all links resolved; unchanged if it does not exist. */
export function realPlace(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
