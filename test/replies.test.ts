// Replies of a real broker that the examples of docs/PROTOCOL.md cannot show: each fits the schema of its route.
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Status } from '../src/contract/route.ts';
import { openEngine } from '../src/journal/sqlite/engine.ts';
import { type RouteName, routeOf } from '../src/server/routes/routes.ts';
import { ADA, CHAT, openStage, type Stage } from './support/chats/stage.ts';
import { fakeTelegram } from './support/chats/telegram.ts';
import { eventually } from './support/eventually.ts';
import { aRequest, by } from './support/home.ts';
import { startStandIn } from './support/opencode/start-stand-in.ts';
import { pushBrowser } from './support/push-browser.ts';
import { WITH_AN_AGENT, WITH_ENTRIES, WITH_MORE } from './support/reply-cases.ts';
import { answers } from './support/samples.ts';
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
    routes: [
      { name: 'docs', when: { project: '/srv/docs' }, unless: { text: ['deploy'] }, decide: ['people'] },
      { name: 'all', decide: [{ agent: 'claw', within: '10m' }] },
    ],
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

it('every reply says which build it is from, the event stream too, so that clients know whether they can trust it', async () => {
  for (const path of ['/v1/health', '/v1/asks', '/v1/events', '/v1/nowhere']) {
    const over = new AbortController();
    const reply = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` }, signal: over.signal });
    expect(reply.headers.get('answerback-build'), path).toMatch(/^\d+$/);
    over.abort();
  }
});

it('the preview of an option', async () => {
  const options = [{ label: 'A', preview: '<b>a</b>' }, { label: 'B' }];
  const { id } = await stage.at.client().ask(aRequest({ rules: 'tolerant', questions: [{ text: 'Which?', options }] }));
  expect(await fits('GET /v1/asks/:id/preview', `/v1/asks/${id}/preview?question=0&option=1`)).toBe('<b>a</b>');
});

it('a chat with people', async () => {
  const ada = { person: 'ada', ...by('ada') };
  const { code } = await fits('POST /v1/notifiers/:name/pair', `/v1/notifiers/${CHAT}/pair`, ada);
  const waiting = `/v1/notifiers/${CHAT}/pair/${code}?wait=20000`;
  expect(await fits('GET /v1/notifiers/:name/pair/:code', waiting.replace('20000', '0'))).toMatchObject({ state: 'waiting' });
  stage.fake.say(ADA, stage.fake.chat(ADA), String(code));
  expect(await fits('GET /v1/notifiers/:name/pair/:code', waiting)).toMatchObject({ person: { name: 'ada' } });
  const people = { people: [{ notifier: CHAT, name: 'ada' }] };
  expect(await fits('GET /v1/notifiers/people', '/v1/notifiers/people')).toMatchObject(people);
  expect(await fits('GET /v1/notifiers', '/v1/notifiers')).toMatchObject({
    notifiers: [
      { name: CHAT, ok: true },
      { name: 'phones', ok: false },
    ],
  });
  expect(await fits('POST /v1/notifiers/test', '/v1/notifiers/test', { name: CHAT })).toMatchObject({
    results: [{ name: CHAT, ok: true }],
  });
  expect(await fits('POST /v1/notifiers/:name/unpair', `/v1/notifiers/${CHAT}/unpair`, ada)).toMatchObject(people);
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

it('an agent', async () => {
  const client = stage.at.client();
  const opencode = await startStandIn(stage.at);
  try {
    const session = await opencode.do('session');
    await opencode.do('refuse', true);
    await opencode.do('ask', session, [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }]);
    const { id } = await eventually(async () => (await client.list({ kind: ['question'] })).asks.find((ask) => ask.session === session));
    const becomes = (state: string) => eventually(async () => (await client.show(id)).state === state);
    await client.decide(id, answers(1), by('ada'));
    await becomes('undelivered');
    await opencode.do('refuse', false);
    expect(await fits('POST /v1/asks/:id/delivery', `/v1/asks/${id}/delivery`)).toMatchObject({ id, decision: { by: { name: 'ada' } } });
    await becomes('verified');

    await opencode.do('prompt', session, 'work for a long time');
    const prompt = await fits('POST /v1/sessions/:id/prompts', `/v1/sessions/${session}/prompts`, { text: 'go on' });
    expect(await fits('GET /v1/prompts', '/v1/prompts')).toMatchObject({ prompts: [{ id: prompt.id, text: 'go on', state: 'queued' }] });
    const cancelled = await fits('POST /v1/prompts/:id/cancel', `/v1/prompts/${prompt.id}/cancel`);
    expect(cancelled).toMatchObject({ id: prompt.id, state: 'cancelled' });
    const interrupt = () => fits('POST /v1/sessions/:id/interrupt', `/v1/sessions/${session}/interrupt`, {});
    expect(await interrupt()).toMatchObject({ session: { id: session }, outcome: 'interrupted' });
    expect(await interrupt()).toMatchObject({ session: { id: session }, outcome: 'idle' });
  } finally {
    await opencode.stop();
  }
});

it('routes and answerers', async () => {
  const { id } = await stage.ask();
  expect(await fits('GET /v1/asks/:id/route', `/v1/asks/${id}/route`)).toMatchObject({
    route: 'all',
    trials: [
      {
        route: 'docs',
        matched: false,
        when: [
          { name: 'project', holds: false },
          { name: 'kind', holds: true },
        ],
        unless: [{ name: 'text', holds: false }],
      },
      { route: 'all', matched: true },
    ],
  });
  expect(await fits('GET /v1/answerers', '/v1/answerers')).toMatchObject({ answerers: [{ name: 'claw', kind: 'chat', ok: true }] });
  const check = () => fits('GET /v1/route/check', '/v1/route/check');
  expect(await check()).toMatchObject({
    problems: [],
    routes: [{ name: 'docs', steps: ['people'] }, { name: 'all' }],
    answerers: ['claw'],
  });
  appendFileSync(stage.at.place.config, 'and more');
  await expect.poll(check).toMatchObject({ problems: [{ file: stage.at.place.config }], answerers: ['claw'], inForce: true });
});

it('a damaged journal', async () => {
  const { id } = await stage.ask();
  const database = openEngine(stage.at.place.journal);
  // The broker may be writing.
  database.exec('PRAGMA busy_timeout = 60000');
  database.exec(`UPDATE events SET body = replace(body, 'question', 'questiom') WHERE ask = '${id}'`);
  database.close();
  expect(await fits('GET /v1/check', '/v1/check')).toMatchObject({
    damage: expect.arrayContaining([{ scope: 'entry', text: expect.stringContaining(id) }]),
  });
});

it('every route of the lists was tried', () => {
  expect([...parsed].sort()).toEqual([...WITH_AN_AGENT, ...WITH_MORE, ...WITH_ENTRIES].sort());
});
