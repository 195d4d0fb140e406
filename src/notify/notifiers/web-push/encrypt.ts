// A push message, encrypted for one browser and signed with the broker's key. The library is a file of its own, loaded when the first message is sent.
import webPush from 'web-push';
import type { PushKeys } from './keys.ts';
import type { PushSubscription } from './subscriptions.ts';

export type Envelope = {
  readonly ttlSeconds: number;
  readonly urgency: 'normal' | 'high';
  /** The push service keeps only the last message with the same topic. */
  readonly topic: string;
};

export type PushRequest = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };

/** Throws if the keys of the subscription are not keys. */
export function encrypted(
  { endpoint, keys }: PushSubscription,
  payload: string,
  { ttlSeconds, urgency, topic }: Envelope,
  { subject, publicKey, privateKey }: PushKeys,
): PushRequest {
  const vapidDetails = { subject, publicKey, privateKey };
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, { TTL: ttlSeconds, urgency, topic, vapidDetails });
  return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])), body };
}
