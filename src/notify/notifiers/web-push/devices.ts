// Web push, wired together: every device that has notifications on is a notifier of its own, so that one push service never delays another.
import type { Notifier } from '../../notifier.ts';
import type { NotifierSettings } from '../../settings.ts';
import { subscriptionProblem } from './endpoint.ts';
import { pushKeysFrom } from './keys.ts';
import { USUAL, WEB_PUSH, type WebPushSettings } from './settings.ts';
import { openSubscriptions, type PushSubscription } from './subscriptions.ts';
import { openWebPush } from './web-push.ts';

type Device = { readonly id: string; readonly name: string };
type Notify = Readonly<Record<string, NotifierSettings>>;

type PushOptions = {
  /** 32 random bytes in base64url, made when they are first needed. */
  readonly secret: () => string;
  /** The file with the subscriptions. */
  readonly file: string;
  readonly configured: () => Notify;
  /** Those that are let in. */
  readonly devices: () => readonly Device[];
};

export type PushDevices = ReturnType<typeof createPushDevices>;

const USUAL_NAME = 'web';
const NO_DEVICE = 'no device has notifications on: open the page on it (answerback web) and turn them on in its settings';

export function createPushDevices({ secret, file, configured, devices }: PushOptions) {
  const subscriptions = openSubscriptions(file);
  let last: { readonly given: Notify; readonly stamp: string; readonly settings: Notify } | undefined;

  return {
    /** The configuration, with an entry for each device instead of those for web push. The same object as before, if nothing has changed. */
    settings(): Notify {
      const given = configured();
      const on = subscribed();
      if (on.length === 0 && templates(given).length === 0) return given;
      const stamp = JSON.stringify(on.map(({ id, name }) => [id, name]));
      if (last?.given !== given || last.stamp !== stamp) last = { given, stamp, settings: withDevices(given, on) };
      return last.settings;
    },

    /** What the configuration has for web push while no device is told through it, as it is listed. */
    unused() {
      const used = forDevices(configured(), subscribed());
      return templates(configured())
        .filter(([name]) => !used.some(({ template }) => template === name))
        .map(([name, { kind, show }]) => ({ name, kind, show, ok: false, message: NO_DEVICE, waiting: 0 }));
    },

    /** The name of the device that this notifier tells. */
    deviceName: (notifier: string): string | undefined => {
      const id = deviceOf(notifier);
      return id === undefined ? undefined : devices().find((each) => each.id === id)?.name;
    },

    open(name: string, settings: WebPushSettings): Notifier {
      const device = deviceOf(name) ?? '';
      return openWebPush({
        settings,
        keys: pushKeysFrom(secret(), settings.contact),
        subscription: () => subscriptions.get(device),
        expired: (old) => subscriptions.remove(device, old),
      });
    },

    /** What the page of this device needs to know. */
    state(device: Device) {
      const { publicKey } = pushKeysFrom(secret(), USUAL.contact);
      const notifiers = forDevices(configured(), subscribed()).filter(({ id }) => id === device.id);
      return { publicKey, endpoint: subscriptions.get(device.id)?.endpoint, notifiers: notifiers.map(({ name }) => name) };
    },

    /** Why it was not taken; undefined if it was. */
    async subscribe(device: Device, subscription: PushSubscription): Promise<string | undefined> {
      const services = templates(configured()).flatMap(([, settings]) => settings.services ?? []);
      const problem = await subscriptionProblem(subscription.endpoint, services);
      if (problem === undefined) subscriptions.put(device.id, subscription);
      return problem;
    },

    unsubscribe: (device: Pick<Device, 'id'>): void => subscriptions.remove(device.id),
  };

  /** A device that is no longer let in is told nothing more. */
  function subscribed(): readonly Device[] {
    const on = subscriptions.devices();
    if (on.length === 0) return [];
    const known = devices();
    for (const id of on) if (!known.some((device) => device.id === id)) subscriptions.remove(id);
    return known.filter(({ id }) => subscriptions.get(id) !== undefined);
  }
}

function withDevices(given: Notify, on: readonly Device[]): Notify {
  const others = Object.entries(given).filter(([, { kind }]) => kind !== WEB_PUSH);
  return Object.fromEntries([...others, ...forDevices(given, on).map(({ name, settings }) => [name, settings] as const)]);
}

function forDevices(given: Notify, on: readonly Device[]) {
  const found = templates(given);
  const all: readonly (readonly [string, WebPushSettings])[] = found.length > 0 ? found : [[USUAL_NAME, USUAL]];
  return all.flatMap(([template, settings]) =>
    on
      .filter(({ name }) => settings.devices === undefined || settings.devices.includes(name))
      .map(({ id }) => ({ id, template, settings, name: `${template}:${id}` })),
  );
}

function templates(given: Notify): readonly (readonly [string, WebPushSettings])[] {
  return Object.entries(given).flatMap(([name, settings]) => (isWebPush(settings) ? [[name, settings] as const] : []));
}

/** They were parsed with the schema of their kind. */
const isWebPush = (settings: NotifierSettings): settings is WebPushSettings => settings.kind === WEB_PUSH;

/** No name in the configuration contains a colon. */
const deviceOf = (notifier: string): string | undefined => /:(.+)$/.exec(notifier)?.[1];
