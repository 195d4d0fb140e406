// A port for one test that nobody else gets meanwhile, although it is not open: several test runs may go on at the same time.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range from which the system assigns ports to connections, and above the ports that browsers and `fetch` refuse (10080). */
const [LEAST, MOST] = [10_100, 32_000];

export async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(LEAST, MOST);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
