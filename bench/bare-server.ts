// The process behind the floor: a bare node:http server. GET / replies, GET /listen stays open, POST / is sent to all listeners.
import { createServer, type ServerResponse } from 'node:http';

const listeners = new Set<ServerResponse>();

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare');
  if (pathname === '/listen') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': listening\n\n');
    listeners.add(response.on('close', () => listeners.delete(response)));
    return;
  }
  const body: Buffer[] = [];
  request.on('data', (chunk: Buffer) => body.push(chunk));
  request.on('end', () => {
    const event = Buffer.from(`data: ${Buffer.concat(body)}\n\n`);
    if (request.method === 'POST') for (const listener of listeners) listener.write(event);
    const reply = JSON.stringify({ filler: 'x'.repeat(Number(searchParams.get('bytes') ?? 200)) });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length }).end(reply);
  });
});

server.keepAliveTimeout = 600_000;
server.listen(process.argv[2], () => process.send?.('ready'));
process.on('disconnect', () => process.exit());
