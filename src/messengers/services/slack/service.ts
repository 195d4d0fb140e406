// Slack: cards as messages with buttons, events over Socket Mode (no public address is needed), plans as files in the card's thread.
import { WebClient } from '@slack/web-api';

import { exposure, masked, readSecret } from '../../../system/secret.ts';
import type { Changed, ChatFailure, ChatService, Incoming, Introduced, Posted } from '../../chat-service.ts';
import type { MessengerHost } from '../../messenger-kind.ts';
import { createConnecting } from '../reconnect.ts';
import { eventOf } from './events.ts';
import type { SlackSettings } from './kind.ts';
import { codeOf, failureOf, missing, reasonOf, SCOPES, WAIT } from './problems.ts';
import { escaped, LIMITS, slackCard } from './render.ts';
import { type Envelope, keepConnected, SILENT } from './socket.ts';

type SlackOptions = MessengerHost & {
  readonly settings: Pick<SlackSettings, 'api-root' | 'token-file' | 'token-env' | 'app-token-file' | 'app-token-env'>;
};
type Token = { readonly kind: 'token'; readonly value: string } | { readonly kind: 'problem'; readonly reason: string };

/** A file has no message of its own that we learn of. */
const FILE = 'file:';
const MOST_TAPS = 500;
const MOST_NAMES = 500;
const NAME_WITHIN_MS = 2_000;
/** After that, whoever asks who we are is told without it. */
const CONNECTED_WITHIN_MS = 10_000;
const GONE = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'cant_delete_message',
  'file_not_found',
  'file_deleted',
]);

export function openSlack({ settings, env, clock }: SlackOptions): ChatService {
  const root = settings['api-root'];
  /** Slack said how long it wants to hear nothing from us. In the time of performance.now, which nobody sets. */
  let silentUntil = 0;
  const closing = new AbortController();
  const secrets = new Set<string>();
  const hidden = (text: string) => masked(text, [...secrets]);
  const names = new Map<string, string>();
  const taps = new Map<string, { readonly chat: string; readonly person: string; readonly ack: () => Promise<void> }>();
  let connection: Promise<void> | undefined;
  const connecting = createConnecting(clock, closing.signal);
  /** Events are handed on in the order in which they came, also when a name has to be looked up first. */
  let inLine = Promise.resolve();

  async function token(kind: 'bot' | 'app'): Promise<Token> {
    const [prefix, what] = kind === 'bot' ? ['xoxb-', 'the bot token of Slack'] : ['xapp-', 'the app-level token of Slack'];
    const place =
      kind === 'bot'
        ? { env: settings['token-env'], file: settings['token-file'] }
        : { env: settings['app-token-env'], file: settings['app-token-file'] };
    const secret = await readSecret(what, place, env);
    if (secret.kind === 'problem') return { kind: 'problem', reason: secret.message };
    if (secret.kind === 'none') return { kind: 'problem', reason: `${what} is missing: see docs/MESSENGERS.md` };
    secrets.add(secret.value);
    if (!secret.value.startsWith(prefix)) {
      const is = secret.value.startsWith('xapp-')
        ? ': this is the app-level token'
        : secret.value.startsWith('xoxb-')
          ? ': this is the bot token'
          : '';
      return { kind: 'problem', reason: `${what} should begin with ${prefix}${is}` };
    }
    const exposed = exposure('The token of Slack', root);
    return exposed === undefined ? { kind: 'token', value: secret.value } : { kind: 'problem', reason: exposed };
  }

  /** Each call has a client of its own, with its own token and its own signal. */
  async function call<T>(
    signal: AbortSignal,
    use: (client: WebClient) => Promise<T>,
  ): Promise<{ readonly kind: 'done'; readonly value: T } | Refusal> {
    const either = AbortSignal.any([signal, closing.signal]);
    const given = await token('bot');
    if (given.kind === 'problem') return { kind: 'failed', reason: given.reason, again: false };
    const left = silentUntil - performance.now();
    if (left > 0) return { kind: 'failed', reason: WAIT, again: true, afterMs: left };
    const client = new WebClient(given.value, {
      slackApiUrl: root,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logger: SILENT,
      fetch: (address: string | URL | Request, init?: RequestInit) => fetch(address, { ...init, signal: either }),
    });
    try {
      either.throwIfAborted();
      return { kind: 'done', value: await use(client) };
    } catch (error) {
      const code = codeOf(error);
      const failed = failureOf(error, hidden);
      if (failed.afterMs !== undefined) silentUntil = performance.now() + failed.afterMs;
      return { ...failed, ...(code === undefined ? {} : { code }) };
    }
  }

  const failure = ({ code: _, ...rest }: Refusal): ChatFailure => rest;
  const changed = (result: { readonly kind: 'done' } | Refusal): Changed => {
    if (result.kind === 'done') return { kind: 'changed' };
    return GONE.has(result.code ?? '') ? { kind: 'gone' } : failure(result);
  };

  async function nameOf(person: string): Promise<string> {
    const known = names.get(person);
    if (known !== undefined) return known;
    const found = await call(AbortSignal.timeout(NAME_WITHIN_MS), (client) => client.users.info({ user: person }));
    const user = found.kind === 'done' ? found.value.user : undefined;
    const name = user?.profile?.display_name || user?.real_name || user?.name;
    if (name === undefined) return person;
    names.set(person, name);
    if (names.size > MOST_NAMES) names.delete(names.keys().next().value ?? '');
    return name;
  }

  async function taken({ type, body, ack }: Envelope, receive: (event: Incoming) => Promise<void>): Promise<void> {
    const read = eventOf(type, body);
    if (!read) return void ack().catch(() => undefined);
    let { event } = read;
    if (read.nameless && event.kind !== 'deleted') event = { ...event, from: { ...event.from, name: await nameOf(event.from.id) } };
    if (event.kind === 'tap') {
      taps.set(event.id, { chat: event.at.chat, person: event.from.id, ack });
      if (taps.size > MOST_TAPS) taps.delete(taps.keys().next().value ?? '');
    }
    // A tap is confirmed when it is answered: strangers get nothing. A text that could not be dealt with is not confirmed, so that it comes again.
    const dealtWith = receive(event);
    void dealtWith.then(event.kind === 'tap' ? undefined : ack).catch(() => undefined);
  }

  return {
    limits: LIMITS,

    listen(receive, problem) {
      connection ??= keepConnected({
        signal: closing.signal,
        connecting,
        receive: (envelope) => {
          inLine = inLine.then(() => taken(envelope, receive));
        },
        problem(reason) {
          connecting.set(reason);
          problem(reason);
        },
        reasonOf: (error) => (typeof error === 'string' ? reasonOf(error) : failureOf(error, hidden).reason),
        async open() {
          const given = await token('app');
          return given.kind === 'problem' ? given : { kind: 'ready', appToken: given.value, root };
        },
      });
    },

    async post(chat, card, signal): Promise<Posted> {
      const posted = await call(signal, (client) =>
        client.chat.postMessage({ channel: chat, ...slackCard(card), unfurl_links: false, unfurl_media: false }),
      );
      if (posted.kind === 'failed') return failure(posted);
      const { channel, ts } = posted.value;
      if (channel === undefined || ts === undefined) return { kind: 'failed', reason: 'Slack gave the message no name', again: false };
      return { kind: 'posted', at: { chat: channel, message: ts } };
    },

    async edit({ chat, message }, card, signal) {
      return changed(await call(signal, (client) => client.chat.update({ channel: chat, ts: message, ...slackCard(card) })));
    },

    async document({ name, text }, { chat, message }, signal): Promise<Posted> {
      const posted = await call(signal, (client) =>
        client.filesUploadV2({ channel_id: chat, thread_ts: message, filename: name, title: name, file: Buffer.from(text, 'utf8') }),
      );
      if (posted.kind === 'failed') return failure(posted);
      const file = posted.value.files?.[0]?.files?.[0]?.id ?? '';
      return { kind: 'posted', at: { chat, message: `${FILE}${file}` } };
    },

    async answerTap(id, text, signal) {
      const tap = taps.get(id);
      taps.delete(id);
      await tap?.ack().catch(() => undefined);
      if (!tap || text === undefined) return tap !== undefined;
      const told = await call(signal, (client) => client.chat.postEphemeral({ channel: tap.chat, user: tap.person, text: escaped(text) }));
      return told.kind === 'done';
    },

    async remove({ chat, message }, signal) {
      if (message.startsWith(FILE))
        return changed(await call(signal, (client) => client.files.delete({ file: message.slice(FILE.length) })));
      return changed(await call(signal, (client) => client.chat.delete({ channel: chat, ts: message })));
    },

    async introduce(signal): Promise<Introduced> {
      const app = await token('app');
      if (app.kind === 'problem') return { kind: 'failed', reason: app.reason, again: false };
      const found = await call(signal, (client) => client.auth.test());
      if (found.kind === 'failed') return failure(found);
      const { user, response_metadata } = found.value;
      const has = response_metadata?.scopes;
      const lacking = has === undefined ? [] : SCOPES.filter((scope) => !has.includes(scope));
      if (lacking.length > 0) return { kind: 'failed', reason: missing(lacking), again: false };
      if (connection) {
        const problem = await connecting.problem(AbortSignal.any([signal, closing.signal, AbortSignal.timeout(CONNECTED_WITHIN_MS)]));
        if (problem !== undefined) return { kind: 'failed', reason: problem, again: true };
      } else {
        const opened = await call(signal, (client) => client.apps.connections.open({ token: app.value }));
        if (opened.kind === 'failed') return failure(opened);
      }
      return { kind: 'known', name: `@${user}` };
    },

    async close() {
      closing.abort();
      await connection;
      await inLine;
    },
  };
}

type Refusal = ChatFailure & { readonly code?: string };
