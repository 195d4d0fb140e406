// Where a git repository begins. Apart from commit-risk.ts, because every command loads this.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder with `.git` in it (a file in work trees and submodules) at or above this one. */
export function gitRoot(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : gitRoot(dirname(folder));
}
