// Our plugin as a file: its path and its content.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { SetupContext } from '../../../setup/connection.ts';
import { gitRoot } from '../../../setup/git-root.ts';
import type { OwnFile } from '../../../setup/own-file.ts';

export type Scope = 'user' | 'project';

const ANSWERS_WITHIN_MS = 10_000;

/** opencode always reads its global folder; OPENCODE_CONFIG_DIR is read in addition to it. */
export function pluginPath(scope: Scope, { env, cwd }: Pick<SetupContext, 'env' | 'cwd'>): string {
  const folder =
    scope === 'project'
      ? join(gitRoot(cwd) ?? cwd, '.opencode')
      : join(resolve(cwd, env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config')), 'opencode');
  return join(folder, 'plugin', 'answerback.js');
}

/** A project may be shared: there the plugin looks for the broker of the user who runs it. */
export function pluginFile(scope: Scope, at: SetupContext): OwnFile {
  const program = readFileSync(join(at.programs, 'opencode-plugin.js'), 'utf8');
  const socket = scope === 'project' ? '' : `const ANSWERBACK_SOCKET = ${JSON.stringify(at.place.socket)};\n`;
  return { path: pluginPath(scope, at), content: `${socket}${program}`, undo: at.place.undo, what: 'plugin' };
}

/** Undefined when there is no `opencode` on the PATH, or it does not report its version. */
export async function opencodeVersion(env: SetupContext['env']): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('opencode', ['--version'], { env: { ...env }, timeout: ANSWERS_WITHIN_MS });
    return /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}
