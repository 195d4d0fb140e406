// Runs one program in its own process group, writes its input, keeps its output up to a limit, and leaves no process behind.

import { type ChildProcess, spawn } from 'node:child_process';
import type { Environment } from './environment.ts';
import { endGroup, RUN_VARIABLE } from './process-group.ts';

type Program = {
  readonly run: readonly string[];
  readonly folder: string;
  readonly env: Environment;
  readonly input: string;
  /** Names the run in the environment of all its processes. */
  readonly id: string;
  /** Bytes of standard output; a program that prints more is ended. */
  readonly mostOutput: number;
};

export type Ran =
  | { readonly kind: 'ended'; readonly how: string; readonly clean: boolean; readonly output: string; readonly errors: string }
  | { readonly kind: 'not-started'; readonly code: string }
  | { readonly kind: 'too-much'; readonly output: string }
  | { readonly kind: 'stopped' };

/** Only the end of standard error is kept. */
const MOST_ERRORS = 4_096;
/** A process that left the group may keep the output open after the program itself has ended. */
const LAST_WORDS_MS = 1_000;

/** `ran` settles at once on abort; `gone` when no process is left. Neither rejects. */
export function start(program: Program, signal: AbortSignal): { readonly ran: Promise<Ran>; readonly gone: Promise<void> } {
  if (signal.aborted) return { ran: Promise.resolve({ kind: 'stopped' }), gone: Promise.resolve() };
  const child = spawned(program);
  if (typeof child === 'string') return { ran: Promise.resolve({ kind: 'not-started', code: child }), gone: Promise.resolve() };
  let settleGone = () => {};
  const gone = new Promise<void>((resolve) => {
    settleGone = resolve;
  });
  const end = async () => {
    await endGroup(child.pid as number, program.id);
    settleGone();
  };
  const ran = new Promise<Ran>((resolve) => {
    const output = gathered();
    const errors = gathered(MOST_ERRORS);
    let ending = false;
    const settle = (result: Ran) => {
      signal.removeEventListener('abort', stop);
      resolve(result);
      child.stdout?.destroy();
      child.stderr?.destroy();
      if (ending) return;
      ending = true;
      if (child.pid === undefined) settleGone();
      else void end();
    };
    const stop = () => settle({ kind: 'stopped' });
    signal.addEventListener('abort', stop, { once: true });
    child.on('error', (error) => settle({ kind: 'not-started', code: (error as NodeJS.ErrnoException).code ?? error.message }));
    child.stdout?.on('data', (chunk: Buffer) => {
      output.add(chunk);
      if (output.size() > program.mostOutput) settle({ kind: 'too-much', output: output.text() });
    });
    child.stderr?.on('data', (chunk: Buffer) => errors.add(chunk));
    child.on('exit', (code, by) => {
      const result = () =>
        settle({
          kind: 'ended',
          how: by ? `was ended by ${by}` : `ended with code ${code}`,
          clean: code === 0,
          output: output.text(),
          errors: errors.text(),
        });
      if (!ending) {
        // Its children are useless without it, and may keep its output open.
        ending = true;
        void end();
      }
      const late = setTimeout(result, LAST_WORDS_MS);
      child.on('close', () => {
        clearTimeout(late);
        result();
      });
    });
    // Some programs do not read their input; that is not an error.
    child.stdin?.on('error', () => {});
    child.stdin?.end(program.input);
  });
  return { ran, gone };
}

function spawned({ run, folder, env, id }: Program): ChildProcess | string {
  const [command = '', ...args] = run.map((arg) => arg.replaceAll('\0', ''));
  try {
    return spawn(command, args, { cwd: folder, env: { ...env, [RUN_VARIABLE]: id }, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  }
}

/** All of it, or its last bytes. */
function gathered(most = Infinity) {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    add(chunk: Buffer): void {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= most * 2) return;
      chunks = [Buffer.concat(chunks).subarray(-most)];
      size = most;
    },
    size: () => size,
    text: () =>
      Buffer.concat(chunks)
        .subarray(most === Infinity ? 0 : -most)
        .toString('utf8'),
  };
}

/** The broker may have been started inside an agent's terminal. Its children are not that agent, and not in that pane. */
const NOT_INHERITED =
  /^(TMUX|TMUX_PANE|CLAUDECODE|CLAUDE_CODE_(ENTRYPOINT|SSE_PORT|SESSION_ID|CHILD_SESSION|EXECPATH)|CODEX_(THREAD_ID|SANDBOX\w*)|ANSWERBACK_(HOOK|HOOK_TOKEN|TOKEN))$/;

export function inherited(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_INHERITED.test(name)));
}
