// Whether a process is still running.
import { readFileSync } from 'node:fs';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** A zombie still accepts signals. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return 'ZX'.includes(stat[stat.lastIndexOf(')') + 2] ?? ' ');
  } catch {
    return false;
  }
}
