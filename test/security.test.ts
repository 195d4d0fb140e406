// Access over TCP, and malformed input.
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aRequest, type Home, home } from './support/home.ts';

let at: Home;
let port: number;
let token: string;
beforeAll(async () => {
  at = home();
  ({ port, token } = await at.tcp());
});
afterAll(() => at.close());

type Reply = { status: number; body: string };

function call(
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, setHost: headers.host === undefined }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
const known = () => ({ authorization: `Bearer ${token}` });

describe('over TCP', () => {
  it('only the right token is accepted', async () => {
    expect(await call('/v1/asks', known())).toMatchObject({ status: 200 });
    for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(1)}`]) {
      expect(await call('/v1/asks', { authorization }), authorization).toMatchObject({
        status: 401,
        body: expect.stringContaining('unauthorised'),
      });
    }
  });

  it('every route except health needs it', async () => {
    for (const path of [
      '/v1/asks',
      '/v1/log',
      '/v1/status',
      '/v1/sessions',
      '/v1/events',
      '/v1/asks/x',
      '/v1/asks/x/result',
      '/metrics',
      '/v1/check',
      '/nothing',
    ]) {
      expect(await call(path, {}), path).toMatchObject({ status: 401 });
    }
    for (const path of ['/v1/asks', '/v1/asks/x/decision', '/v1/stop'])
      expect(await call(path, {}, '{}'), path).toMatchObject({ status: 401 });
    expect(await call('/v1/health', {})).toMatchObject({ status: 200 });
  });

  it('a foreign Host or Origin is rejected even with the token', async () => {
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`, `localhost.evil.example:${port}`]) {
      expect(await call('/v1/asks', { ...known(), host }), host).toMatchObject({
        status: 403,
        body: expect.stringContaining('foreign-host'),
      });
    }
    for (const origin of ['https://evil.example', 'null', `https://127.0.0.1:${port}`, `http://127.0.0.1:${port}.evil.example`]) {
      expect(await call('/v1/asks', { ...known(), origin }), origin).toMatchObject({
        status: 403,
        body: expect.stringContaining('foreign-origin'),
      });
    }
    expect(await call('/v1/health', { host: 'evil.example' })).toMatchObject({ status: 403 });
    expect(await call('/v1/asks', { ...known(), host: `localhost:${port}`, origin: `http://localhost:${port}` })).toMatchObject({
      status: 200,
    });
  });

  it('errors say what is wrong and what to do, without secrets', async () => {
    const { body } = await call('/v1/asks', { authorization: 'Bearer wrong' });
    expect(JSON.parse(body)).toEqual({
      error: { code: 'unauthorised', message: 'the token is wrong', fix: expect.stringContaining('answerback status') },
    });
    expect(body).not.toContain(token);
  });
});

describe('malformed input', () => {
  it.each([
    ['no JSON', 'hello', 400, 'bad-json'],
    ['half a body', '{"session":{"id":"s', 400, 'bad-json'],
    ['nothing', '', 400, 'bad-json'],
    ['no object', '[]', 422, 'invalid'],
    ['null', 'null', 422, 'invalid'],
    ['wrong types', JSON.stringify(aRequest({ questions: 'what?' })), 422, 'questions'],
    ['no questions', JSON.stringify(aRequest({ questions: undefined })), 422, 'questions'],
    ['a deep one', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 400, 'too-deep'],
    ['prototype pollution', '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}', 422, 'invalid'],
  ])('%s is refused clearly', async (_, body, status, error) => {
    const reply = await call('/v1/asks', known(), body);
    expect(reply).toMatchObject({ status, body: expect.stringContaining(error) });
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('ten megabytes are refused with a reason, whether announced or not', async () => {
    const large = Buffer.alloc(10_000_000, 0x20);
    expect(await call('/v1/asks', known(), large)).toMatchObject({ status: 413, body: expect.stringContaining('at most 1048576') });
    expect(await call('/v1/asks', { ...known(), 'transfer-encoding': 'chunked' }, large)).toMatchObject({ status: 413 });
    expect(await call('/v1/health', {})).toMatchObject({ status: 200 });
  });

  it('a body that is cut off in the middle stores nothing', async () => {
    const client = at.client();
    const before = await client.status();
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /v1/asks HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 900\r\n\r\n${JSON.stringify(aRequest()).slice(0, 100)}`,
        );
        socket.end();
      });
      socket.on('close', () => resolve()).resume();
    });
    expect((await client.status()).events).toBe(before.events);
  });

  it('the id of a session follows the same rules in a path as in a body', async () => {
    const where = JSON.stringify({ program: 'claude-code', project: '/shop' });
    const put = (id: string) => call(`/v1/sessions/${id}`, known(), where, 'PUT');
    expect(await put('a'.repeat(200))).toMatchObject({ status: 200 });
    expect(await put('a'.repeat(201))).toMatchObject({ status: 422, body: expect.stringContaining('"id') });
    const { sessions } = JSON.parse((await call('/v1/sessions', known())).body) as { sessions: { id: string }[] };
    expect(sessions.map(({ id }) => id)).toEqual(['a'.repeat(200)]);
  });

  it('bad queries and unknown routes get an error message, not a stack trace', async () => {
    expect(await call('/v1/asks?state=happy', known())).toMatchObject({ status: 400, body: expect.stringContaining('happy') });
    expect(await call('/v1/asks?limit=-1', known())).toMatchObject({ status: 400 });
    expect(await call('/v1/asks?cursor=1e9', known())).toMatchObject({ status: 400 });
    expect(await call('/v1/asks/%00%ff', known())).toMatchObject({ status: 404 });
    expect(await call('/v1/nonsense', known())).toMatchObject({ status: 404, body: expect.stringContaining('PROTOCOL.md') });
  });
});
