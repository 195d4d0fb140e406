// Webhook and ntfy: the conformance suite against a service on this computer, and what is special about each.
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { fakeService, type Received } from '../../../test/support/fake-service.ts';
import { aMessage, notifierSuite } from '../notifier.conformance.ts';
import type { Notifier } from '../notifier.ts';
import { openNtfy } from './ntfy.ts';
import { retryAfter } from './request.ts';
import { openWebhook } from './webhook.ts';

const SECRET = 'the-secret-of-the-service';
const env = { SECRET };
const now = () => 1_800_000_000_000;
const ample = () => AbortSignal.timeout(60_000);
const linkTo = ({ ask, number }: { ask: string; number: number }) => `/answer/${ask}-${number}`;

const webhook = (url: string): Notifier => openWebhook({ settings: { url, 'secret-env': 'SECRET' }, env, now });
const ntfy = (url: string, links?: string): Notifier =>
  openNtfy({ settings: { url, topic: 'asks', 'token-env': 'SECRET', ...(links === undefined ? {} : { links }) }, env, linkTo });

const suites: readonly [string, (url: string) => Notifier, (body: string) => { title: string; body: string }][] = [
  ['a webhook', webhook, (body) => JSON.parse(body)],
  [
    'ntfy',
    (url) => ntfy(url),
    (body) => {
      const { title, message } = JSON.parse(body);
      return { title, body: message };
    },
  ],
];
for (const [name, open, read] of suites)
  notifierSuite(name, async () => {
    const service = await fakeService(SECRET);
    return {
      ...service,
      secret: SECRET,
      notifier: async (role) => {
        service.play(role);
        return open(service.url);
      },
      shown: async () => service.received.map(({ body }) => read(body)),
    };
  });

async function served(open: (url: string) => Notifier) {
  const service = await fakeService(SECRET);
  const notifier = open(service.url);
  onTestFinished(async () => {
    await notifier.close();
    await service.close();
  });
  return { service, notifier };
}

it('a webhook can be verified by whoever has the secret, and by nobody else', async () => {
  const { service, notifier } = await served(webhook);
  await notifier.send(aMessage(), ample());
  const [{ headers, body }] = service.received as [(typeof service.received)[number]];
  const time = headers['answerback-timestamp'];
  expect(time).toBe('1800000000');
  const expected = (secret: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  expect(headers['answerback-signature']).toBe(expected(SECRET));
  expect(headers['answerback-signature']).not.toBe(expected('other'));
  expect(JSON.parse(body)).toMatchObject({ event: 'notify', key: aMessage().key, asks: [{ id: 'aaaaaaaaaaaa' }] });
  expect(JSON.stringify(headers) + body).not.toContain(SECRET);
});

it('the five lines in the docs verify a webhook: not with another secret, another body or an old time', async () => {
  const page = readFileSync('docs/NOTIFICATIONS.md', 'utf8');
  const file = join(mkdtempSync(join(tmpdir(), 'docs-')), 'verify.mjs');
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  writeFileSync(file, /^```js\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '');
  const { isFromAnswerback } = await import(pathToFileURL(file).href);
  const { service } = await served(webhook);
  const sendAt = (now: () => number) =>
    openWebhook({ settings: { url: service.url, 'secret-env': 'SECRET' }, env, now }).send(aMessage(), ample());
  await sendAt(Date.now);
  await sendAt(() => Date.now() - 301_000);
  const [fresh, late] = service.received as [Received, Received];
  expect(isFromAnswerback(fresh.headers, fresh.body, SECRET)).toBe(true);
  expect(isFromAnswerback(fresh.headers, fresh.body, 'other')).toBe(false);
  expect(isFromAnswerback(fresh.headers, `${fresh.body} `, SECRET)).toBe(false);
  expect(isFromAnswerback(late.headers, late.body, SECRET)).toBe(false);
});

it('a webhook without its secret sends nothing, and says what is missing', async () => {
  const { service } = await served(webhook);
  const notifier = openWebhook({ settings: { url: service.url, 'secret-env': 'NOT_SET' }, env, now });
  expect(await notifier.send(aMessage(), ample())).toMatchObject({
    kind: 'failed',
    again: false,
    reason: expect.stringContaining('NOT_SET'),
  });
  expect(await notifier.check()).toContain('NOT_SET');
  expect(service.received).toEqual([]);
});

it('a service that is busy says when to come back', async () => {
  const { service, notifier } = await served(webhook);
  service.play('is busy');
  expect(await notifier.send(aMessage(), ample())).toMatchObject({ afterMs: 7_000 });
  expect(retryAfter('Wed, 21 Oct 2026 07:28:00 GMT', Date.parse('Wed, 21 Oct 2026 07:27:00 GMT'))).toBe(60_000);
  expect(retryAfter('soon')).toBeUndefined();
});

it('ntfy has a button for each choice if the broker can be reached, and none otherwise', async () => {
  const { service, notifier } = await served((url) => ntfy(url, 'https://broker.example.com/'));
  await notifier.send(aMessage(), ample());
  expect(JSON.parse(service.received[0]?.body ?? '')).toMatchObject({
    topic: 'asks',
    priority: 3,
    actions: [
      { action: 'http', method: 'POST', label: 'Postgres', url: 'https://broker.example.com/answer/aaaaaaaaaaaa-1', clear: true },
      { label: 'SQLite' },
    ],
  });
  await ntfy(service.url).send(aMessage(), ample());
  expect(JSON.parse(service.received[1]?.body ?? '')).not.toHaveProperty('actions');
});

it('ntfy deletes a message that is over', async () => {
  const { service, notifier } = await served((url) => ntfy(url));
  const sent = await notifier.send(aMessage(), ample());
  expect(sent).toEqual({ kind: 'sent', reference: 'm1' });
  await notifier.withdraw?.({ key: 'k', reference: 'm1', title: 't', outcome: '' }, ample());
  expect(service.received[1]).toMatchObject({ method: 'DELETE', path: '/asks/m1', headers: { authorization: `Bearer ${SECRET}` } });
});

it('ntfy sends its token unencrypted only to this computer', async () => {
  const notifier = openNtfy({ settings: { url: 'http://ntfy.example.com', topic: 'asks', 'token-env': 'SECRET' }, env, linkTo });
  expect(await notifier.send(aMessage(), ample())).toMatchObject({
    kind: 'failed',
    again: false,
    reason: expect.stringContaining('https'),
  });
});
