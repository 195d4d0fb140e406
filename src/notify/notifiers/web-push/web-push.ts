// Tells people through the push service of one browser, which wakes the page's service worker (src/web/service-worker). Only that browser can read it.
import { createHash } from 'node:crypto';
import type { PushMessage } from '../../../ask/push-message.ts';
import { masked } from '../../../system/secret.ts';
import { shortened } from '../../../text/shortened.ts';
import type { Message, Notifier, Outdated, Sent } from '../../notifier.ts';
import { endpointProblem } from './endpoint.ts';
import type { PushKeys } from './keys.ts';
import { post } from './post.ts';
import type { WebPushSettings } from './settings.ts';
import type { PushSubscription } from './subscriptions.ts';

type WebPushOptions = {
  readonly settings: Pick<WebPushSettings, 'services'>;
  readonly keys: PushKeys;
  /** Of this device, as it is now. */
  readonly subscription: () => PushSubscription | undefined;
  /** The push service says that the browser no longer has it. */
  readonly expired: (subscription: PushSubscription) => void;
};

const A_DAY = 24 * 3600;
/** Push services take 4,096 bytes, and encryption needs some of them. */
const MOST_BYTES = 3_500;
const MOST_TITLE = 200;
const LONGEST_TOPIC = 32;
const GONE: readonly (number | undefined)[] = [404, 410];

export function openWebPush({ settings, keys, subscription, expired }: WebPushOptions): Notifier {
  const { services = [] } = settings;
  const closing = new AbortController();

  async function push(payload: PushMessage, urgency: 'normal' | 'high', time: AbortSignal): Promise<Sent> {
    const now = subscription();
    const wrong = problem(now);
    if (!now || wrong !== undefined) return { kind: 'failed', reason: wrong ?? OFF, again: false };
    const signal = AbortSignal.any([time, closing.signal]);
    const { encrypted } = await import('./encrypt.ts');
    const envelope = { ttlSeconds: A_DAY, urgency, topic: topicOf(payload.key) };
    let request: ReturnType<typeof encrypted>;
    try {
      request = encrypted(now, JSON.stringify(payload), envelope, keys);
    } catch {
      expired(now);
      return {
        kind: 'failed',
        reason: 'the subscription of the browser is not valid: turn notifications on again in its settings',
        again: false,
      };
    }
    // The path of the endpoint is what allows to send to this browser.
    const { pathname } = new URL(now.endpoint);
    const secrets = [keys.privateKey, now.keys.auth, pathname, pathname.split('/').at(-1) ?? ''];
    const { sent, status } = await post(now.endpoint, request, services, signal, (text) => masked(text, secrets));
    if (!GONE.includes(status)) return sent;
    expired(now);
    return { kind: 'failed', reason: 'the browser has turned notifications off', again: false };
  }

  function problem(now: PushSubscription | undefined): string | undefined {
    if (!now) return OFF;
    const wrong = endpointProblem(now.endpoint, services);
    return wrong === undefined ? undefined : `nothing is sent to the push service of this browser: ${wrong}`;
  }

  return {
    send: (message, signal) => push(fitting(message), message.about === 'finished' ? 'normal' : 'high', signal),
    withdraw: ({ key, title, outcome }: Outdated, signal) =>
      push({ event: 'withdrawn', key, title: title.slice(0, MOST_TITLE), outcome }, 'normal', signal),
    check: async () => problem(subscription()),
    async close() {
      closing.abort();
    },
  };
}

const OFF = 'notifications are off on this device: turn them on in the settings of its page';

function topicOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, LONGEST_TOPIC);
}

function fitting({ key, title, body, asks, choices }: Message): PushMessage {
  const ask = asks.length === 1 ? asks[0]?.id : undefined;
  const whole: PushMessage = {
    event: 'notify',
    key,
    title: title.slice(0, MOST_TITLE),
    body,
    ask,
    choices: choices.map(({ label }) => label),
  };
  let fits = whole;
  for (let length = body.length, over = bytesOver(fits); over > 0 && length > 0; over = bytesOver(fits)) {
    length -= Math.max(1, Math.floor(over / MOST_BYTES_OF_A_UNIT));
    fits = { ...whole, body: shortened(body, Math.max(1, length)) };
  }
  return fits;
}

/** As JSON: a control character or half a pair is written as \u001b. */
const MOST_BYTES_OF_A_UNIT = 6;
const bytesOver = (message: PushMessage): number => Buffer.byteLength(JSON.stringify(message)) - MOST_BYTES;
