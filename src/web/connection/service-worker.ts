// Registers the service worker, which shows push messages while the page is closed, and listens to what it says.

type Policy = { createScriptURL(url: string): string };
type WithTrustedTypes = {
  readonly trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
};

const WORKER = '/service-worker.js';

/** The only address that this page ever makes a script of. */
const policy = (globalThis as WithTrustedTypes).trustedTypes?.createPolicy('answerback', {
  createScriptURL(url) {
    if (url !== WORKER) throw new TypeError(`not a script of this page: ${url}`);
    return url;
  },
});

/** Undefined if this browser has none, or does not allow it here (without https, or with a certificate that it does not trust). */
export async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  try {
    return await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER, { updateViaCache: 'none' });
  } catch {
    return undefined;
  }
}

export function listenToWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const address = (data as { open?: unknown } | null)?.open;
    if (typeof address === 'string' && address.startsWith('/#/')) location.hash = address.slice(1);
  });
  void registered();
}
