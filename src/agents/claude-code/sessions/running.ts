// Watches the Claude Code processes on this computer through the files they write, and finds the tmux pane of each. Does not poll.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type OwnPane, ownPane } from '../../../client/own-pane.ts';
import type { Machine } from '../../../inbox/channel.ts';
import { type Running, readRunning, transcriptOf } from './read.ts';
import { type RunKind, runKind } from './run-kind.ts';

export type RunningAgent = Omit<Running, 'entrypoint'> & {
  readonly transcript: string;
  /** Absent when it does not run in tmux, or when the system does not tell us. */
  readonly tmux?: string;
  readonly pane?: string;
};

/** The configuration folder of this user's Claude Code. */
export const claudeFolder = (env: Machine['env']): string => env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude');

const ENDS_WITHIN_MS = 500;

/** Calls back at once with all running agents that have a screen, and again whenever one starts, ends or changes. Returns how to stop. */
export function watchRunningAgents(
  { watchFolder, isAlive }: Pick<Machine, 'watchFolder' | 'isAlive'>,
  config: string,
  changed: (all: readonly RunningAgent[]) => void,
): () => void {
  const folder = join(config, 'sessions');
  const panes = new Map<string, PaneOfProcess>();
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
    const all = known.flatMap(({ entrypoint, ...agent }) => {
      const { pane, hasScreen } = paneOf(agent, entrypoint, panes);
      return hasScreen ? [{ ...agent, transcript: transcriptOf(config, agent), ...pane }] : [];
    });
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

type PaneOfProcess = { readonly pane: OwnPane; readonly hasScreen: boolean };

/** Cached, because the environment and the arguments that a process was started with never change. */
function paneOf(
  { pid, started }: Pick<Running, 'pid' | 'started'>,
  entrypoint: string | undefined,
  known: Map<string, PaneOfProcess>,
): PaneOfProcess {
  const key = `${pid} ${started}`;
  const found = known.get(key) ?? {
    pane: ownPane(environmentOf(pid)),
    hasScreen: (runKind(pid, entrypoint) ?? 'interactive') === 'interactive',
  };
  known.set(key, found);
  return found;
}

/** How each process runs that has this session. There may be two: one of them may have continued the session of the other. */
export function runKindsOf({ isAlive }: Pick<Machine, 'isAlive'>, config: string, session: string): readonly (RunKind | undefined)[] {
  const running = list(join(config, 'sessions')).filter((agent) => agent.session === session && isAlive(agent.pid) && isSameProcess(agent));
  return running.map(({ pid, entrypoint }) => runKind(pid, entrypoint));
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

/** A pipe would wait for a writer for ever, and a device has no end. What is larger than any of these files is none. */
function readOne(path: string): Running | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= LARGEST ? readRunning(readFileSync(path, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

const LARGEST = 64 * 1024;
