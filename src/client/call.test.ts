// A reply that does not fit the contract becomes an error that says what to do.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { callRoute } from './call.ts';
import { Client } from './client.ts';
import { Refused, Unavailable } from './errors.ts';
import { Wire } from './http.ts';
import { type BrokerFolder, placeAt } from './place.ts';
import { VERSION } from './version.ts';

/** A server on a socket that always sends the same reply. */
async function replying(
  body: string,
  headers: Record<string, string> = {},
  status = 200,
): Promise<{ wire: Wire; place: BrokerFolder; urls: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'ab-call-'));
  const urls: string[] = [];
  const server = createServer((request, response) => {
    urls.push(`${request.method} ${request.url}`);
    response.writeHead(status, headers).end(body);
  });
  const place = placeAt(folder);
  await new Promise<void>((resolve) => server.listen(place.socket, resolve));
  const wire = new Wire(place.socket);
  onTestFinished(() => {
    wire.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { wire, place, urls };
}

const failure = async (work: Promise<unknown>): Promise<Unavailable> =>
  work.then(
    () => expect.unreachable(),
    (error) => error,
  );

it.each([
  ['a broker of another version', '{"asks":[{"id":"a"}]}', { 'answerback-version': '9.9.9', 'answerback-build': '9' }, 'version 9.9.9'],
  [
    'another build of this version',
    '{"asks":[{"id":"a"}]}',
    { 'answerback-version': VERSION, 'answerback-build': '9' },
    'answerback broker stop',
  ],
  ['another program', '<html>hello</html>', {}, 'Another program'],
] as const)('%s', async (_, body, headers, fix) => {
  const { wire } = await replying(body, headers);
  const error = await failure(callRoute(wire, 'GET /v1/asks', {}));
  expect(error).toBeInstanceOf(Unavailable);
  expect(error.message).toContain('the reply to GET /v1/asks was not understood: ');
  expect(error.fix).toContain(fix);
});

it('an error response that is not ours is reported with its status', async () => {
  const { wire } = await replying('<html>busy</html>', {}, 503);
  const error = await failure(callRoute(wire, 'GET /v1/asks', {}));
  expect(error).toBeInstanceOf(Refused);
  expect(error.message).toContain('503');
});

it('parameters are put into the path and the query', async () => {
  const { wire, urls } = await replying('{"asks":[]}');
  await callRoute(wire, 'GET /v1/asks', { query: { state: ['open', 'answered'], kind: [], text: 'a&b', limit: 5 } });
  await failure(callRoute(wire, 'GET /v1/asks/:id/events', { params: { id: 'a/b' } }));
  expect(urls).toEqual(['GET /v1/asks?state=open%2Canswered&text=a%26b&limit=5', 'GET /v1/asks/a%2Fb/events']);
});

it('a first call that only reads is sent at once; the version in its reply is the check', async () => {
  const { place, urls } = await replying('{"asks":[]}', { 'answerback-version': VERSION });
  const client = new Client({ place });
  onTestFinished(() => client.close());
  await client.call('GET /v1/asks');
  await client.call('GET /v1/asks');
  expect(urls).toEqual(['GET /v1/asks', 'GET /v1/asks']);
});

it('a reply without a version is not used: the broker is checked first', async () => {
  const { place, urls } = await replying('{"asks":[]}');
  const client = new Client({ place });
  onTestFinished(() => client.close());
  await failure(client.call('GET /v1/asks'));
  expect(urls.slice(0, 2)).toEqual(['GET /v1/asks', 'GET /v1/health']);
});
