// Tells people through ntfy (ntfy.sh or an own server): a push message, with a button for each option of a simple question if the broker can be reached.

import { z } from 'zod';
import type { Environment } from '../../system/environment.ts';
import { exposure, masked, readSecret } from '../../system/secret.ts';
import { asObject, parsedJson } from '../../text/json.ts';
import type { Choice, Message, Notifier, Sent } from '../notifier.ts';
import { defineNotifier } from '../notifier-kind.ts';
import { type SettingsOf, secret, url } from '../settings.ts';
import { request, textExposed } from './request.ts';

const settings = {
  url: url.default('https://ntfy.sh').describe('the server'),
  topic: z
    .string()
    .regex(/^[-_A-Za-z0-9]{1,64}$/, 'a topic has up to 64 letters, digits, - and _')
    .describe('whoever knows it can read the messages'),
  ...secret('token', 'a file with the access token'),
  priority: z.int().min(1).max(5).optional().describe('1 to 5; 3 is the usual one'),
  links: url.optional().describe('an address under which your phone reaches the broker: options become buttons'),
};

export const ntfy = defineNotifier({
  kind: 'ntfy',
  brief: 'push messages through [ntfy](https://ntfy.sh) or your own server',
  settings,
  risks: (given) => [
    ...textExposed(given.show, given.url),
    ...(given.links === undefined ? [] : linkRisks(given.links, given['token-file'] ?? given['token-env'])),
  ],
  add: {
    usage: '--topic a-name-nobody-guesses',
    examples: ['--topic a-name-nobody-guesses --after 10m --show header'],
    flags: {
      url: { brief: 'the address', placeholder: 'url' },
      topic: { brief: 'the topic', placeholder: 'topic', missing: 'which topic?' },
      'token-file': { brief: 'a file with the token, readable only by you', placeholder: 'file' },
      links: { brief: 'an address under which your phone reaches the broker, for buttons', placeholder: 'url' },
    },
  },
  open: (_, given, { env, linkTo }) => openNtfy({ settings: given, env, linkTo }),
});

const linkRisks = (links: string, token: string | undefined): readonly string[] => [
  ...[exposure('The links that answer', links) ?? []].flat(),
  ...(token === undefined
    ? ['everyone who knows the topic can answer in your name, because links are used without an access token (token-file, token-env)']
    : []),
];

type NtfyOptions = {
  readonly settings: Pick<SettingsOf<typeof settings>, 'url' | 'topic' | 'token-file' | 'token-env' | 'priority' | 'links'>;
  readonly env: Environment;
  /** The path under which the broker takes this choice. */
  readonly linkTo: (choice: Choice) => string;
};

type Access = { readonly kind: 'access'; readonly token?: string } | { readonly kind: 'problem'; readonly message: string };

/** ntfy cuts messages off at 4,096 bytes. */
const MOST_TEXT = 1_300;
const USUAL_PRIORITY = 3;

export function openNtfy({ settings, env, linkTo }: NtfyOptions): Notifier {
  const { url, topic, priority = USUAL_PRIORITY, links } = settings;
  const closing = new AbortController();

  async function access(): Promise<Access> {
    const read = await readSecret('the token of ntfy', { env: settings['token-env'], file: settings['token-file'] }, env);
    if (read.kind === 'problem') return read;
    if (read.kind === 'none') return { kind: 'access' };
    const exposed = exposure('The token of ntfy', url);
    return exposed === undefined ? { kind: 'access', token: read.value } : { kind: 'problem', message: exposed };
  }

  async function call(method: 'POST' | 'DELETE', path: string, body: object | undefined, signal: AbortSignal) {
    const allowed = await access();
    if (allowed.kind === 'problem') return { sent: { kind: 'failed', reason: allowed.message, again: false } as Sent, body: '' };
    const { token } = allowed;
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const address = `${url.replace(/\/+$/, '')}${path}`;
    return request(address, init, AbortSignal.any([signal, closing.signal]), (text) => masked(text, token === undefined ? [] : [token]));
  }

  return {
    async send(message, signal) {
      const text = [message.body, message.open].filter((part) => part !== '').join('\n\n');
      const { sent, body } = await call(
        'POST',
        '/',
        {
          topic,
          title: message.title,
          message: text.slice(0, MOST_TEXT),
          priority,
          ...(links === undefined ? {} : { actions: buttons(message, links) }),
        },
        signal,
      );
      const id = asObject(parsedJson(body))?.id;
      return sent.kind === 'sent' && typeof id === 'string' ? { ...sent, reference: id } : sent;
    },
    /** Servers before 2.16 cannot delete a message. */
    async withdraw({ reference }, signal) {
      if (reference === undefined) return { kind: 'failed', reason: 'ntfy gave the message no id', again: false };
      return (await call('DELETE', `/${topic}/${encodeURIComponent(reference)}`, undefined, signal)).sent;
    },
    async check() {
      const allowed = await access();
      return allowed.kind === 'problem' ? allowed.message : undefined;
    },
    async close() {
      closing.abort();
    },
  };

  function buttons({ choices }: Message, base: string): readonly object[] {
    return choices.map((choice) => ({
      action: 'http',
      label: choice.label.slice(0, 40),
      method: 'POST',
      url: `${base.replace(/\/+$/, '')}${linkTo(choice)}`,
      clear: true,
    }));
  }
}
