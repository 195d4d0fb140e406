// Who may use the web page, and who may not.
import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import { aRequest, type Home, home } from './support/home.ts';
import { type Browser, browserAt, call } from './support/web.ts';

let at: Home;
let port: number;
let token: string;
let own: string;
beforeAll(async () => {
  at = home();
  ({ port, token } = await at.tcp());
  own = `http://127.0.0.1:${port}`;
});
afterAll(() => at.close());

const letIn = async (name?: string): Promise<Browser> => browserAt(own, (await at.client().webCode()).code, name);

describe('getting in', () => {
  it('without a cookie or a token there is nothing but the page', async () => {
    for (const path of [
      '/v1/asks',
      '/v1/log',
      '/v1/events',
      '/v1/status',
      '/v1/devices',
      '/v1/web',
      '/v1/web/session',
      '/metrics',
      '/mcp',
      '/x',
    ])
      expect(await call(own, path), path).toMatchObject({ status: 401 });
    expect(await call(own, '/v1/web/codes', { method: 'POST', headers: { origin: own } })).toMatchObject({ status: 401 });
  });

  it('a code lets one browser in, once', async () => {
    const { code } = await at.client().webCode();
    const phone = await browserAt(own, code, 'phone');
    expect(await phone.get('/v1/web/session')).toMatchObject({
      status: 200,
      json: { device: { name: 'phone', door: 'local', isThis: true }, person: 'ada' },
    });
    const again = await call(own, '/v1/web/login', { body: { code }, headers: { origin: own } });
    expect(again).toMatchObject({ status: 403, json: { error: { code: 'wrong-code' } } });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('the cookie is for this page only, and no script can read it', async () => {
    const { code } = await at.client().webCode();
    const { headers } = await call(own, '/v1/web/login', { body: { code }, headers: { origin: own } });
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(new RegExp(`^answerback-${port}=[0-9a-f]{12}\\.[\\w-]{43}; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Strict$`));
  });

  it('only a hash of the cookie is on disk, in a file of the user', async () => {
    const { cookie } = await letIn();
    const secret = cookie.split('.')[1] ?? '';
    expect(secret).toHaveLength(43);
    expect(readFileSync(at.place.devices, 'utf8')).not.toContain(secret);
    expect(statSync(at.place.devices).mode & 0o777).toBe(0o600);
  });

  it('survives a restart of the broker', async () => {
    const phone = await letIn('survivor');
    await at.run(['broker', 'stop']);
    const { url } = await at.client().status();
    const moved = { ...phone, origin: url };
    // The test's broker takes any free port, and the name of the cookie has the port.
    const cookie = phone.cookie.replace(/^answerback-\d+/, `answerback-${new URL(url).port}`);
    expect(await call(moved.origin, '/v1/web/session', { headers: { cookie } })).toMatchObject({ status: 200 });
    ({ port, token } = await at.tcp());
    own = url;
  });
});

describe('what a browser may do', () => {
  it('decides in the name of the person whose broker it is, whatever it says', async () => {
    const { id } = await at.client().ask(aRequest());
    const phone = await letIn();
    const body = { kind: 'answers', answers: [2], by: { kind: 'agent', name: 'mallory', surface: 'cli' } };
    expect(await phone.post(`/v1/asks/${id}/decision`, body)).toMatchObject({ status: 200 });
    expect((await at.client().show(id)).decision).toMatchObject({ by: { kind: 'person', name: 'ada', surface: 'web' } });
  });

  it('what needs the token is refused', async () => {
    const phone = await letIn();
    for (const path of [
      '/v1/stop',
      '/v1/backup',
      '/v1/web/codes',
      '/v1/channels/claude-code',
      '/v1/asks',
      '/v1/asks/x/receipt',
      '/v1/panes',
      '/v1/replies',
      '/v1/route/test',
      '/v1/chat/claw/replies',
      '/v1/sessions/x/end',
    ]) {
      const { status, text } = await phone.post(path, {});
      // A hook without its token gets an empty reply.
      if (path.startsWith('/v1/channels/')) expect(text).toBe('{}');
      else expect(status, path).toBe(403);
    }
    for (const path of ['/metrics', '/v1/check', '/v1/openapi.json', '/mcp', '/mcp/answers', '/v1/web', '/v1/asks/x/result'])
      expect(await phone.get(path), path).toMatchObject({ status: 403 });
    expect(await at.pid()).toBeDefined();
  });
});

describe('a request with a cookie from elsewhere', () => {
  it('changes nothing without the Origin of the page', async () => {
    const { id } = await at.client().ask(aRequest());
    const { cookie } = await letIn();
    const body = { kind: 'answers', answers: [1] };
    const decide = (headers: Record<string, string>) => call(own, `/v1/asks/${id}/decision`, { body, headers: { cookie, ...headers } });
    for (const origin of [
      'https://evil.example',
      'null',
      `http://127.0.0.1:${port + 1}`,
      `http://localhost:${port}`,
      `https://127.0.0.1:${port}`,
      '',
      undefined,
    ])
      expect(await decide(origin === undefined ? {} : { origin }), origin).toMatchObject({ status: 403 });
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await decide({ origin: own, 'sec-fetch-site': site }), site).toMatchObject({ status: 403 });
    expect((await at.client().show(id)).state).toBe('open');
    expect(await decide({ origin: own, 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 200 });
  });

  it('reads nothing either', async () => {
    const { cookie } = await letIn();
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await call(own, '/v1/asks', { headers: { cookie, 'sec-fetch-site': site } }), site).toMatchObject({ status: 403 });
    expect(await call(own, '/v1/asks', { headers: { cookie, origin: 'https://evil.example' } })).toMatchObject({ status: 403 });
  });

  it('a name that resolves to this computer is refused, even for the page', async () => {
    const { cookie } = await letIn();
    for (const host of [`evil.example:${port}`, 'evil.example', `127.0.0.1:${port + 1}`, `answerback.localhost:${port}`, ''])
      for (const path of ['/', '/v1/asks', '/v1/web/login'])
        expect(await call(own, path, { headers: { cookie, host } }), `${host} ${path}`).toMatchObject({ status: host === '' ? 400 : 403 });
    const { host } = new URL((await at.client().web()).url);
    expect(await call(own, '/v1/health', { headers: { host: `x.${host}` } })).toMatchObject({ status: 403 });
    expect(await call(own, '/v1/health', { headers: { host } })).toMatchObject({ status: 200 });
  });

  it('a login needs the Origin of the page, and a wrong one uses nothing up', async () => {
    const { code } = await at.client().webCode();
    for (const origin of ['https://evil.example', 'null', undefined])
      expect(await call(own, '/v1/web/login', { body: { code }, headers: origin ? { origin } : {} })).toMatchObject({ status: 403 });
    expect((await browserAt(own, code)).cookie).toContain('answerback-');
  });
});

describe('a device that is revoked', () => {
  it('has no access any more, and its open event stream ends at once', async () => {
    const phone = await letIn('lost');
    const other = await letIn('kept');
    const [lost, kept] = [await phone.events(), await other.events()];
    expect((await at.run(['web', 'revoke', 'lost'])).out).toContain('lost has no access any more');
    await lost.over;
    expect(await phone.get('/v1/asks')).toMatchObject({ status: 401, headers: { 'set-cookie': [expect.stringContaining('Max-Age=0')] } });
    const { id } = await at.client().ask(aRequest());
    await eventually(() => kept.text().includes(id));
    expect(lost.text()).not.toContain(id);
    kept.end();
  });

  it('can be the browser itself, which still gets the reply', async () => {
    const phone = await letIn();
    expect(await phone.post('/v1/web/logout', {})).toMatchObject({ status: 200 });
    expect(await phone.get('/v1/asks')).toMatchObject({ status: 401 });
  });

  it('can be any of them, from any browser', async () => {
    const [one, two] = [await letIn('one'), await letIn('two')];
    const { json } = await one.get('/v1/devices');
    const { devices } = json as { devices: { id: string; name: string }[] };
    const id = devices.find(({ name }) => name === 'two')?.id;
    expect(await one.post(`/v1/devices/${id}/revoke`, {})).toMatchObject({ status: 200, json: { name: 'two', isThis: false } });
    expect(await two.get('/v1/asks')).toMatchObject({ status: 401 });
    expect(await one.get('/v1/asks')).toMatchObject({ status: 200 });
  });
});

describe('the replies', () => {
  it('have strict headers, and nothing secret', async () => {
    const phone = await letIn();
    for (const path of ['/', '/v1/asks', '/v1/web/session']) {
      const { headers } = await phone.get(path);
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      const policy = String(headers['content-security-policy']);
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
      ])
        expect(policy).toContain(rule);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    }
    const stream = await phone.events();
    expect(stream.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store', 'content-type': 'text/event-stream' });
    stream.end();
    expect(readFileSync(at.place.log, 'utf8')).not.toContain(token);
    expect(readFileSync(at.place.log, 'utf8')).not.toContain(phone.cookie.split('.')[1]);
  });
});
