// A tmux server for tests, in a temporary folder, with people attached to it.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Look, Terminal } from '../../src/system/terminal.ts';

export type PrivateTmux = {
  readonly folder: string;
  readonly socket: string;
  /** Runs tmux in a separate process, as a person would, and returns its output. */
  run(...words: string[]): string;
  /** Starts a session (and the server) and returns the id of its pane. */
  session(name: string, command: string, size?: readonly [number, number]): string;
  /** Attaches a person with a terminal of this size. Returns the id of their terminal in `outside`. */
  person(session: string, columns: number, rows: number): string;
  /** Runs tmux on the server that holds the people's terminals. */
  outside(...words: string[]): string;
  /** Runs this while the server is suspended. */
  stopped<T>(meanwhile: () => Promise<T>): Promise<T>;
  end(): void;
};

export function privateTmux(): PrivateTmux {
  if (spawnSync('tmux', ['-V']).error) throw new Error('These tests need tmux: install it (apt-get install tmux).');
  const folder = mkdtempSync(join(tmpdir(), 'answerback-tmux-'));
  const env = { ...process.env, TERM: 'screen-256color', LC_ALL: 'C.UTF-8' };
  delete (env as NodeJS.ProcessEnv).TMUX;
  const tmux = (socket: string, words: readonly string[]) =>
    execFileSync('tmux', ['-f', '/dev/null', '-S', socket, ...words], {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trimEnd();
  const socket = join(folder, 's');
  const people = join(folder, 'people');
  const start = (at: string, name: string, command: string, [columns, rows]: readonly [number, number]) =>
    tmux(at, ['new-session', '-d', '-P', '-F', '#{pane_id}', '-s', name, '-x', `${columns}`, '-y', `${rows}`, command]);
  return {
    folder,
    socket,
    run: (...words) => tmux(socket, words),
    session: (name, command, size = [80, 24]) => start(socket, name, command, size),
    person: (session, columns, rows) =>
      start(people, `p${randomUUID()}`, `exec env -u TMUX tmux -S ${socket} attach-session -t ${session}`, [columns, rows]),
    outside: (...words) => tmux(people, words),
    async stopped(meanwhile) {
      const pid = Number(tmux(socket, ['display-message', '-p', '#{pid}']));
      process.kill(pid, 'SIGSTOP');
      try {
        return await meanwhile();
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    },
    end() {
      for (const each of [socket, people]) spawnSync('tmux', ['-S', each, 'kill-server'], { stdio: 'ignore', timeout: 10_000 });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const shows = (text: string) => (look: Look | undefined) => look?.ansi.includes(text) === true;

/** Looks after each change of the pane until it is as wanted. Except for the first time, it never looks without a notification. */
export async function seen(terminal: Terminal, wanted: (look: Look | undefined) => boolean, what: string): Promise<Look | undefined> {
  let changed = false;
  let wake = () => {};
  const stop = terminal.onChange(() => {
    changed = true;
    wake();
  });
  const late = AbortSignal.timeout(60_000);
  try {
    for (;;) {
      changed = false;
      const look = await terminal.look();
      if (wanted(look)) return look;
      await new Promise<void>((resolve, reject) => {
        wake = resolve;
        late.onabort = () => reject(new Error(`Not seen: ${what}. Last look:\n${look ? look.ansi.trimEnd() : 'gone'}`));
        if (changed) resolve();
      });
    }
  } finally {
    stop();
  }
}

/** Median and slow end of some durations, for printing. */
export function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${sorted.length})`;
}
