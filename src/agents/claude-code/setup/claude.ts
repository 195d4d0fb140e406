// Finds the installed Claude Code: its version, and where its settings are.

import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gitRoot } from '../../../setup/git-root.ts';
import type { Environment } from '../../../system/environment.ts';
import { untested, versionIn } from '../facts/versions.ts';
import { untypableIn } from '../keys/goal.ts';

const ANSWERS_WITHIN_MS = 10_000;

/** Undefined when there is no `claude` on the PATH, or when it does not print a version. */
export async function claudeVersion(env: Environment): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('claude', ['--version'], { env: { ...env }, timeout: ANSWERS_WITHIN_MS });
    return versionIn(stdout);
  } catch {
    return undefined;
  }
}

/** What a person should know about this version before they answer; for most versions nothing. */
export function remarkOn(version: string): string | undefined {
  const limits = untypableIn(version);
  const remarks = [untested(version), limits.length > 0 ? `without hooks it does not accept ${limits.join(' or ')}` : undefined];
  return remarks.filter((remark) => remark !== undefined).join('; ') || undefined;
}

export function settingsPath(scope: 'user' | 'project', env: Environment, cwd: string): string {
  if (scope === 'project') return join(gitRoot(cwd) ?? cwd, '.claude', 'settings.local.json');
  return join(resolve(cwd, env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude')), 'settings.json');
}
