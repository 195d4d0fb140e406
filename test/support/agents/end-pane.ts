// For tests: ends a private tmux server, and waits until the programs in its pane are gone, also below a shell or another wrapper.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isAlive, PS, readTable } from '../../../src/system/processes.ts';
import { eventually } from '../eventually.ts';
import type { Pane } from './tmux.ts';

/** Time for a program to end by itself when its terminal has been closed. */
const GRACE_MS = 3_000;

export async function endPane(pane: Pane): Promise<void> {
  const programs = await programsIn(pane);
  await pane.kill();
  const killAt = Date.now() + GRACE_MS;
  await eventually(() => {
    const left = programs.filter(isAlive);
    if (Date.now() > killAt) for (const pid of left) kill(pid);
    return left.length === 0;
  });
}

/** Without those that have no terminal: a broker that the agent started may go on. */
async function programsIn(pane: Pane): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', PS);
  const table = readTable(stdout);
  const isBelow = (pid: number): boolean => pid === pane.pid || (pid > 1 && isBelow(table(pid)?.parent ?? 0));
  const all = stdout.split('\n').map((line) => Number.parseInt(line, 10));
  return all.filter((pid) => table(pid)?.terminal !== undefined && isBelow(pid));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
