// Web push with the real broker: a device turns notifications on, is told, has its notifications closed, and is told nothing more once it is revoked.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PushState } from '../src/contract/types.ts';
import { fakeService } from './support/fake-service.ts';
import { aRequest, by, type Home, home } from './support/home.ts';
import { killBroker } from './support/kill.ts';
import { pushBrowser, signedClaims } from './support/push-browser.ts';
import { answers } from './support/samples.ts';
import { type Browser, browserAt } from './support/web.ts';

let at: Home;
let service: Awaited<ReturnType<typeof fakeService>>;
beforeEach(async () => {
  at = home();
  service = await fakeService('');
});
afterEach(async () => {
  await at.close();
  await service.close();
});

const letIn = async (name: string): Promise<Browser> => {
  const { port } = await at.tcp();
  return browserAt(`http://127.0.0.1:${port}`, (await at.client().webCode()).code, name);
};

/** Push services on this computer are refused unless the person has allowed them. */
const configure = (more = '') =>
  writeFileSync(at.place.config, `notify:\n  phones: { kind: web-push, services: ["${service.url}"]${more} }\n`);

async function subscribed(name: string, path = name) {
  const device = await letIn(name);
  const browser = pushBrowser();
  const { json, status } = await device.put('/v1/web/push', {
    endpoint: `${service.url}/${path}`,
    keys: browser.keys,
    expirationTime: null,
  });
  expect(status).toBe(200);
  const told = () => service.received.filter((each) => each.path === `/${path}`).map((each) => browser.decrypted(each));
  return { device, browser, told, state: json as PushState };
}

it('tells every device that has notifications on, and closes the notification when somebody has answered', async () => {
  configure();
  const [phone, tablet] = [await subscribed('phone'), await subscribed('tablet')];
  expect(phone.state).toMatchObject({ endpoint: `${service.url}/phone`, notifiers: [expect.stringMatching(/^phones:[0-9a-f]{12}$/)] });
  const { id } = await at.client().ask(aRequest());
  for (const { told } of [phone, tablet]) await expect.poll(told).toMatchObject([{ event: 'notify', ask: id }]);
  const [request] = service.received;
  expect(request && signedClaims(request, phone.state.publicKey)).toMatchObject({ aud: service.url });
  await at.client().decide(id, answers(1), by('ada'));
  for (const { told } of [phone, tablet])
    await expect.poll(told).toMatchObject([{}, { event: 'withdrawn', outcome: expect.stringContaining('ada') }]);
  const { notifiers } = (await phone.device.get('/v1/notifiers')).json as { notifiers: readonly object[] };
  expect(notifiers).toMatchObject([
    { kind: 'web-push', device: 'phone', ok: true },
    { kind: 'web-push', device: 'tablet', ok: true },
  ]);
});

it('keeps keys and subscriptions in files of the user, over kill -9', async () => {
  configure();
  const phone = await subscribed('phone');
  for (const file of [at.place.pushKey, at.place.pushSubscriptions]) expect(statSync(file).mode & 0o777).toBe(0o600);
  await killBroker(at);
  await at.client().ask(aRequest());
  await expect.poll(phone.told).toMatchObject([{ event: 'notify' }]);
  const [request] = service.received;
  expect(request && signedClaims(request, phone.state.publicKey)).toBeDefined();
  expect(readFileSync(at.place.log, 'utf8')).not.toContain('/phone');
});

it('tells a device nothing more when it is revoked, logs out, turns notifications off, or its browser has', async () => {
  configure();
  const all = [await subscribed('revoked'), await subscribed('left'), await subscribed('off'), await subscribed('stays')] as const;
  const [revoked, left, off, stays] = all;
  const { devices } = (await stays.device.get('/v1/devices')).json as { devices: readonly { id: string; name: string }[] };
  const id = devices.find(({ name }) => name === 'revoked')?.id;
  expect(await stays.device.post(`/v1/devices/${id}/revoke`, {})).toMatchObject({ status: 200 });
  expect(await left.device.post('/v1/web/logout', {})).toMatchObject({ status: 200 });
  expect(await off.device.post('/v1/web/push/off', {})).toMatchObject({ status: 200, json: { notifiers: [] } });
  const stored = readFileSync(at.place.pushSubscriptions, 'utf8');
  for (const name of ['revoked', 'left', 'off']) expect(stored).not.toContain(`/${name}"`);
  await at.client().ask(aRequest());
  await expect.poll(stays.told).toHaveLength(1);
  service.reply(410);
  const { notifiers } = stays.state;
  expect(await stays.device.post('/v1/notifiers/test', { name: notifiers[0] })).toMatchObject({ json: { results: [{ ok: false }] } });
  expect((await stays.device.get('/v1/web/push')).json).toMatchObject({ notifiers: [] });
  expect(readFileSync(at.place.pushSubscriptions, 'utf8')).toBe('{}\n');
  for (const { told } of [revoked, left, off]) expect(told()).toEqual([]);
  expect((await at.run(['notify', 'list'])).out).toContain('no device has notifications on');
});

it('needs no configuration, but sends nowhere inside the network without one', async () => {
  const phone = await letIn('phone');
  const { keys } = pushBrowser();
  for (const endpoint of [
    `${service.url}/x`,
    'https://127.0.0.1/x',
    'https://192.168.1.1/x',
    'https://LOCALHOST./x',
    'https://vm./x',
    'http://push.example.com/x',
  ])
    expect(await phone.put('/v1/web/push', { endpoint, keys })).toMatchObject({ status: 422, json: { error: { code: 'invalid' } } });
  // There is no such name, with a network and without one.
  expect(await phone.put('/v1/web/push', { endpoint: 'https://push.example.invalid/x', keys })).toMatchObject({
    status: 422,
    json: {
      error: {
        problems: [{ message: expect.stringMatching(/push\.example\.invalid could not be resolved .+: is this computer online\?/) }],
      },
    },
  });
  expect(existsSync(at.place.pushSubscriptions)).toBe(false);
  const taken = await phone.put('/v1/web/push', { endpoint: 'https://203.0.113.9/x', keys });
  expect(taken).toMatchObject({ status: 200, json: { notifiers: [expect.stringMatching(/^web:/)] } });
  expect((await at.run(['notify', 'list'])).out).toMatch(/phone +web-push +show: full/);
});

it('tells a device that has just turned notifications on about what waits already', async () => {
  configure();
  const { id } = await at.client().ask(aRequest());
  const phone = await subscribed('phone');
  await expect.poll(phone.told).toMatchObject([{ event: 'notify', ask: id }]);
});

it('follows the settings: which devices, and how much they show', async () => {
  configure(', devices: phone, show: nothing');
  const [phone, tablet] = [await subscribed('phone'), await subscribed('tablet')];
  expect(tablet.state.notifiers).toEqual([]);
  await at.client().ask(aRequest());
  await expect.poll(phone.told).toMatchObject([{ title: 'Decision needed', body: '', choices: [] }]);
  expect(tablet.told()).toEqual([]);
});
