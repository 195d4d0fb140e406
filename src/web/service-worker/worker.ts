// The service worker: shows push messages, opens or answers asks from them, and has a page for when the broker cannot be reached.
//
// Invariant: it never serves the page itself, nor a script of it. Those always come from the broker that runs now, so that an old page never talks to a
// new broker. What it keeps is only offline.html with its few files, which contain nothing of the inbox.

import { requestLine } from '../../client/request-line.ts';
import type { Contract } from '../../contract/types.ts';
import { asObject } from '../../text/json.ts';
import { addressOf, CHOOSE, effectOf, notification, payloadOf, type Shown } from './push.ts';

declare const self: ServiceWorkerGlobalScope;
declare const ANSWERBACK_BUILD: number;

const CACHE = `offline-${ANSWERBACK_BUILD}`;
const OFFLINE = '/offline.html';
const KEPT = [OFFLINE, '/offline.js', '/offline.css', '/icon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(KEPT.map((path) => new Request(path, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept(OFFLINE)));
  else if (KEPT.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
});

async function kept(path: string): Promise<Response> {
  return (await caches.match(path)) ?? Response.error();
}

self.addEventListener('push', (event) => {
  const effect = effectOf(payloadOf(event.data?.text()), { mostActions: mostActions(), mustShow: isSafari() });
  event.waitUntil(effect.kind === 'show' ? show(effect.shown) : closeAll(effect.tag));
});

self.addEventListener('notificationclick', (event) => {
  const { tag, data } = event.notification;
  const known = asObject(data)?.ask;
  const ask = typeof known === 'string' ? known : undefined;
  const chosen = event.action.startsWith(CHOOSE) ? event.action.slice(CHOOSE.length) : undefined;
  // The result of a choice replaces the notification. Closing it first could close the result instead: both have the same tag.
  if (chosen !== undefined && ask !== undefined) return event.waitUntil(choose(ask, chosen, tag));
  event.notification.close();
  event.waitUntil(open(addressOf(ask)));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain((event as PushSubscriptionChangeEvent).oldSubscription?.options));
});

/** The broker takes it only if the ask is open and still has an option with exactly this label. */
async function choose(ask: string, label: string, tag: string): Promise<void> {
  const body = { kind: 'answers', answers: [label], key: `push:${ask}:${label}`.slice(0, 200) } as const;
  let problem = 'Answerback cannot be reached.';
  try {
    const response = await send('POST /v1/asks/:id/decision', { id: ask }, body);
    if (response.ok) return show(notification('Answered', label, tag, { silent: true, data: { ask } }));
    const message = asObject(asObject(await response.json())?.error)?.message;
    problem = typeof message === 'string' ? message : `The reply has status ${response.status}.`;
  } catch {}
  await show(notification('Not answered', `${problem} Tap to open it.`, tag, { data: { ask } }));
}

async function open(address: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) return void (await self.clients.openWindow(address));
  page.postMessage({ open: address });
  await page.focus().catch(() => self.clients.openWindow(address));
}

async function subscribeAgain(options: PushSubscriptionOptions | undefined): Promise<void> {
  if (!options?.applicationServerKey) return;
  const { applicationServerKey } = options;
  const { endpoint = '', keys } = (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
  await send('PUT /v1/web/push', {}, { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } });
}

/** The reply is not checked: nothing of it is used but its status. */
function send<Name extends 'POST /v1/asks/:id/decision' | 'PUT /v1/web/push'>(
  name: Name,
  params: Readonly<Record<string, string>>,
  body: Contract[Name]['body'],
): Promise<Response> {
  const { method, path } = requestLine(name, params, {});
  return fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

async function show({ title, options }: Shown): Promise<void> {
  await self.registration.showNotification(title, options as NotificationOptions);
}

async function closeAll(tag: string): Promise<void> {
  for (const each of await self.registration.getNotifications({ tag })) each.close();
}

const mostActions = (): number => (Notification as unknown as { readonly maxActions?: number }).maxActions ?? 0;
const isSafari = (): boolean => /AppleWebKit/.test(navigator.userAgent) && !/Chrom(e|ium)/.test(navigator.userAgent);

type PushSubscriptionChangeEvent = ExtendableEvent & { readonly oldSubscription?: PushSubscription };
