// Web push: the conformance suite against a push service on this computer, what the browser reads, and where a subscription may not lead.
import type { lookup } from 'node:dns';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fakeService } from '../../../../test/support/fake-service.ts';
import { pushBrowser, signedClaims } from '../../../../test/support/push-browser.ts';
import { aMessage, notifierSuite } from '../../notifier.conformance.ts';
import { endpointProblem, isInternal, publicLookup, publicOnly, subscriptionProblem } from './endpoint.ts';
import { pushKeysFrom } from './keys.ts';
import { openSubscriptions, type PushSubscription } from './subscriptions.ts';
import { openWebPush } from './web-push.ts';

const SECRET = 'a-path-that-only-the-browser-knows';
const keys = pushKeysFrom(Buffer.alloc(32, 7).toString('base64url'), 'mailto:ada@example.com');
const ample = () => AbortSignal.timeout(60_000);

notifierSuite('web push', async () => {
  const service = await fakeService(SECRET);
  const browser = pushBrowser();
  const subscription = { endpoint: `${service.url}/push/${SECRET}`, keys: browser.keys };
  return {
    ...service,
    secret: SECRET,
    notifier: async (role) => {
      service.play(role);
      return openWebPush({ settings: { services: [service.url] }, keys, subscription: () => subscription, expired: () => {} });
    },
    shown: async () =>
      service.received.map((each) => {
        const read = browser.decrypted(each);
        return { title: read.title, body: 'body' in read ? read.body : '' };
      }),
  };
});

async function subscribed(over: Partial<PushSubscription> = {}) {
  const service = await fakeService(SECRET);
  const browser = pushBrowser();
  let subscription: PushSubscription | undefined = { endpoint: `${service.url}/push/${SECRET}`, keys: browser.keys, ...over };
  const notifier = openWebPush({
    settings: { services: [service.url] },
    keys,
    subscription: () => subscription,
    expired: () => {
      subscription = undefined;
    },
  });
  onTestFinished(async () => {
    await notifier.close();
    await service.close();
  });
  return { service, browser, notifier, isSubscribed: () => subscription !== undefined };
}

it('is signed with the key that the browser subscribed with, for this push service only', async () => {
  const { service, notifier } = await subscribed();
  await notifier.send(aMessage(), ample());
  const [request] = service.received as [(typeof service.received)[number]];
  expect(signedClaims(request, keys.publicKey)).toMatchObject({ aud: service.url, sub: 'mailto:ada@example.com' });
  const other = pushKeysFrom(Buffer.alloc(32, 8).toString('base64url'), 'mailto:ada@example.com');
  expect(signedClaims(request, other.publicKey)).toBeUndefined();
  expect(request.body).not.toContain('database');
});

it('can be read by nobody but the browser', async () => {
  const { service, browser, notifier } = await subscribed();
  await notifier.send(aMessage(), ample());
  const [request] = service.received as [(typeof service.received)[number]];
  expect(browser.decrypted(request)).toMatchObject({
    event: 'notify',
    ask: 'aaaaaaaaaaaa',
    choices: ['Postgres', 'SQLite'],
  });
  expect(() => pushBrowser().decrypted(request)).toThrow();
});

it('replaces what it said before about the same ask, and wakes the phone', async () => {
  const { service, browser, notifier } = await subscribed();
  await notifier.send(aMessage(), ample());
  await notifier.send(aMessage({ key: 'bbbbbbbbbbbb:ask:desk' }), ample());
  await notifier.withdraw?.({ key: aMessage().key, title: 'Decision needed: shop', outcome: 'answered by ada: Postgres' }, ample());
  const [first, second, third] = service.received.map(({ headers }) => headers);
  expect(first).toMatchObject({ urgency: 'high', ttl: '86400', topic: expect.stringMatching(/^[\w-]{32}$/) });
  expect(second?.topic).not.toBe(first?.topic);
  expect(third).toMatchObject({ urgency: 'normal', topic: first?.topic });
  const last = service.received[2];
  expect(last && browser.decrypted(last)).toEqual({
    event: 'withdrawn',
    key: aMessage().key,
    title: 'Decision needed: shop',
    outcome: 'answered by ada: Postgres',
  });
});

it('fits what push services take, whatever the language', async () => {
  const { service, browser, notifier } = await subscribed();
  for (const body of ['日'.repeat(1_500), '"\\\n'.repeat(700), '👩‍💻'.repeat(400)]) {
    expect(await notifier.send(aMessage({ body }), ample())).toMatchObject({ kind: 'sent' });
    const request = service.received.at(-1);
    expect(request?.bytes.length).toBeLessThanOrEqual(4_096);
    const read = request && browser.decrypted(request);
    expect(read).toMatchObject({ body: expect.stringMatching(/…$/) });
    expect(body).toContain((read && 'body' in read ? read.body : '').slice(0, -1));
  }
});

for (const status of [404, 410])
  it(`forgets a subscription that the push service no longer knows (${status})`, async () => {
    const { service, notifier, isSubscribed } = await subscribed();
    service.reply(status);
    expect(await notifier.send(aMessage(), ample())).toMatchObject({ kind: 'failed', again: false });
    expect(isSubscribed()).toBe(false);
    expect(await notifier.check()).toContain('off on this device');
    expect(await notifier.send(aMessage(), ample())).toMatchObject({ kind: 'failed', again: false });
    expect(service.received).toHaveLength(1);
  });

it('waits as long as a busy push service says, and keeps the subscription', async () => {
  const { service, notifier, isSubscribed } = await subscribed();
  service.play('is busy');
  expect(await notifier.send(aMessage(), ample())).toMatchObject({ again: true, afterMs: 7_000 });
  expect(isSubscribed()).toBe(true);
});

it('forgets a subscription with keys that are none', async () => {
  const { service, notifier, isSubscribed } = await subscribed({ keys: { p256dh: 'AAAA', auth: 'AAAA' } });
  expect(await notifier.send(aMessage(), ample())).toMatchObject({ kind: 'failed', again: false });
  expect(isSubscribed()).toBe(false);
  expect(service.received).toEqual([]);
});

it.each([
  'http://push.example.com/x',
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://0x7f.1/x',
  'https://2130706433/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://[fd00::1]/x',
  'https://[64:ff9b::7f00:1]/x',
  'https://10.1.2.3/x',
  'https://172.31.0.1/x',
  'https://192.168.1.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://100.100.0.1/x',
  'https://0.0.0.0/x',
  'https://router/x',
  'https://router.local/x',
  'https://db.internal/x',
  'https://vm./x',
  'https://LOCALHOST./x',
  'https://app.localhost./x',
  'https://Router.LAN/x',
  'https://router.lan./x',
  'https://nas.home/x',
  'https://db.corp/x',
  'https://nas.fritz.home.arpa./x',
  'https://metadata.google.internal./x',
  'https://127.0.0.1./x',
  'https://0177.0.0.1/x',
  'https://127.1/x',
  'https://[::ffff:7f00:1]/x',
  'https://[::127.0.0.1]/x',
  'https://[fe80::1]/x',
  'https://[2001:0:7f00:1::]/x',
  'https://[2002:7f00:1::]/x',
  'https://168.63.129.16/x',
  'https://user:secret@push.example.com/x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'nonsense',
])('does not send to %s', async (endpoint) => {
  expect(endpointProblem(endpoint, [])).toMatch(/\S/);
  expect(endpointProblem(endpoint, ['https://push.example.com:444'])).toMatch(/\S/);
  const notifier = openWebPush({ settings: {}, keys, subscription: () => ({ endpoint, keys: pushBrowser().keys }), expired: () => {} });
  expect(await notifier.send(aMessage(), ample())).toMatchObject({ kind: 'failed', again: false });
  expect(await notifier.check()).toMatch(/\S/);
});

it.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://8.8.8.8/x',
])('sends to %s', (endpoint) => expect(endpointProblem(endpoint, [])).toBeUndefined());

it('does not follow a public name into the network', async () => {
  const looked = (options: { all?: boolean }) =>
    new Promise((resolve) => publicLookup('localhost', options, (error, ...found) => resolve(error ?? found)));
  expect(await looked({ all: true })).toMatchObject({ message: expect.stringContaining('inside your network') });
  expect(await looked({})).toMatchObject({ message: expect.stringContaining('inside your network') });
  expect(isInternal('::ffff:192.168.0.1')).toBe(true);
  expect(isInternal('2606:4700::1111')).toBe(false);
});

it.each([['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['2606:4700::1111', 'fe80::1'], ['::ffff:192.168.0.1']])(
  'takes no subscription with a name that leads to %s',
  async (...addresses) => {
    const resolve = (_: string, __: object, done: (error: null, found: object[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    const look = publicOnly(resolve as unknown as typeof lookup);
    const problem = (services: string[]) => subscriptionProblem('https://push.example.com/x', services, look);
    expect(await problem([])).toBe('push.example.com leads to an address inside your network');
    expect(await problem(['https://push.example.com'])).toBeUndefined();
  },
);

it('takes a subscription with a name that leads to the internet, and says so if no name can be resolved', async () => {
  const problem = (error: object | null, found: readonly object[]) =>
    subscriptionProblem(
      'https://push.example.com./x',
      [],
      publicOnly(((_: string, __: object, done: (...all: unknown[]) => void) => done(error, found)) as unknown as typeof lookup),
    );
  expect(await problem(null, [{ address: '8.8.8.8', family: 4 }])).toBeUndefined();
  expect(await problem(Object.assign(new Error('x'), { code: 'EAI_AGAIN' }), [])).toBe(
    'push.example.com. could not be resolved (EAI_AGAIN): is this computer online?',
  );
});

it('keeps subscriptions in a file that only the user can read, one for each browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'push-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'subscriptions.json');
  const of = (endpoint: string): PushSubscription => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } });
  const open = () => openSubscriptions(file);
  open().put('phone', of('https://push.example.com/1'));
  open().put('desk', of('https://push.example.com/2'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(open().devices()).toEqual(['phone', 'desk']);
  open().put('phone again', of('https://push.example.com/1'));
  expect(open().devices()).toEqual(['desk', 'phone again']);
  open().remove('desk', of('https://push.example.com/old'));
  expect(open().get('desk')).toEqual(of('https://push.example.com/2'));
  open().remove('desk');
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toEqual(['phone again']);
  writeFileSync(file, '{"phone": {"endpoint": 1}');
  expect(open().devices()).toEqual([]);
});
