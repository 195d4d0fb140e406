// One tmux client in control mode: a process attached to one session that takes commands and reports what happens there.
import { spawn } from 'node:child_process';
import { NoResponse } from '../../channels/terminal.ts';
import { type Command, frames, type Notice, type Reply, SUBSCRIPTION } from './frames.ts';
import { harmless, quote } from './quote.ts';

/** Where a tmux server is, and which tmux program to use. */
export type Place = { readonly socket: string; readonly tmux: string; readonly env: NodeJS.ProcessEnv };

/** `idle`: the server has no session. `silent`: it did not reply. `gone`: there is no server, or it ended. */
type Ready = { readonly kind: 'attached'; readonly session: string } | { readonly kind: 'idle' | 'silent' | 'gone' };

export type ControlClient = {
  readonly ready: Promise<Ready>;
  /** Only once ready: earlier commands run without a client. Replies come in order. Rejects with `Lost`, or after 5 s without a reply. */
  run(command: Command): Promise<Reply>;
  /** Detaches. */
  end(): void;
  readonly exited: Promise<void>;
};

/** The client ended before it replied, so the command may or may not have run. */
export class Lost extends NoResponse {
  override readonly name = 'Lost';
}

/** In milliseconds. */
export const PATIENCE = 5_000;

export const noReply = (): NoResponse => new NoResponse(`tmux did not reply within ${PATIENCE / 1000} s`);

/**
 * How to attach without side effects: never start a server (-N), use UTF-8 whatever our locale (-u), leave the session's
 * environment alone (-E), and do not affect window sizes (ignore-size; tmux also ignores control clients that never set their size).
 */
const ATTACH = ['attach-session', '-E', '-f', 'ignore-size'];

export function attach(place: Place, session: string | undefined, noticed: (notices: readonly Notice[]) => void): ControlClient {
  const client = start(place, [...ATTACH, ...(session ? ['-t', session] : [])], noticed);
  // For changes without a notification (a program started, or ended in a pane that was kept) tmux itself compares once a second.
  const processes = quote(`${SUBSCRIPTION}:%*:#{pane_pid} #{pane_dead} ${harmless('pane_current_command')}`);
  client.ready
    .then(({ kind }) => (kind === 'attached' ? client.run({ line: `refresh-client -B ${processes}`, blocks: 1 }) : undefined))
    // If the client is already gone, `exited` reports it.
    .catch(() => {});
  return client;
}

/** A client of a server without sessions, to learn of the first one. It waits for a signal that never comes, and keeps nothing alive. */
export function standBy(place: Place, noticed: (notices: readonly Notice[]) => void): ControlClient {
  return start(place, ['wait-for', `answerback-${process.pid}-${Date.now()}`], noticed);
}

type Waiting = { readonly command: Command; readonly resolve: (reply: Reply) => void; readonly reject: (error: Error) => void };

function start(place: Place, words: readonly string[], noticed: (notices: readonly Notice[]) => void): ControlClient {
  const { TMUX: _, TMUX_PANE: __, ...env } = place.env;
  const child = spawn(place.tmux, ['-u', '-N', '-S', place.socket, '-C', ...words], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    // A client that is killed while it connects can crash the server (tmux before 3.7), so no Ctrl-C of ours may reach it.
    detached: true,
  });
  const waiting: Waiting[] = [];
  let notices = new Map<string, Notice>();
  let over = false;
  let started = false;
  let settle: (ready: Ready) => void = () => {};
  const ready = new Promise<Ready>((resolve) => {
    settle = resolve;
  });

  const feed = frames({
    expected: () => waiting[0]?.command,
    replied: (reply) => waiting.shift()?.resolve(reply),
    foreign: (reply) => {
      // The first one is the command the client was started with; later ones come from the user's hooks and are ignored.
      if (!started && (reply.kind === 'failed' || words[0] === 'wait-for')) settle({ kind: 'idle' });
      started = true;
    },
    noticed: (notice) => {
      if (notice.kind === 'attached') settle({ kind: 'attached', session: notice.session });
      notices.set(notice.kind === 'pane' ? `${notice.pane}${notice.process}` : notice.kind, notice);
    },
  });
  child.stdout.on('data', (chunk: Buffer) => {
    if (over) return;
    try {
      feed(chunk);
    } catch {
      // Replies no longer match commands. Only a new client can fix that.
      over = true;
      child.kill();
    }
    if (notices.size === 0) return;
    const batch = [...notices.values()];
    notices = new Map();
    noticed(batch);
  });

  const exited = new Promise<void>((resolve) => {
    const gone = () => {
      over = true;
      settle({ kind: 'gone' });
      for (const { reject } of waiting.splice(0)) reject(new Lost('the connection to tmux ended before it replied'));
      resolve();
    };
    child.once('error', gone);
    child.once('close', gone);
  });
  child.stdin.on('error', () => {});
  const late = setTimeout(() => {
    settle({ kind: 'silent' });
    child.kill();
    // A server that is suspended holds the other end, so it would not close.
    child.stdout.destroy();
  }, PATIENCE);
  late.unref();
  ready.then(() => clearTimeout(late));

  return {
    ready,
    exited,
    end() {
      child.stdin.end();
      // While its command runs, a client does not notice the end of its input.
      if (words[0] === 'wait-for') child.kill();
    },
    run(command) {
      if (over || !child.stdin.writable) return Promise.reject(new Lost('the connection to tmux has ended'));
      return new Promise((resolve, reject) => {
        // A late reply still belongs to this command, so it keeps its place in the queue.
        const timer = setTimeout(() => reject(noReply()), PATIENCE);
        timer.unref();
        const done = <T>(then: (value: T) => void) => {
          return (value: T) => {
            clearTimeout(timer);
            then(value);
          };
        };
        waiting.push({ command, resolve: done(resolve), reject: done(reject) });
        child.stdin.write(`${command.line}\n`);
      });
    },
  };
}
