// A fake opencode behind HTTP, like `opencode serve`: its API, its event stream, and its password.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeOpencode } from './fake-opencode.ts';

export type FakeHttp = {
  readonly url: string;
  readonly port: number /** The streams break; the server stays. */;
  cut(): void;
  close(): Promise<void>;
};

export async function serveOpencode(
  opencode: FakeOpencode,
  options: { readonly password?: string; readonly port?: number } = {},
): Promise<FakeHttp> {
  const streams = new Set<ServerResponse>();
  const wanted = options.password === undefined ? undefined : `Basic ${Buffer.from(`opencode:${options.password}`).toString('base64')}`;
  const server = createServer(async (request, response) => {
    if (wanted !== undefined && request.headers.authorization !== wanted) return void response.writeHead(401).end();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/event') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"type":"server.connected","properties":{}}\n\n');
      streams.add(response);
      const stop = opencode.onEvent((event) => response.write(`data: ${JSON.stringify(event)}\n\n`));
      response.once('close', () => {
        stop();
        streams.delete(response);
      });
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { status, data } = await opencode.call(request.method ?? 'GET', pathname, {
      query: Object.fromEntries(searchParams),
      ...(text === '' ? {} : { body: JSON.parse(text) }),
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? undefined : JSON.stringify(data));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    cut() {
      for (const stream of streams) stream.destroy();
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
