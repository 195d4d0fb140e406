// How a Claude Code process runs: with its dialogs on a terminal, under a program that shows them, or headless, where nobody is asked.
// Imports nothing but Node's own modules, because it runs as a hook.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';

/** `hosted`: a program such as an editor gets its permission requests, and may ask its user. The answer of either side counts. */
export type RunKind = 'interactive' | 'hosted' | 'headless';

type Process = {
  /** What it calls itself. */
  readonly entrypoint: string;
  readonly argv: readonly string[];
  /** Undefined when the system does not say. */
  readonly writesToTerminal?: boolean | undefined;
};

/**
 * Claude Code calls itself `cli` only when it is interactive, also below an interactive session. The reverse does not hold: an interactive one keeps
 * the name that it finds in its environment.
 */
const INTERACTIVE = 'cli';

/** Like Claude Code itself, which prints instead of showing a screen with these arguments, or if its output is no terminal. */
const PRINTS: readonly string[] = ['-p', '--print'];
const HOST: readonly string[] = ['--permission-prompt-tool', '--sdk-url'];
const NOBODY = /^--permission-prompts[= ]none$/;

export function runKindOf({ entrypoint, argv, writesToTerminal }: Process): RunKind {
  const prints = argv.some((arg) => PRINTS.includes(arg)) || writesToTerminal === false;
  if (entrypoint === INTERACTIVE || !prints) return 'interactive';
  const hasHost = argv.some((arg) => HOST.some((name) => arg === name || arg.startsWith(`${name}=`)));
  const asksNobody = argv.some((arg, i) => NOBODY.test(arg) || NOBODY.test(`${arg} ${argv[i + 1]}`));
  return hasHost && !asksNobody ? 'hosted' : 'headless';
}

/** Undefined when it cannot be told. */
export function runKind(pid: number, entrypoint: string | undefined): RunKind | undefined {
  if (entrypoint === undefined) return undefined;
  try {
    return runKindOf({ entrypoint, ...(existsSync('/proc/self/cmdline') ? fromProc(pid) : fromPs(pid)) });
  } catch {
    return undefined;
  }
}

function fromProc(pid: number): Omit<Process, 'entrypoint'> {
  const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return { argv, writesToTerminal: isTerminal(readlinkSync(`/proc/${pid}/fd/1`)) };
}

/** For systems without /proc (macOS). The words of a prompt look like arguments here. */
function fromPs(pid: number): Omit<Process, 'entrypoint'> {
  const line = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8', timeout: 1_000 });
  return { argv: line.trim().split(/\s+/) };
}

/** A terminal that was closed is followed by "(deleted)". */
const isTerminal = (target: string): boolean => /^\/dev\/(?:pts\/|tty|console)/.test(target);
