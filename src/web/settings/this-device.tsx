// Notifications on this device: on, off, a test.

import type { JSX } from 'preact';
import { registered } from '../connection/service-worker.ts';
import { useAttempt, useLoaded } from '../loaded.ts';
import type { Page } from '../page.ts';
import { testNotifier } from './notifiers.tsx';

export function ThisDevice({ page }: { readonly page: Page }): JSX.Element {
  const { value, problem, reload } = useLoaded(page, () => pushState(page), []);
  const { isBusy, run } = useAttempt(page, reload);
  const test = async (notifiers: readonly string[]) => {
    for (const name of notifiers) await testNotifier(page, name);
  };
  return (
    <section class="box setting" aria-labelledby="this-device">
      <h2 id="this-device">Notifications on this device</h2>
      {value === undefined ? <p class="dim">{problem ?? 'Looking…'}</p> : null}
      {value?.kind === 'impossible' ? <p class="dim">{value.why}</p> : null}
      {value?.kind === 'off' ? (
        <>
          <p class="dim">Be told when an agent asks, also while this page is closed. Only this browser can read the messages.</p>
          <div class="buttons">
            <button type="button" class="primary" disabled={isBusy} onClick={() => void run(() => turnOn(page), 'Notifications are on.')}>
              Turn on
            </button>
          </div>
        </>
      ) : null}
      {value?.kind === 'on' ? (
        <>
          <p>
            <span class="tag good">On</span>{' '}
            {value.notifiers.length === 0 ? (
              <span class="dim">but the configuration does not include this device (notify: … kind: web-push, devices: …).</span>
            ) : null}
          </p>
          <div class="buttons">
            <button
              type="button"
              class="quiet"
              disabled={isBusy || value.notifiers.length === 0}
              onClick={() => void run(() => test(value.notifiers), 'A test message is on its way.')}
            >
              Send a test
            </button>
            <button type="button" class="quiet" disabled={isBusy} onClick={() => void run(() => turnOff(page), 'Notifications are off.')}>
              Turn off
            </button>
          </div>
        </>
      ) : null}
    </section>
  );
}

/** `on`: this browser is subscribed, and the broker knows it. */
type PushState =
  | { readonly kind: 'impossible'; readonly why: string }
  | { readonly kind: 'on'; readonly notifiers: readonly string[] }
  | { readonly kind: 'off' };

async function pushState(page: Page): Promise<PushState> {
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
async function turnOn(page: Page): Promise<void> {
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

async function turnOff(page: Page): Promise<void> {
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
