// Which devices have turned notifications on: one subscription each, in a file that only the user can read, replaced in one step.

import { replaceFile, storedObject } from '../../../system/replaced-file.ts';
import { asObject } from '../../../text/json.ts';

/** What a browser made for us: where to send, and the keys that only it can read with. */
export type PushSubscription = { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };

type Subscriptions = {
  get(device: string): PushSubscription | undefined;
  /** The devices, the first subscribed first. */
  devices(): readonly string[];
  put(device: string, subscription: PushSubscription): void;
  /** With `only`: not if the device has subscribed again since. */
  remove(device: string, only?: PushSubscription): void;
};

export function openSubscriptions(file: string): Subscriptions {
  // If it is missing or damaged, devices subscribe again when their page is opened.
  const known = new Map(
    Object.entries(storedObject(file)).filter((entry): entry is [string, PushSubscription] => isSubscription(entry[1])),
  );
  const save = () => replaceFile(file, `${JSON.stringify(Object.fromEntries(known))}\n`);
  return {
    get: (device) => known.get(device),
    devices: () => [...known.keys()],
    put(device, subscription) {
      // A browser that was let in again keeps its subscription, and must not be told twice.
      for (const [other, { endpoint }] of known) if (endpoint === subscription.endpoint) known.delete(other);
      known.set(device, subscription);
      save();
    },
    remove(device, only) {
      const now = known.get(device);
      if (!now || (only && now.endpoint !== only.endpoint)) return;
      known.delete(device);
      save();
    },
  };
}

function isSubscription(value: unknown): value is PushSubscription {
  const { endpoint, keys } = asObject(value) ?? {};
  const { p256dh, auth } = asObject(keys) ?? {};
  return [endpoint, p256dh, auth].every((each) => typeof each === 'string');
}
