// A web server on this computer that can go down and come up again at the same address, or stop replying.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ownPort } from '../own-port.ts';

export async function loopback(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
) {
  const open = new Set<ServerResponse>();
  let hangs = false;
  let server: Server | undefined;
  let freeze = () => {};
  const port = await ownPort();

  async function up(): Promise<void> {
    const fresh = createServer((request, response) => {
      open.add(response);
      response.once('close', () => open.delete(response));
      if (!hangs) serve(request, response).catch((error) => response.destroy(error as Error));
    });
    freeze = freezable(fresh);
    fresh.on('upgrade', upgrade);
    fresh.listen(port, '127.0.0.1');
    await once(fresh, 'listening');
    server = fresh;
  }
  await up();
  return {
    origin: `http://127.0.0.1:${port}`,
    requests: () => open.size,
    up,
    async down(): Promise<void> {
      const old = server;
      server = undefined;
      if (!old) return;
      const closed = once(old, 'close');
      old.close();
      old.closeAllConnections();
      await closed;
    },
    hang(): void {
      hangs = true;
    },
    freeze: () => freeze(),
  };
}

/** Returns what makes all connections of the server silent that are open at that moment. */
export function freezable(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) {
      socket.pause();
      socket.cork();
    }
  };
}
