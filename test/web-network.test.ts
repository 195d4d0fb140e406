// The page beyond this computer: the local network over TLS, and a public address behind a proxy.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { aRequest, type Home, home } from './support/home.ts';
import { killBroker } from './support/kill.ts';
import { ownPort } from './support/own-port.ts';
import { browserAt, call } from './support/web.ts';

let at: Home;
beforeEach(async () => {
  at = home();
  // The local network uses the next one.
  at.env.ANSWERBACK_PORT = String(await ownPort());
});
afterEach(() => at.close());

type Opened = {
  readonly url: string;
  readonly lan?: { port: number; fingerprint: string; urls: string[] };
  readonly phone?: string;
  readonly code: string;
};
const web = async (...args: string[]): Promise<Opened> => JSON.parse((await at.run(['web', ...args, '--json'])).out);
/** The beginning of a TLS record of 512 bytes. */
const HALF_A_HANDSHAKE = Buffer.from('160301020001', 'hex');
const ignoring = <S extends Socket>(socket: S): S => socket.on('error', () => {});
const overTls = (socket: Socket): Socket => ignoring(connect({ socket: ignoring(socket), rejectUnauthorized: false }));
function sent(socket: Socket, what: Buffer | string): Socket {
  socket.write(what);
  return ignoring(socket);
}
const onLan = async () => `https://127.0.0.1:${(await at.client().web()).lan?.port}`;

describe('the local network', () => {
  it('is off until somebody turns it on, survives kill and restart, and goes off with one command', async () => {
    expect(await web()).not.toHaveProperty('lan');
    const { lan, code } = await web('--lan');
    const own = `https://127.0.0.1:${lan?.port}`;
    const phone = await browserAt(own, code, 'phone');
    expect(phone.cookie).toMatch(/^__Host-answerback-\d+=/);
    await eventually(() => killBroker(at));
    const after = await web();
    expect(after.lan).toEqual(lan);
    expect(await phone.get('/v1/web/session')).toMatchObject({ status: 200, json: { device: { name: 'phone', door: 'lan' } } });
    const stream = await phone.events();
    expect((await at.run(['web', 'lan-off'])).out).toContain('The local network is not served');
    await stream.over;
    await expect(call(own, '/')).rejects.toThrow('ECONNREFUSED');
    expect(existsSync(at.place.lan)).toBe(false);
    await at.run(['broker', 'stop']);
    expect(await web()).not.toHaveProperty('lan');
  });

  it('shows the fingerprint of the certificate that it uses, whose key only the user can read', async () => {
    const { out } = await at.run(['web', '--lan']);
    const { lan } = await at.client().web();
    const shown = new X509Certificate(
      await new Promise<Buffer>((resolve, reject) => {
        const socket = connect({ port: lan?.port ?? 0, host: '127.0.0.1', rejectUnauthorized: false }, () => {
          resolve(socket.getPeerCertificate().raw);
          socket.destroy();
        });
        socket.on('error', reject);
      }),
    ).fingerprint256;
    expect(lan?.fingerprint).toBe(shown);
    expect(out.replaceAll(/\s/g, '')).toContain(shown);
    expect(out).toContain('█');
    expect(statSync(at.place.lanCertificate).mode & 0o777).toBe(0o600);
    expect((await at.run(['status'])).out).toContain('(local network)');
  });

  it('has nothing for the token, for links or for hooks', async () => {
    await web('--lan');
    const own = await onLan();
    const { token } = await at.tcp();
    const hook = readFileSync(at.place.hookToken, 'utf8').trim();
    for (const path of [
      '/v1/asks',
      '/v1/health',
      '/v1/stop',
      '/v1/web/codes',
      '/metrics',
      '/mcp',
      '/v1/channels/claude-code',
      '/answer/x-1.y',
    ])
      for (const bearer of [token, hook])
        for (const method of ['GET', 'POST'])
          expect(await call(own, path, { method, headers: { authorization: `Bearer ${bearer}` } }), `${method} ${path}`).toMatchObject({
            status: 401,
            json: { error: { code: 'unauthorised' } },
          });
    expect(await at.pid()).toBeDefined();
  });

  it('refuses names that are not its own, pages from elsewhere, and cookies of this computer', async () => {
    const { code } = await web('--lan');
    const own = await onLan();
    const { port } = new URL(own);
    const { url } = await at.client().web();
    const local = await browserAt(url, code);
    const secret = local.cookie.slice(local.cookie.indexOf('=') + 1);
    for (const name of [`answerback-${port}`, `__Host-answerback-${port}`])
      expect(await call(own, '/v1/asks', { headers: { cookie: `${name}=${secret}` } }), name).toMatchObject({ status: 401 });
    expect(await call(own, '/', { headers: { host: `evil.example:${port}` } })).toMatchObject({ status: 403 });
    const login = { body: { code: 'AAAA-AAAA' }, headers: { origin: 'https://evil.example' } };
    expect(await call(own, '/v1/web/login', login)).toMatchObject({ status: 403, json: { error: { code: 'foreign-origin' } } });
  });

  it('a flood of wrong codes at any door ends no code and keeps nobody out, not even where it comes from', async () => {
    await web('--lan');
    const lan = await onLan();
    const { url } = await at.client().web();
    const codes = await Promise.all(Array.from({ length: 4 }, async () => (await at.client().webCode()).code));
    const guess = (origin: string, typed: string, from?: string) =>
      call(origin, '/v1/web/login', { body: { code: typed }, headers: { origin }, from });
    // A handshake each; at this computer there is none.
    for (const [door, times, from] of [
      [lan, 60, '127.0.0.66'],
      [url, 1_500, undefined],
    ] as const)
      for (let i = 0; i < times; i += 50)
        for (const { status } of await Promise.all(Array.from({ length: 50 }, () => guess(door, 'AAAAA-AAAAA', from))))
          expect(status).toBe(403);
    expect(await guess(url, codes[0] ?? '')).toMatchObject({ status: 200 });
    expect(await guess(lan, codes[1] ?? '', '127.0.0.3')).toMatchObject({ status: 200 });
    expect(await guess(lan, codes[2] ?? '', '127.0.0.66')).toMatchObject({ status: 200 });
  });

  it.each([
    ['that say nothing', (socket: Socket) => ignoring(socket)],
    ['with half a handshake', (socket: Socket) => sent(socket, HALF_A_HANDSHAKE)],
    ['that are idle', (socket: Socket) => overTls(socket)],
    ['with half a request', (socket: Socket) => sent(overTls(socket), 'GET / HTTP/1.1\r\nx: ')],
  ])('stays usable for others while one address has 500 connections %s, which end soon', async (_, begin) => {
    const { code } = await web('--lan');
    const lan = await onLan();
    const phone = await browserAt(lan, code, 'phone');
    const stream = await phone.events();
    const port = Number(new URL(lan).port);
    const strangers = Array.from({ length: 500 }, () => begin(connectTcp({ port, host: '127.0.0.1', localAddress: '127.0.0.66' })));
    const ended = strangers.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve)));
    expect(await phone.get('/v1/web/session')).toMatchObject({ status: 200 });
    expect(await call(lan, '/', { from: '127.0.0.3' })).toMatchObject({ status: 200 });
    expect(await call((await at.client().web()).url, '/')).toMatchObject({ status: 200 });
    expect((await browserAt(lan, (await at.client().webCode()).code)).cookie).toContain('__Host-');
    await Promise.all(ended);
    const before = stream.text();
    await at.client().ask(aRequest());
    await eventually(() => stream.text().length > before.length);
    stream.end();
  });

  it('says so when its port is taken after a restart, and everything else works', async () => {
    const { lan } = await web('--lan');
    await at.run(['broker', 'stop']);
    const { createServer } = await import('node:net');
    const other = createServer().listen(lan?.port);
    await once(other, 'listening');
    try {
      expect((await at.run(['web', 'devices'])).code).toBe(0);
      expect((await at.run(['status'])).out).toContain(`port ${lan?.port} is used by another program`);
      const again = await web('--lan');
      expect(again.lan?.port).not.toBe(lan?.port);
      expect((await browserAt(`https://127.0.0.1:${again.lan?.port}`, again.code)).cookie).toContain('__Host-');
    } finally {
      other.close();
    }
  });
});

describe('a public address', () => {
  const publicly = async () => {
    writeFileSync(at.place.config, 'web: { public-url: https://inbox.example }\n');
    const { url } = await at.client().web();
    const { code } = await at.client().webCode();
    return { url, code, headers: { host: 'inbox.example', origin: 'https://inbox.example', 'x-forwarded-for': '203.0.113.9' } };
  };

  it('is used by the link and the QR code', async () => {
    await publicly();
    expect((await web()).phone).toMatch(/^https:\/\/inbox\.example\/#code=.{11}$/);
    expect((await at.run(['status'])).out).toContain('https://inbox.example');
    expect((await at.run(['web', '--no-open'])).out).toContain('█');
  });

  it('has its own cookies, over TLS only, and takes no token', async () => {
    const { url, code, headers } = await publicly();
    const { headers: got } = await call(url, '/v1/web/login', { body: { code }, headers });
    const [cookie = ''] = got['set-cookie'] ?? [];
    expect(cookie).toMatch(/^__Host-answerback-\d+=.+; HttpOnly; SameSite=Strict; Secure$/);
    const [pair = ''] = cookie.split(';');
    expect(await call(url, '/v1/asks', { headers: { ...headers, cookie: pair } })).toMatchObject({ status: 200 });
    // The same cookie is of no use to another program on this computer.
    const { port, token } = await at.tcp();
    const bare = pair.slice(pair.indexOf('=') + 1);
    expect(await call(url, '/v1/asks', { headers: { cookie: `answerback-${port}=${bare}` } })).toMatchObject({ status: 401 });
    expect(await call(url, '/v1/asks', { headers: { ...headers, authorization: `Bearer ${token}` } })).toMatchObject({ status: 401 });
    const { id } = await at.client().ask(aRequest());
    const decide = (origin: string) =>
      call(url, `/v1/asks/${id}/decision`, { body: { kind: 'answers', answers: [1] }, headers: { ...headers, cookie: pair, origin } });
    expect(await decide('https://evil.example')).toMatchObject({ status: 403 });
    expect(await decide(url)).toMatchObject({ status: 403 });
    expect(await decide('https://inbox.example')).toMatchObject({ status: 200 });
  });

  it('stops being one when it is removed from the configuration', async () => {
    const { url, code, headers } = await publicly();
    const { headers: got } = await call(url, '/v1/web/login', { body: { code }, headers });
    const [cookie = ''] = got['set-cookie']?.[0]?.split(';') ?? [];
    const ended = call(url, '/v1/events', { headers: { host: headers.host, cookie } }).catch((error: Error) => error.message);
    await eventually(async () => (await at.client().status()).listeners === 1);
    writeFileSync(at.place.config, 'pause: false\n');
    expect(await call(url, '/', { headers })).toMatchObject({ status: 403, json: { error: { code: 'foreign-host' } } });
    expect(await ended).toBe('aborted');
  });

  it('is checked by doctor', async () => {
    writeFileSync(at.place.config, 'web: { public-url: "https://127.0.0.1:1" }\n');
    const finding = async () =>
      JSON.parse((await at.run(['doctor', '--json'])).out).findings.find(({ name }: { name: string }) => name === 'web');
    expect(await finding()).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('https://127.0.0.1:1 cannot be reached from here'),
    });
    writeFileSync(at.place.config, 'pause: false\n');
    expect(await finding()).toMatchObject({ state: 'ok', message: expect.stringContaining('0 browsers authorised') });
  });

  it('a proxy that nobody has configured lets nobody in', async () => {
    const { url } = await at.client().web();
    const { code } = await at.client().webCode();
    const headers = { 'x-forwarded-for': '203.0.113.9', origin: 'https://inbox.example' };
    expect(await call(url, '/v1/web/login', { body: { code }, headers })).toMatchObject({
      status: 403,
      json: { error: { fix: expect.stringContaining('public-url') } },
    });
    const local = await browserAt(url, code);
    expect(await call(url, '/v1/asks', { headers: { cookie: local.cookie, 'x-forwarded-for': '203.0.113.9' } })).toMatchObject({
      status: 401,
    });
  });

  it.each(['X-Forwarded-For', 'Via', 'X-Real-IP'])('takes no token, also if the proxy calls it by its local name (%s)', async (name) => {
    const { port, token } = await at.tcp();
    const authorization = `Bearer ${token}`;
    for (const path of ['/v1/asks', '/metrics', '/v1/web/codes'])
      expect(await call(`http://127.0.0.1:${port}`, path, { headers: { authorization, [name]: '203.0.113.9' } }), path).toMatchObject({
        status: 401,
      });
    expect(await call(`http://127.0.0.1:${port}`, '/v1/asks', { headers: { authorization } })).toMatchObject({ status: 200 });
  });
});
