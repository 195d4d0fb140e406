// Notifications of this browser: whether they are possible and allowed, and turning them on and off, here and at the broker.
import { registered } from '../connection/service-worker.ts';
import type { Page } from '../page.ts';

/** `on`: this browser is subscribed, and the broker knows it. */
type PushState =
  | { readonly kind: 'impossible'; readonly why: string }
  | { readonly kind: 'on'; readonly notifiers: readonly string[] }
  | { readonly kind: 'off' };

export async function pushState(page: Page): Promise<PushState> {
  const why = impossible();
  if (why !== undefined) return { kind: 'impossible', why };
  const registration = await registered();
  if (!registration)
    return {
      kind: 'impossible',
      why: 'This browser does not allow notifications for this address. Open the page over https, or on the computer itself.',
    };
  const [own, { endpoint, notifiers }] = await Promise.all([registration.pushManager.getSubscription(), page.call('GET /v1/web/push', {})]);
  return own && own.endpoint === endpoint ? { kind: 'on', notifiers } : { kind: 'off' };
}

/** Asks the person for permission. Throws with what to do if it cannot be turned on. */
export async function turnOn(page: Page): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted')
    throw new Error('The browser was not allowed to show notifications. Allow it in the settings of the browser for this page.');
  const registration = await registered();
  if (!registration) throw new Error('This browser does not allow notifications for this address.');
  await navigator.serviceWorker.ready;
  const { publicKey } = await page.call('GET /v1/web/push', {});
  const old = await registration.pushManager.getSubscription();
  // Made for another broker at the same address, or with a key that is gone.
  if (old && !sameKey(old.options.applicationServerKey, publicKey)) await old.unsubscribe();
  const made = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((error: Error) => {
      throw new Error(`The push service of this browser cannot be reached: ${error.message}`);
    });
  const { endpoint = '', keys } = made.toJSON();
  await page.call('PUT /v1/web/push', { body: { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } } });
}

export async function turnOff(page: Page): Promise<void> {
  await page.call('POST /v1/web/push/off', {});
  const registration = await registered();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function impossible(): string | undefined {
  if (!isSecureContext) return 'Browsers allow notifications only over https, or on the computer itself.';
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis) return undefined;
  if (/iPhone|iPad/.test(navigator.userAgent))
    return 'Add this page to the home screen first (Share, then “Add to Home Screen”), and open it from there.';
  return 'This browser has no notifications.';
}

function sameKey(key: ArrayBuffer | null, expected: string): boolean {
  if (!key) return false;
  const text = btoa(Array.from(new Uint8Array(key), (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === expected;
}
