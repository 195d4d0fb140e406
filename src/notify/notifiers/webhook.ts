// Tells people by a POST to an address of theirs. Every request is signed with a secret and a time, so that the receiver knows it is ours and new.
import { createHmac } from 'node:crypto';
import { masked, readSecret } from '../../system/secret.ts';
import type { Message, Notifier, Outdated, Sent } from '../notifier.ts';
import type { WebhookNotifier } from '../settings.ts';
import { request } from './request.ts';

type WebhookOptions = {
  readonly settings: Pick<WebhookNotifier, 'url' | 'secret-file' | 'secret-env'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
};

export function openWebhook({ settings, env, now }: WebhookOptions): Notifier {
  const closing = new AbortController();
  const secretOf = () => readSecret('the secret of the webhook', { env: settings['secret-env'], file: settings['secret-file'] }, env);

  async function post(event: 'notify' | 'withdrawn', message: Message | Outdated, signal: AbortSignal): Promise<Sent> {
    const secret = await secretOf();
    if (secret.kind !== 'secret')
      return { kind: 'failed', reason: secret.kind === 'problem' ? secret.message : 'no secret is configured', again: false };
    const body = JSON.stringify({ event, ...message });
    const time = String(Math.floor(now() / 1_000));
    const headers = {
      'content-type': 'application/json',
      'answerback-timestamp': time,
      'answerback-signature': signature(secret.value, time, body),
    };
    const address = { method: 'POST', headers, body } as const;
    return (await request(settings.url, address, AbortSignal.any([signal, closing.signal]), (text) => masked(text, [secret.value]))).sent;
  }

  return {
    send: (message, signal) => post('notify', message, signal),
    withdraw: (message, signal) => post('withdrawn', message, signal),
    async check() {
      const secret = await secretOf();
      return secret.kind === 'problem' ? secret.message : undefined;
    },
    async close() {
      closing.abort();
    },
  };
}

/** The receiver computes the same: docs/NOTIFICATIONS.md shows how. */
export function signature(secret: string, time: string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
}
