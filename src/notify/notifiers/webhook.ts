// Tells people by a POST to an address of theirs. Every request is signed with a secret and a time, so that the receiver knows it is ours and new.

import { createHmac } from 'node:crypto';
import type { Environment } from '../../system/environment.ts';
import { masked, readSecret } from '../../system/secret.ts';
import type { Message, Notifier, Outdated, Sent } from '../notifier.ts';
import { defineNotifier } from '../notifier-kind.ts';
import { type SettingsOf, secret, secretMissing, url } from '../settings.ts';
import { request, textExposed } from './request.ts';

const settings = {
  url: url.describe('where the message is sent as JSON'),
  ...secret('secret', 'a file with the secret that requests are signed with'),
};

export const webhook = defineNotifier({
  kind: 'webhook',
  brief: 'a request to your address, with the message as signed JSON',
  settings,
  problems: (given) => secretMissing(given, 'secret', 'the secret is that requests are signed with'),
  risks: (given) => textExposed(given.show, given.url),
  add: {
    usage: '--url https://example.com/hook',
    examples: ['--url https://example.com/hook --dry-run'],
    flags: {
      url: { brief: 'the address', placeholder: 'url', missing: 'which address?' },
      'secret-file': { brief: 'a file with the secret that requests are signed with (default: a new one)', placeholder: 'file' },
    },
    newSecret: { setting: 'secret-file', what: 'The secret that requests are signed with' },
  },
  open: (_, given, { env, now }) => openWebhook({ settings: given, env, now }),
});

type WebhookOptions = {
  readonly settings: Pick<SettingsOf<typeof settings>, 'url' | 'secret-file' | 'secret-env'>;
  readonly env: Environment;
  readonly now: () => number;
};

export function openWebhook({ settings, env, now }: WebhookOptions): Notifier {
  const closing = new AbortController();
  const secretOf = () => readSecret('the secret of the webhook', { env: settings['secret-env'], file: settings['secret-file'] }, env);

  async function post(event: 'notify' | 'withdrawn', message: Message | Outdated, signal: AbortSignal): Promise<Sent> {
    const read = await secretOf();
    if (read.kind !== 'secret')
      return { kind: 'failed', reason: read.kind === 'problem' ? read.message : 'no secret is configured', again: false };
    const body = JSON.stringify({ event, ...message });
    const time = String(Math.floor(now() / 1_000));
    const headers = {
      'content-type': 'application/json',
      'answerback-timestamp': time,
      'answerback-signature': signature(read.value, time, body),
    };
    const address = { method: 'POST', headers, body } as const;
    return (await request(settings.url, address, AbortSignal.any([signal, closing.signal]), (text) => masked(text, [read.value]))).sent;
  }

  return {
    send: (message, signal) => post('notify', message, signal),
    withdraw: (message, signal) => post('withdrawn', message, signal),
    async check() {
      const read = await secretOf();
      return read.kind === 'problem' ? read.message : undefined;
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
