// A web server on this computer that can go down and come up again at the same address, or stop replying.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export async function loopback(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
) {
  const open = new Set<ServerResponse>();
  let hangs = false;
  let server: Server | undefined;
  let port = 0;

  async function up(): Promise<void> {
    const fresh = createServer((request, response) => {
      open.add(response);
      response.once('close', () => open.delete(response));
      if (!hangs) serve(request, response).catch((error) => response.destroy(error as Error));
    });
    fresh.on('upgrade', upgrade);
    fresh.listen(port, '127.0.0.1');
    await once(fresh, 'listening');
    port = (fresh.address() as AddressInfo).port;
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
  };
}
