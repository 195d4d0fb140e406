// Push messages and the service worker in a real browser. Chromium's own push service is not reachable from tests: what it would pass on is handed to the
// service worker through the debugger. The messages themselves are those of the broker, decrypted as a browser does.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PushMessage } from '../../src/ask/push-message.ts';
import { eventually, within } from '../support/eventually.ts';
import { fakeService } from '../support/fake-service.ts';
import { by, type Home } from '../support/home.ts';
import { homeWithPage, openBrowser, type Visit, visit } from '../support/page.ts';
import { pushBrowser } from '../support/push-browser.ts';
import { answers } from '../support/samples.ts';
import { simple } from '../support/web-samples.ts';

const SENT_AGAIN_AFTER_MS = 5_000;

let browser: Browser;
let at: Home;
let visited: Visit;
let service: Awaited<ReturnType<typeof fakeService>>;
beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  at = await homeWithPage();
  service = await fakeService('');
  mkdirSync(at.place.folder, { recursive: true });
  writeFileSync(at.place.config, `notify:\n  phones: { kind: web-push, services: ["${service.url}"] }\n`);
});
afterEach(async () => {
  expect(visited.errors).toEqual([]);
  await visited.context.close();
  await service.close();
  await at.close();
});
afterAll(() => browser.close());

/** A page whose browser gets its subscription from a push service of this test. */
async function withPush() {
  const receiver = pushBrowser();
  visited = await visit(browser, at);
  const { page, context, origin } = visited;
  await context.grantPermissions(['notifications'], { origin });
  await context.addInitScript(
    ({ endpoint, keys }) => {
      let made: object | null = null;
      Object.assign(PushManager.prototype, {
        getSubscription: async () => made,
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          const key = Uint8Array.from(atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
          if (key.length !== 65) throw new Error('not a public key');
          made = {
            endpoint,
            options: { applicationServerKey: key.buffer },
            toJSON: () => ({ endpoint, expirationTime: null, keys }),
            unsubscribe: async () => {
              made = null;
              return true;
            },
          };
          return made;
        },
      });
    },
    { endpoint: `${service.url}/browser`, keys: receiver.keys },
  );
  await page.goto(`${origin}/#/settings`);
  await page.reload();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Send a test' }).waitFor();
  const deliver = await delivery(await context.newCDPSession(page), origin);
  const notifications = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({ title, body, tag })),
    );
  const hasArrived = async ({ event, key }: PushMessage) => (await notifications()).some(({ tag }) => tag === key) === (event === 'notify');
  let delivered = 0;
  return {
    page,
    /** Hands the next message of the broker to the service worker, and returns what it said. */
    async next() {
      const request = await eventually(() => service.received[delivered]);
      delivered += 1;
      const message = receiver.decrypted(request);
      // Chromium's debugger can lose a message while the worker stops or starts. A push service sends it again, too.
      do await deliver(JSON.stringify(message));
      while (!(await within(SENT_AGAIN_AFTER_MS, () => hasArrived(message))));
      return message;
    },
    notifications,
    async worker() {
      return eventually(() => context.serviceWorkers()[0]);
    },
  };
}

async function delivery(debug: CDPSession, origin: string): Promise<(data: string) => Promise<void>> {
  let registration: string | undefined;
  debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registration = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registration;
  });
  await debug.send('ServiceWorker.enable');
  const registrationId = await eventually(() => registration);
  return async (data) => {
    await debug.send('ServiceWorker.deliverPushMessage', { origin: `${origin}/`, registrationId, data });
  };
}

it('is turned on with one tap, shows what an agent asks, and closes it when somebody has answered', async () => {
  const { page, next, notifications } = await withPush();
  await page.getByRole('button', { name: 'Send a test' }).click();
  expect(await next()).toMatchObject({ title: 'Test from Answerback' });
  await expect.poll(notifications).toMatchObject([{ title: 'Test from Answerback' }]);
  const { id } = await at.client().ask(simple());
  const message = await next();
  expect(message).toMatchObject({ event: 'notify', ask: id });
  await expect.poll(async () => (await notifications()).map(({ tag }) => tag)).toContain(message.key);
  await at.client().decide(id, answers(1), by('grace'));
  expect(await next()).toMatchObject({ event: 'withdrawn', key: message.key });
  await expect.poll(async () => (await notifications()).map(({ tag }) => tag)).not.toContain(message.key);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Turn on' }).waitFor();
  expect(await at.client().notifiers()).toMatchObject([{ name: 'phones', ok: false }]);
});

it('answers from a button with the cookie of this browser, and says so if somebody else was first', async () => {
  const { worker, notifications, next } = await withPush();
  const click = async (ask: string, action: string, tag: string) =>
    (await worker()).evaluate(
      async (given) => {
        const scope = globalThis as unknown as ServiceWorkerRegistrationScope;
        const options = { tag: given.tag, data: { ask: given.ask }, actions: [{ action: given.action, title: 'x' }] };
        await scope.registration.showNotification('Decision needed', options);
        const [notification] = await scope.registration.getNotifications({ tag: given.tag });
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: given.action }));
      },
      { ask, action, tag },
    );
  const { id } = await at.client().ask(simple());
  await next();
  await click(id, 'choose:PostgreSQL', 'mine');
  const { decision } = await eventually(async () => {
    const view = await at.client().show(id);
    return view.decision && view;
  });
  expect(decision).toMatchObject({ kind: 'answers', by: { kind: 'person', name: 'ada', surface: 'web' }, answers: [{ chosen: [2] }] });
  await expect.poll(notifications).toContainEqual({ title: 'Answered', body: 'PostgreSQL', tag: 'mine' });
  await click(id, 'choose:SQLite', 'late');
  await expect.poll(async () => (await notifications()).find(({ tag }) => tag === 'late')).toMatchObject({ title: 'Not answered' });
  const other = await at.client().ask(simple('Another one?'));
  await click(other.id, 'choose:No such option', 'wrong');
  await expect.poll(async () => (await notifications()).find(({ tag }) => tag === 'wrong')).toMatchObject({ title: 'Not answered' });
  expect((await at.client().show(other.id)).state).toBe('open');
});

it('the page goes to the ask that the service worker names', async () => {
  const { page, worker } = await withPush();
  const { id } = await at.client().ask(simple());
  await (await worker()).evaluate(async (ask) => {
    const scope = globalThis as unknown as ServiceWorkerRegistrationScope & {
      clients: { matchAll(options: object): Promise<{ postMessage(data: object): void }[]> };
    };
    // The page was loaded before the worker took over.
    const [client] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    client?.postMessage({ open: `/#/ask/${ask}` });
  }, id);
  await page.waitForURL(`**/#/ask/${id}`);
  await page
    .getByRole('heading', { name: /webshop/ })
    .first()
    .waitFor();
});

it('keeps nothing of the page, shows that the broker cannot be reached, and opens the new page by itself', async () => {
  visited = await visit(browser, at);
  const { page, origin } = visited;
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.sort()).toEqual(['/icon.svg', '/offline.css', '/offline.html', '/offline.js']);
  await at.run(['broker', 'stop']);
  await page.goto(`${origin}/#/settings`);
  await page.reload();
  await page.getByRole('heading', { name: 'Answerback cannot be reached' }).waitFor();
  await at.client().status();
  await page.locator('[data-contact=live]').waitFor();
});

it('can be installed: the manifest and its icons are there, and what they say they are', async () => {
  visited = await visit(browser, at);
  const { page, context } = visited;
  const debug = await context.newCDPSession(page);
  const { errors, data } = await debug.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data ?? '') as { icons: readonly { src: string; sizes: string; type: string }[] };
  for (const { src, sizes, type } of icons) {
    const found = await page.evaluate(async (address) => {
      const response = await fetch(address);
      const image = new Image();
      image.src = address;
      await image.decode();
      return { type: response.headers.get('content-type'), size: `${image.naturalWidth}x${image.naturalHeight}` };
    }, src);
    expect(found.type).toBe(type);
    if (sizes !== 'any') expect(found.size).toBe(sizes);
  }
  const { installabilityErrors } = await debug.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

type ServiceWorkerRegistrationScope = EventTarget & {
  readonly registration: ServiceWorkerRegistration;
  readonly NotificationEvent: new (kind: string, given: object) => Event;
};
