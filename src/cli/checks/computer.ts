// What Answerback needs of this computer: Node, a folder of its own, space, a clock; and tmux, if answers are to be typed.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareFolder, socketPathProblem } from '../../client/place.ts';
import type { Finding } from '../../setup/connection.ts';
import type { Context } from '../context.ts';

const OLDEST_NODE = [20, 19] as const;
const LEAST_FREE_BYTES = 100 * 1024 * 1024;
const LARGEST_CLOCK_ERROR_MS = 5_000;

export function node({ process }: Context): Finding {
  const { node: version } = process.versions;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const old = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return old
    ? { state: 'problem', message: `${version} is too old`, fix: `Install Node ${OLDEST_NODE.join('.')} or newer.` }
    : { state: 'ok', message: version };
}

export function folder({ place }: Context): Finding {
  const tooLong = socketPathProblem(place);
  if (tooLong) return { state: 'problem', message: tooLong, fix: 'export ANSWERBACK_HOME=~/.answerback' };
  try {
    prepareFolder(place);
    const probe = join(place.folder, `.probe-${randomUUID()}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    return {
      state: 'problem',
      message: `${place.folder} cannot be written to: ${(error as Error).message}`,
      fix: `Make it yours: sudo chown -R "$USER" ${place.folder} && chmod 700 ${place.folder}`,
    };
  }
  return { state: 'ok', message: `${place.folder}, yours alone` };
}

export function disk({ place }: Context): Finding {
  const { bavail, bsize } = statfsSync(place.folder);
  const free = bavail * bsize;
  const message = `${Math.floor(free / 1_048_576)} MB free`;
  return free < LEAST_FREE_BYTES
    ? { state: 'warning', message, fix: 'Free some space: questions that cannot be saved are refused.' }
    : { state: 'ok', message };
}

/** Compares the clock of the file system with ours. */
export function clock({ place, now }: Context): Finding {
  const probe = join(place.folder, `.clock-${randomUUID()}`);
  writeFileSync(probe, '');
  const error = Math.abs(statSync(probe).mtimeMs - now());
  rmSync(probe);
  if (error > LARGEST_CLOCK_ERROR_MS)
    return {
      state: 'warning',
      message: `the clocks of the disk and of this computer differ by ${Math.round(error / 1000)} s`,
      fix: 'Set the clock (timedatectl set-ntp true): deadlines depend on it.',
    };
  return { state: 'ok', message: new Date(now()).toISOString() };
}

export function tmux(): Finding {
  const { stdout, error } = spawnSync('tmux', ['-V'], { encoding: 'utf8' });
  return error ? { state: 'off', message: 'not installed (only needed to answer by keystrokes)' } : { state: 'ok', message: stdout.trim() };
}
