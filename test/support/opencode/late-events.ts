// A way to an opencode server on which its events can be held back for a while. Everything else passes at once.
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LateEvents {
  /** To be used in place of the server's own. */
  readonly url: string;
  hold(): void;
  /** Sends what was held back, in order. */
  release(): void;
  stop(): Promise<void>;
}

export async function startLateEvents(target: string): Promise<LateEvents> {
  let isHeld = false;
  const held: (readonly [ServerResponse, Buffer])[] = [];
  const server = createServer((incoming, response) => {
    const isStream = incoming.url?.startsWith('/event') === true;
    const { method = 'GET', headers } = incoming;
    const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.on('data', (chunk: Buffer) => {
        if (isStream && isHeld) held.push([response, chunk]);
        else response.write(chunk);
      });
      answer.once('end', () => response.end());
      answer.once('error', () => response.destroy());
    });
    outgoing.once('error', () => response.destroy());
    response.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const [response, chunk] of held.splice(0)) response.write(chunk);
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
