// A web service on this computer that plays the roles of the notifier suite and remembers what it was sent.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Role } from '../../src/notify/notifier.conformance.ts';

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly bytes: Buffer;
};

export async function fakeService(secret: string) {
  const received: Received[] = [];
  let role: Role = 'takes it';
  let status = 200;
  let waiting = 0;
  const server = createServer(async (request, response) => {
    if (role === 'never replies') {
      waiting += 1;
      request.socket.once('close', () => {
        waiting -= 1;
      });
      return;
    }
    const { method = '', url = '', headers } = request;
    const bytes = await buffer(request);
    received.push({ method, path: url, headers, body: bytes.toString('utf8'), bytes });
    if (role === 'is busy') response.writeHead(429, { 'retry-after': '7' }).end('slow down');
    else if (role === 'refuses') response.writeHead(403).end('no');
    else if (role === 'leaks') response.writeHead(400).end(`wrong secret: ${secret} ${'x'.repeat(1000)}`);
    else response.writeHead(status, { 'content-type': 'application/json' }).end('{"id":"m1"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    begun: () => waiting > 0,
    running: async () => waiting,
    play(next: Role): void {
      role = next;
      if (role === 'is gone') server.close();
    },
    /** With this status from now on. */
    reply(next: number): void {
      status = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
