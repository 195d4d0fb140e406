// Whether each configured agent is likely to answer: its program exists, its key can be read, its address responds. Nobody is asked.
import { connect } from 'node:net';
import type { AnswererSettings } from '../auto-answer/route/answerers.ts';
import type { AnswererCheck } from '../contract/types.ts';
import { isRunnable } from '../system/runnable.ts';
import { readSecret } from '../system/secret.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const CONNECT_WITHIN_MS = 3_000;

export function checkAnswerers(settings: Readonly<Record<string, AnswererSettings>>, env: Environment): Promise<readonly AnswererCheck[]> {
  return Promise.all(
    Object.entries(settings).map(async ([name, each]) => {
      const problem = await problemOf(each, env);
      return { name, kind: each.kind, ok: problem === undefined, message: problem ?? summary(each) };
    }),
  );
}

async function problemOf(settings: AnswererSettings, env: Environment): Promise<string | undefined> {
  switch (settings.kind) {
    case 'command':
      return isRunnable(settings.run[0] ?? '', env)
        ? undefined
        : `${settings.run[0]} is not a program on the broker's PATH; give its full path`;
    case 'model': {
      const secret = await readSecret('the key', { env: settings['key-env'], file: settings['key-file'] }, env);
      if (secret.kind === 'problem') return secret.message;
      return settings.url === undefined ? undefined : unreachable(settings.url);
    }
    case 'openclaw': {
      const secret = await readSecret('the token', { env: settings['token-env'], file: settings['token-file'] }, env);
      return secret.kind === 'problem' ? secret.message : unreachable(settings.url);
    }
    case 'chat':
      return undefined;
  }
}

function summary(settings: AnswererSettings): string {
  switch (settings.kind) {
    case 'command':
      return settings.run.join(' ');
    case 'model':
      return settings.model;
    case 'openclaw':
      return settings.url;
    case 'chat':
      return 'polls the roster';
  }
}

/** Whether anything listens there. */
function unreachable(url: string): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(url);
  const number = Number(port) || (protocol === 'https:' || protocol === 'wss:' ? 443 : 80);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: number, timeout: CONNECT_WITHIN_MS });
    const end = (problem?: string) => {
      socket.destroy();
      resolve(problem);
    };
    socket.once('connect', () => end());
    socket.once('timeout', () => end(`nothing answers at ${hostname}:${number} within ${CONNECT_WITHIN_MS / 1000} s`));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(`nothing answers at ${hostname}:${number} (${error.code ?? error.message})`),
    );
  });
}
