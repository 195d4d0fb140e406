// Processes: whether one is still running, and whether what is typed in a terminal reaches it.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Look } from './terminal.ts';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A zombie still accepts signals.
  return !'ZX'.includes(inProc(pid)?.state ?? '?');
}

/** One row of the process table. */
export type Process = {
  readonly parent: number;
  readonly group: number;
  /** The terminal that controls it; undefined if there is none. */
  readonly terminal: string | undefined;
  /** The process group in the foreground of that terminal. */
  readonly foreground: number;
  /** The first letter of what `ps` says: T is stopped, Z a zombie. */
  readonly state: string;
};

type ProcessTable = (pid: number) => Process | undefined;

const MOST_ANCESTORS = 64;

/** Why keys typed in this pane do not reach the agent with this pid; undefined when they do. */
export async function whyNotInForeground(pid: number, { pid: pane, command, cursor }: Look): Promise<string | undefined> {
  const reason = foregroundProblem(await processTable(), pid, pane);
  if (reason === 'background') return `another program is running in the pane (${command})`;
  // An agent hides the cursor; an editor that it opened shows it.
  if (reason !== undefined || cursor.shown !== true) return reason;
  const opened = openedProgram(pid);
  return opened === undefined ? undefined : `the agent has opened another program (${opened})`;
}

/**
 * The process must be in the foreground of its own terminal. If that is not the pane's (`script`, `expect`), then the same holds for its
 * nearest ancestor in another terminal, and so on up to the pane's.
 */
export function foregroundProblem(table: ProcessTable, pid: number, pane: number): string | undefined {
  const target = table(pane)?.terminal;
  let terminal: string | undefined;
  let at = pid;
  for (let steps = 0; steps < MOST_ANCESTORS && at > 0; steps += 1) {
    const found = table(at);
    if (!found) break;
    if (found.state === 'T') return 'the agent is suspended (Ctrl-Z); continue it with fg';
    if (found.terminal !== undefined && found.terminal !== terminal) {
      if (found.group !== found.foreground) return 'background';
      if (found.terminal === target) return undefined;
      terminal = found.terminal;
    }
    if (at === pane) break;
    at = found.parent;
  }
  return 'the agent does not run in this pane';
}

const run = promisify(execFile);

export const PS: readonly string[] = ['-axo', 'pid=,ppid=,pgid=,tpgid=,tty=,stat='];

/** Linux has /proc, where one row is cheap. Other systems have `ps`, which lists all of them. */
async function processTable(): Promise<ProcessTable> {
  if (existsSync('/proc/self/stat')) return inProc;
  const { stdout } = await run('ps', PS, { timeout: 5_000 });
  return readTable(stdout);
}

export function readTable(text: string): ProcessTable {
  const rows = new Map<number, Process>();
  for (const line of text.split('\n')) {
    const [pid, parent, group, foreground, terminal = '', state = ''] = line.trim().split(/\s+/);
    rows.set(Number(pid), {
      parent: Number(parent),
      group: Number(group),
      foreground: Number(foreground),
      terminal: /^[?-]*$/.test(terminal) ? undefined : terminal,
      state: state.charAt(0),
    });
  }
  return (pid) => rows.get(pid);
}

function inProc(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain anything.
    const [state = '', parent, group, , terminal, foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(parent),
      group: Number(group),
      terminal: terminal === '0' ? undefined : terminal,
      foreground: Number(foreground),
      state,
    };
  } catch {
    return undefined;
  }
}

/** A child that reads from the same terminal: an editor, for example. Its helpers (tools, hooks) read from pipes. Known on Linux only. */
function openedProgram(pid: number): string | undefined {
  try {
    const terminal = readlinkSync(`/proc/${pid}/fd/0`);
    const child = readdirSync('/proc').find((name) => /^\d+$/.test(name) && inProc(Number(name))?.parent === pid && reads(name, terminal));
    return child === undefined ? undefined : readFileSync(`/proc/${child}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function reads(pid: string, terminal: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/0`) === terminal;
  } catch {
    return false;
  }
}
