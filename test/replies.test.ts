// Replies of a real broker to requests that the examples of docs/PROTOCOL.md cannot make: each fits the schema of its route.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Status } from '../src/protocol/route.ts';
import { type RouteName, routeOf } from '../src/protocol/routes.ts';
import { ADA, CHAT, openStage, type Stage } from './support/chats/stage.ts';
import { fakeTelegram } from './support/chats/telegram.ts';
import { aRequest } from './support/home.ts';
import { pushBrowser } from './support/push-browser.ts';
import { WITH_MORE } from './support/reply-cases.ts';
import { browserAt, call, type Replied } from './support/web.ts';

let stage: Stage;
let origin: string;
let token: string;
beforeAll(async () => {
  const fake = await fakeTelegram();
  stage = await openStage(fake);
  const { at } = stage;
  const config = {
    notify: { [CHAT]: fake.settings(at.place.folder), phones: { kind: 'web-push', services: ['https://push.example'] } },
    answerers: { claw: { kind: 'chat' } },
    routes: [{ name: 'all', decide: [{ agent: 'claw', within: '10m' }] }],
  };
  writeFileSync(at.place.config, JSON.stringify(config));
  const { port, token: read } = await at.tcp();
  [origin, token] = [`http://127.0.0.1:${port}`, read];
});
afterAll(() => stage.close());

const parsed = new Set<RouteName>();

/** Sends the request with the token, unless it has been sent, and returns the parsed reply. */
async function fits(name: RouteName, path: string, body?: unknown, sent?: Promise<Replied>): Promise<Record<string, unknown>> {
  const [method = ''] = name.split(' ');
  const { status, text, json } = await (sent ?? call(origin, path, { method, body, headers: { authorization: `Bearer ${token}` } }));
  const { replies, media } = routeOf(name);
  const schema = replies[status as Status];
  expect(schema, `${name}: ${status} ${text}`).toBeDefined();
  parsed.add(name);
  return schema?.parse(media === 'text/html' ? text : json) as Record<string, unknown>;
}

it('the preview of an option', async () => {
  const options = [{ label: 'A', preview: '<b>a</b>' }, { label: 'B' }];
  const { id } = await stage.at.client().ask(aRequest({ rules: 'tolerant', questions: [{ text: 'Which?', options }] }));
  expect(await fits('GET /v1/asks/:id/preview', `/v1/asks/${id}/preview?question=0&option=1`)).toBe('<b>a</b>');
});

it('a chat with people', async () => {
  const by = { kind: 'person', name: 'ada', surface: 'test' };
  const { code } = await fits('POST /v1/notifiers/:name/pair', `/v1/notifiers/${CHAT}/pair`, { person: 'ada', by });
  const waiting = `/v1/notifiers/${CHAT}/pair/${code}?wait=20000`;
  expect(await fits('GET /v1/notifiers/:name/pair/:code', waiting.replace('20000', '0'))).toMatchObject({ state: 'waiting' });
  stage.fake.say(ADA, stage.fake.chat(ADA), String(code));
  expect(await fits('GET /v1/notifiers/:name/pair/:code', waiting)).toMatchObject({ person: { name: 'ada' } });
  expect(await fits('POST /v1/notifiers/:name/unpair', `/v1/notifiers/${CHAT}/unpair`, { person: 'ada', by })).toMatchObject({
    people: [{ name: 'ada' }],
  });
});

it('a chat agent', async () => {
  const { id } = await stage.ask();
  const told = () => fits('GET /v1/chat/:name/events', '/v1/chat/claw/events');
  await expect.poll(told).toMatchObject({ events: expect.arrayContaining([expect.objectContaining({ kind: 'question', ask: id })]) });
  expect(await fits('GET /v1/chat/:name/roster', '/v1/chat/claw/roster')).toMatchObject({
    waiting: expect.arrayContaining([expect.objectContaining({ id })]),
  });
  const text = `<answer ask="${id}" risk="reversible" reason="it fits">1</answer>`;
  expect(await fits('POST /v1/chat/:name/replies', '/v1/chat/claw/replies', { text, key: 'k1' })).toMatchObject({
    replies: [{ ask: id, outcome: 'answered' }],
  });
});

it('a browser', async () => {
  const browser = await browserAt(origin, (await stage.at.client().webCode()).code, 'phone');
  const get = (name: RouteName, path: string) => fits(name, path, undefined, browser.get(path));
  const post = (name: RouteName, path: string) => fits(name, path, undefined, browser.post(path, {}));
  expect(await get('GET /v1/web/session', '/v1/web/session')).toMatchObject({ device: { name: 'phone' } });
  expect(await get('GET /v1/web/push', '/v1/web/push')).not.toHaveProperty('endpoint');
  const subscription = { endpoint: 'https://push.example/1', keys: pushBrowser().keys };
  const put = browser.put('/v1/web/push', subscription);
  expect(await fits('PUT /v1/web/push', '/v1/web/push', undefined, put)).toMatchObject({ endpoint: subscription.endpoint });
  expect(await post('POST /v1/web/push/off', '/v1/web/push/off')).not.toHaveProperty('endpoint');
  expect(await post('POST /v1/web/logout', '/v1/web/logout')).toMatchObject({ device: { name: 'phone', isThis: true } });
});

it('a backup', async () => {
  const file = join(stage.at.place.folder, 'copy.db');
  expect(await fits('POST /v1/backup', '/v1/backup', { file })).toMatchObject({ file });
});

it('every route of the list was tried', () => {
  expect([...parsed].sort()).toEqual([...WITH_MORE].sort());
});
