// Ends a process group, and processes that left the group but still have the run's name in their environment (visible on Linux only).
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

export const RUN_VARIABLE = 'ANSWERBACK_RUN';

/** Time to end cleanly. */
const GRACE_MS = 2_000;
/** A process that survives SIGKILL for this long hangs in the kernel. */
const KILLED_MS = 3_000;
const LOOK_AGAIN_MS = 40;

/** Resolves when no process is left. */
export async function endGroup(group: number, run: string): Promise<void> {
  for (const [signal, ms] of [
    ['SIGTERM', GRACE_MS],
    ['SIGKILL', KILLED_MS],
  ] as const) {
    const until = Date.now() + ms;
    let left = await members(group, run);
    send(signal, group, left);
    while (left.length > 0 && Date.now() < until) {
      await delay(LOOK_AGAIN_MS);
      left = await members(group, run);
    }
    if (left.length === 0) return;
  }
}

function send(signal: NodeJS.Signals, group: number, members: readonly number[]): void {
  for (const id of new Set([-group, ...members])) {
    try {
      process.kill(id, signal);
    } catch {
      // gone already
    }
  }
}

/** Where processes cannot be inspected, the group stands for all its members. */
async function members(group: number, run: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return isThere(-group) ? [-group] : [];
  const newest = await newestProcess();
  // Its children have higher process ids. After the ids have wrapped around, all processes are checked.
  const isLater = (pid: number) => newest < group || (pid >= group && pid <= newest);
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 1 && pid !== process.pid && isLater(pid));
  const found = await Promise.all(pids.map(async (pid) => ((await isMember(pid, group, run)) ? [pid] : [])));
  return found.flat();
}

/** The process id that was given out last. */
async function newestProcess(): Promise<number> {
  const load = await readFile('/proc/loadavg', 'latin1').catch(() => '');
  return Number(load.trim().split(' ')[4] ?? 0);
}

/** Agents' shells start their own sessions, so the group alone would miss them. Zombies do not count. */
async function isMember(pid: number, group: number, run: string): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [state = 'Z', , pgrp] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  if ('ZX'.includes(state)) return false;
  if (Number(pgrp) === group) return true;
  // A process of another user cannot be ours, and cannot be read.
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  return `\0${environment}\0`.includes(`\0${RUN_VARIABLE}=${run}\0`);
}

function isThere(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
