// Folders: their real path, and watching one for changes, even if it does not exist yet or is created again.
import { existsSync, type FSWatcher, realpathSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Systems limit how many folders a user can watch (Linux often to 128 processes). Then it is looked at this often. */
const UNWATCHED_MS = 1_000;

/** Calls with the name of what may have changed in the folder, or undefined if anything may have. Returns a function that stops it. */
export function watchFolder(folder: string, changed: (file: string | undefined) => void): () => void {
  let watcher: FSWatcher | undefined;
  let watched = '';
  let unwatched: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Watches the folder or its nearest ancestor; again, because the next folder may have been created just before it was watched. */
  const arm = () => {
    let before: string;
    do {
      before = watched;
      watchNearest();
    } while (watched !== before);
  };
  const watchNearest = () => {
    if (stopped) return;
    try {
      const nearest = nearestTo(folder);
      if (watched === nearest) return;
      watcher?.close();
      watched = nearest;
      const next = nearest === folder ? undefined : childTowards(nearest, folder);
      watcher = watch(nearest, (kind, file) => {
        // A folder that was removed is reported by its own name, and one that was created again is a different one.
        const isNamed = file === null || file === next || file === basename(nearest);
        const mayBeAnother = isNamed || (kind === 'rename' && !existsSync(nearest));
        if (mayBeAnother) {
          watched = '';
          arm();
          changed(undefined);
        } else if (next === undefined) changed(file);
      });
      watcher.on('error', lookLater);
    } catch {
      lookLater();
    }
  };
  const lookLater = () => {
    watched = '';
    unwatched ??= setTimeout(() => {
      unwatched = undefined;
      arm();
      if (!stopped) changed(undefined);
    }, UNWATCHED_MS).unref();
  };

  arm();
  return () => {
    stopped = true;
    clearTimeout(unwatched);
    watcher?.close();
  };
}

/** The folder itself, or its nearest ancestor that exists. */
function nearestTo(folder: string): string {
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
