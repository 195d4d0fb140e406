// A port for one test that nobody else is given meanwhile, although it is not held: two runs of the tests may go on beside each other.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that the system gives away by itself, as it does to every connection. */
const [LEAST, MOST] = [10_000, 32_000];

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
