// Watches the Claude Code processes on this computer through the files they write, and finds the tmux pane of each. Does not poll.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type OwnPane, ownPane } from '../../../client/own-pane.ts';
import type { Machine } from '../../channel.ts';
import { type Running, readRunning, transcriptOf } from './read.ts';

export type RunningAgent = Running & {
  readonly transcript: string;
  /** Absent when it does not run in tmux, or when the system does not tell us. */
  readonly tmux?: string;
  readonly pane?: string;
};

/** The configuration folder of this user's Claude Code. */
export const claudeFolder = (env: Machine['env']): string => env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude');

const ENDS_WITHIN_MS = 500;

/** Calls back at once with all running agents, and again whenever one starts, ends or changes. Returns how to stop. */
export function watchRunningAgents(
  { watchFolder, isAlive }: Pick<Machine, 'watchFolder' | 'isAlive'>,
  config: string,
  changed: (all: readonly RunningAgent[]) => void,
): () => void {
  const folder = join(config, 'sessions');
  const places = new Map<string, OwnPane>();
  let known: readonly Running[] = [];
  let last = '';
  let due = false;
  let later: NodeJS.Timeout | undefined;

  const look = () => {
    due = false;
    clearTimeout(later);
    const listed = list(folder);
    // A missing file may just be being rewritten, or its process may be about to end. So keep the agent for now, and look again soon.
    const kept = known.filter(({ pid }) => !listed.some((agent) => agent.pid === pid));
    known = [...listed, ...kept].filter((agent) => isAlive(agent.pid) && isSameProcess(agent)).sort((a, b) => a.pid - b.pid);
    if (kept.some((agent) => known.includes(agent))) later = setTimeout(look, ENDS_WITHIN_MS).unref();
    const all = known.map((agent) => ({ ...agent, transcript: transcriptOf(config, agent), ...placeOf(agent, places) }));
    const now = JSON.stringify(all);
    if (now === last) return;
    last = now;
    changed(all);
  };
  const stop = watchFolder(folder, () => {
    if (due) return;
    due = true;
    setImmediate(look);
  });
  look();
  return () => {
    clearTimeout(later);
    stop();
  };
}

/** Cached, because the environment that a process was started with never changes. */
function placeOf({ pid, started }: Running, known: Map<string, OwnPane>): OwnPane {
  const key = `${pid} ${started}`;
  const found = known.get(key) ?? ownPane(environmentOf(pid));
  known.set(key, found);
  return found;
}

function environmentOf(pid: number): Record<string, string> {
  try {
    const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
  } catch {
    return existsSync('/proc/self/environ') ? {} : environmentByPs(pid);
  }
}

/** For systems without /proc (macOS). Only finds values without spaces, which is enough for these two. */
function environmentByPs(pid: number): Record<string, string> {
  const { stdout } = spawnSync('ps', ['eww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', timeout: 1_000 });
  return Object.fromEntries([...(stdout ?? '').matchAll(/(?:^|\s)(TMUX|TMUX_PANE)=(\S+)/g)].map(([, name, value]) => [name, value]));
}

/** Pids are reused, so this compares the start time too. */
function isSameProcess({ pid, started }: Running): boolean {
  if (started === undefined || !existsSync('/proc/self/stat')) return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] === started;
  } catch {
    return false;
  }
}

function list(folder: string): Running[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+\.json$/.test(name))
      .sort()
      .flatMap((name) => readOne(join(folder, name)) ?? []);
  } catch {
    return [];
  }
}

/** The file of a process that ended without removing it. */
export function hasLeftFile(config: string, pid: number, session: string): boolean {
  return readOne(join(config, 'sessions', `${pid}.json`))?.session === session;
}

function readOne(path: string): Running | undefined {
  try {
    return readRunning(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
