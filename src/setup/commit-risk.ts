// Whether a file is likely to be committed, in which case no secret is written into it. When in doubt, it is.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Environment } from '../system/environment.ts';
import { gitRoot } from './git-root.ts';

/** `real` is the file's path behind its symlinks; neither the file nor its folder need to exist. */
export function mayBeCommitted(real: string, env: Environment): boolean {
  const folder = nearestFolder(dirname(real));
  const git = (...args: readonly string[]) => spawnSync('git', ['-C', folder, ...args], { env: withoutGit(env), stdio: 'ignore' });
  const inside = git('rev-parse', '--is-inside-work-tree');
  // Git is missing, or refuses a folder of another user.
  if (inside.status !== 0) return gitRoot(folder) !== undefined;
  if (git('ls-files', '--error-unmatch', '--', real).status === 0) return true;
  return git('check-ignore', '-q', '--', real).status !== 0;
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || basename(folder) === '' ? folder : nearestFolder(dirname(folder));
}

/** Inside a git hook these would point git at another repository. */
function withoutGit(env: Environment): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR)$/.test(name)));
}
