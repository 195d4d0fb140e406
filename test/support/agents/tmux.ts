// For tests: a private tmux server with one pane, and a callback for its output.
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Pane {
  /** The name of the private server, for `tmux -L <name>`. */
  readonly server: string;
  readonly id: string;
  readonly pid: number;
  /** Runs one tmux command on the private server and returns what it prints. */
  tmux(...args: readonly string[]): Promise<string>;
  /** Calls back after each piece of output of the pane, until the returned function is called. */
  onOutput(listener: () => void): () => void;
  kill(): Promise<void>;
}

export interface PaneOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  /** The whole environment of the command, except what tmux adds: TERM, TMUX, TMUX_PANE. */
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
}

export async function openPane({ command, cwd, env, columns, rows }: PaneOptions): Promise<Pane> {
  await requireTmux();
  const server = `answerback-test-${process.pid}-${randomUUID().slice(0, 8)}`;
  const base = ['-L', server, '-f', '/dev/null'];
  const tmux = async (...args: readonly string[]) => (await run('tmux', [...base, ...args], { env })).stdout;
  const size = ['-x', String(columns), '-y', String(rows)];
  const options = ['set', '-g', 'status', 'off', ';', 'set', '-g', 'remain-on-exit', 'on', ';'];
  const format = '#{pane_id} #{pane_pid} #{socket_path}';
  const opened = await tmux(...options, 'new-session', '-d', '-s', 'agent', ...size, '-c', cwd, '-P', '-F', format, '--', ...command);
  const [id = '', pid = '', socket = ''] = opened.trim().split(' ');

  const listeners = new Set<() => void>();
  const control = spawn('tmux', [...base, '-C', 'attach-session', '-f', 'ignore-size', '-t', 'agent'], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  control.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (/^%(extended-)?output /m.test(chunk)) for (const listener of [...listeners]) listener();
  });

  await once(control.stdout, 'data', { signal: AbortSignal.timeout(60_000) });

  return {
    server,
    id,
    pid: Number(pid),
    tmux,
    onOutput(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async kill() {
      await tmux('kill-server').catch(() => undefined);
      control.kill();
      await rm(socket, { force: true });
    },
  };
}

async function requireTmux(): Promise<void> {
  await run('tmux', ['-V']).catch((error: unknown) => {
    throw new Error('These tests drive a real agent in a real terminal and need tmux 3.2 or later on the PATH (apt-get install tmux).', {
      cause: error,
    });
  });
}
