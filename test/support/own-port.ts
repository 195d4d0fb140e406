// A port for one test, although nothing listens on it yet. Several test runs may go on at the same time, and none of them gets the port of another.
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below the range from which the system assigns ports to connections, and above the ports that browsers and `fetch` refuse (10080). */
const [LEAST, MOST] = [10_100, 21_000];
/** Whoever has a port listens on the one this much above it, until its process ends. */
const LOCK = 11_000;

export async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(LEAST, MOST);
    const lock = await listening(port + LOCK);
    if (!lock) continue;
    const probe = await listening(port);
    if (probe) {
      await closed(probe);
      lock.unref();
      return port;
    }
    // Another program uses it.
    await closed(lock);
  }
}

function listening(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
