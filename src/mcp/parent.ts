// The agent that has started `answerback mcp`: its process, and a name for it that no other process ever has.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { pidNamespace } from '../system/pid-namespace.ts';

export type Parent = {
  /** Undefined if it is in another PID namespace than we are. */
  readonly pid: number | undefined;
  /** The same for every server that this agent starts, and different after a container was started again with the same pids. */
  readonly key: string;
};

export function parentOf({ ppid, pid }: Pick<NodeJS.Process, 'ppid' | 'pid'>): Parent {
  // It cannot be named from here, so nothing tells the servers of one agent from those of another.
  const known = ppid > 0 ? ppid : pid;
  const about = [hostname(), pidNamespace, startOf(known)];
  return { pid: ppid > 0 ? ppid : undefined, key: `${known}-${createHash('sha256').update(about.join(' ')).digest('hex').slice(0, 12)}` };
}

/** In clock ticks since boot. Without /proc, a computer counts its pids up and uses none of them again soon. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
