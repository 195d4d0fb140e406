// Whether anything listens at an address.
import { connect } from 'node:net';

const CONNECT_WITHIN_MS = 3_000;

/** Undefined if something does. */
export function whyUnreachable(url: string): Promise<string | undefined> {
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
