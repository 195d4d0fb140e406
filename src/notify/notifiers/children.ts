// Programs that show a notification: started without a shell, stopped by a signal, and ended when the notifier closes.

import { type ChildProcess, spawn } from 'node:child_process';
import type { Environment } from '../../system/environment.ts';
import { masked, secretsIn } from '../../system/secret.ts';
import type { Sent } from '../notifier.ts';

const MOST_REASON = 200;

export type Children = ReturnType<typeof createChildren>;

/** `env`: where secrets are looked for that must not be repeated. */
export function createChildren(env: Environment) {
  const children = new Set<ChildProcess>();
  return {
    /** Resolves with the first line that is printed, or when the program ends. Later lines go to `onLine`. */
    run(
      program: string,
      args: readonly string[],
      environment: NodeJS.ProcessEnv,
      signal: AbortSignal,
      onLine: (line: string) => void = () => {},
    ): Promise<Sent> {
      return new Promise((resolve) => {
        const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
        children.add(child);
        let [rest, errors, isFirst] = ['', '', true];
        const stop = () => child.kill();
        signal.addEventListener('abort', stop, { once: true });
        const settle = (sent: Sent) => {
          signal.removeEventListener('abort', stop);
          resolve(sent);
        };
        child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
          const lines = `${rest}${chunk}`.split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) {
            if (isFirst) settle({ kind: 'sent', reference: line.trim() });
            else onLine(line.trim());
            isFirst = false;
          }
        });
        child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
          errors = `${errors}${chunk}`.slice(-MOST_REASON);
        });
        child.once('error', ({ message }) => {
          children.delete(child);
          settle({ kind: 'failed', reason: `${program} could not be started: ${message}`, again: false });
        });
        child.once('close', (code) => {
          children.delete(child);
          const said = errors.trim() === '' ? '' : `: ${masked(errors.trim(), secretsIn(env))}`;
          settle(code === 0 ? { kind: 'sent' } : { kind: 'failed', reason: `${program} ended with code ${code}${said}`, again: true });
        });
        if (signal.aborted) stop();
      });
    },

    async close(): Promise<void> {
      await Promise.all(
        [...children].map((child) => {
          const gone = new Promise((resolve) => child.once('close', resolve));
          child.kill();
          return gone;
        }),
      );
    },
  };
}
