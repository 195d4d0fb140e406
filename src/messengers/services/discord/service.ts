// Discord: cards as messages with buttons, events over the gateway (no public address is needed), plans as attached files.
import { REST } from '@discordjs/rest';
import {
  type APIApplication,
  type APIMessage,
  ApplicationFlags,
  InteractionResponseType,
  MessageFlags,
  Routes,
} from 'discord-api-types/v10';
import type { Card } from '../../../dialog/card.ts';

import { exposure, masked, readSecret } from '../../../system/secret.ts';
import type { ChatFailure, ChatService, Introduced, Posted } from '../../chat-service.ts';
import type { MessengerHost } from '../../messenger-kind.ts';
import { createConnecting } from '../reconnect.ts';
import { eventOf } from './events.ts';
import { keepConnected } from './gateway.ts';
import type { DiscordSettings } from './kind.ts';
import { failureOf, isGone, WAIT, wrongKind } from './problems.ts';
import { discordCard, escaped, LIMITS } from './render.ts';

type DiscordOptions = MessengerHost & { readonly settings: Pick<DiscordSettings, 'api-root' | 'token-file' | 'token-env'> };
type Access =
  | { readonly kind: 'access'; readonly rest: REST; readonly token: string }
  | { readonly kind: 'problem'; readonly reason: string };
/** A tap has to be answered within three seconds; afterwards a note to the person is possible for 15 minutes. */
type Tap = { readonly token: string; readonly timer: NodeJS.Timeout; answered?: Promise<boolean> };

const ANSWER_TAP_AFTER_MS = 1_500;
const REQUEST_WITHIN_MS = 30_000;
/** A short wait is better than a card that shows the past. */
const WAITS_AT_MOST_MS = 2_000;
const MOST_TAPS = 500;
/** After that, whoever asks who we are is told without it. */
const CONNECTED_WITHIN_MS = 10_000;
/** Nothing in a message of ours mentions anybody. */
const NOBODY = { parse: [] };

export function openDiscord({ settings, env, clock }: DiscordOptions): ChatService {
  const root = settings['api-root'];
  /** Discord said how long it wants to hear nothing from us. In the time of performance.now, which nobody sets. */
  let silentUntil = 0;
  const closing = new AbortController();
  const taps = new Map<string, Tap>();
  let known: { readonly token: string; readonly rest: REST } | undefined;
  let application: APIApplication | undefined;
  let connection: Promise<void> | undefined;
  const connecting = createConnecting(clock, closing.signal);
  const hidden = (text: string) => masked(text, known === undefined ? [] : [known.token]);

  async function access(): Promise<Access> {
    const secret = await readSecret('the token of the Discord bot', { env: settings['token-env'], file: settings['token-file'] }, env);
    if (secret.kind === 'problem') return { kind: 'problem', reason: secret.message };
    if (secret.kind === 'none') return { kind: 'problem', reason: 'the token of the Discord bot is missing: see docs/MESSENGERS.md' };
    const wrong = wrongKind(secret.value) ?? exposure('The token of Discord', root);
    if (wrong !== undefined) return { kind: 'problem', reason: wrong };
    if (known?.token !== secret.value) known = { token: secret.value, rest: restFor(root) };
    // The library forgets a token that was refused once.
    known.rest.setToken(known.token);
    return { kind: 'access', ...known };
  }

  async function call<T>(
    signal: AbortSignal,
    use: (rest: REST, signal: AbortSignal) => Promise<T>,
    isTap = false,
  ): Promise<{ readonly kind: 'done'; readonly value: T } | Refusal> {
    const either = AbortSignal.any([signal, closing.signal]);
    const allowed = await access();
    if (allowed.kind === 'problem') return { kind: 'failed', reason: allowed.reason, again: false, isGone: false };
    const left = silentUntil - performance.now();
    // Answers to taps have limits of their own.
    if (left > 0 && !isTap) return { kind: 'failed', reason: WAIT, again: true, afterMs: left, isGone: false };
    try {
      either.throwIfAborted();
      return { kind: 'done', value: await use(allowed.rest, either) };
    } catch (error) {
      const failed = failureOf(error, hidden);
      if (failed.afterMs !== undefined) silentUntil = performance.now() + failed.afterMs;
      return { ...failed, isGone: isGone(error) };
    }
  }

  const failure = ({ isGone: _, ...rest }: Refusal): ChatFailure => rest;

  async function aboutUs(signal: AbortSignal): Promise<{ readonly kind: 'done'; readonly value: APIApplication } | Refusal> {
    const found = await call(
      signal,
      (rest, either) => rest.get(Routes.currentApplication(), { signal: either }) as Promise<APIApplication>,
    );
    if (found.kind === 'done') application = found.value;
    return found;
  }

  async function answer(id: string, tap: Tap, text: string | undefined, signal: AbortSignal): Promise<boolean> {
    clearTimeout(tap.timer);
    const body =
      text === undefined
        ? { type: InteractionResponseType.DeferredMessageUpdate }
        : { type: InteractionResponseType.ChannelMessageWithSource, data: note(text) };
    const told = await call(
      signal,
      (rest, either) => rest.post(Routes.interactionCallback(id, tap.token), { body, auth: false, signal: either }),
      true,
    );
    return told.kind === 'done';
  }

  function forget(id: string): void {
    clearTimeout(taps.get(id)?.timer);
    taps.delete(id);
  }

  const message = (card: Card) => ({ ...discordCard(card), allowed_mentions: NOBODY, flags: MessageFlags.SuppressEmbeds });

  return {
    limits: LIMITS,

    listen(receive, problem) {
      connection ??= keepConnected({
        signal: closing.signal,
        clock,
        connecting,
        problem(reason) {
          connecting.set(reason);
          problem(reason);
        },
        reasonOf: (error) => failureOf(error, hidden).reason,
        receive(payload) {
          const read = eventOf(payload, application?.bot?.id ?? application?.id ?? '');
          if (!read) return;
          const { event, token } = read;
          if (event.kind === 'tap' && token !== undefined) {
            const timer = setTimeout(() => {
              tap.answered = answer(event.id, tap, undefined, closing.signal);
            }, ANSWER_TAP_AFTER_MS);
            const tap: Tap = { token, timer };
            taps.set(event.id, tap);
            if (taps.size > MOST_TAPS) taps.delete(taps.keys().next().value ?? '');
          }
          // A tap that is dealt with and was not answered came from a stranger, who gets nothing.
          void receive(event)
            .catch(() => undefined)
            .then(() => event.kind === 'tap' && forget(event.id));
        },
        async open() {
          const found = await aboutUs(closing.signal);
          if (found.kind === 'failed') return { kind: 'problem', reason: found.reason };
          const allowed = await access();
          if (allowed.kind === 'problem') return allowed;
          const readsEverything =
            (found.value.flags & (ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited)) !== 0;
          return { kind: 'ready', token: allowed.token, rest: allowed.rest, readsEverything };
        },
      });
    },

    async post(chat, card, signal): Promise<Posted> {
      const posted = await call(
        signal,
        (rest, either) => rest.post(Routes.channelMessages(chat), { body: message(card), signal: either }) as Promise<APIMessage>,
      );
      return posted.kind === 'failed' ? failure(posted) : { kind: 'posted', at: { chat, message: posted.value.id } };
    },

    async edit(at, card, signal) {
      const edited = await call(signal, (rest, either) =>
        rest.patch(Routes.channelMessage(at.chat, at.message), { body: message(card), signal: either }),
      );
      if (edited.kind === 'done') return { kind: 'changed' };
      return edited.isGone ? { kind: 'gone' } : failure(edited);
    },

    async document({ name, text }, under, signal): Promise<Posted> {
      const body = {
        message_reference: { message_id: under.message, fail_if_not_exists: false },
        allowed_mentions: NOBODY,
        flags: MessageFlags.SuppressEmbeds,
      };
      const files = [{ name, data: Buffer.from(text, 'utf8'), contentType: 'text/plain; charset=utf-8' }];
      const posted = await call(
        signal,
        (rest, either) => rest.post(Routes.channelMessages(under.chat), { body, files, signal: either }) as Promise<APIMessage>,
      );
      return posted.kind === 'failed' ? failure(posted) : { kind: 'posted', at: { chat: under.chat, message: posted.value.id } };
    },

    async answerTap(id, text, signal) {
      const tap = taps.get(id);
      if (!tap) return false;
      taps.delete(id);
      if (tap.answered === undefined) return answer(id, tap, text, signal);
      if (!(await tap.answered) || text === undefined) return tap.answered;
      const told = await call(
        signal,
        (rest, either) => rest.post(Routes.webhook(application?.id ?? '', tap.token), { body: note(text), auth: false, signal: either }),
        true,
      );
      return told.kind === 'done';
    },

    async remove(at, signal) {
      const removed = await call(signal, (rest, either) => rest.delete(Routes.channelMessage(at.chat, at.message), { signal: either }));
      if (removed.kind === 'done') return { kind: 'changed' };
      return removed.isGone ? { kind: 'gone' } : failure(removed);
    },

    async introduce(signal): Promise<Introduced> {
      const found = await aboutUs(signal);
      if (found.kind === 'failed') return failure(found);
      // What is said before there is a session is lost.
      const within = AbortSignal.any([signal, closing.signal, AbortSignal.timeout(CONNECTED_WITHIN_MS)]);
      const problem = connection && (await connecting.problem(within));
      if (problem !== undefined) return { kind: 'failed', reason: problem, again: true };
      const { bot, name } = found.value;
      return { kind: 'known', name: `@${bot?.username ?? name}` };
    },

    async close() {
      closing.abort();
      for (const { timer } of taps.values()) clearTimeout(timer);
      await connection;
    },
  };
}

type Refusal = ChatFailure & { readonly isGone: boolean };

/** Only the person who tapped sees it. */
const note = (text: string) => ({ content: escaped(text), flags: MessageFlags.Ephemeral, allowed_mentions: NOBODY });

function restFor(api: string): REST {
  return new REST({
    api,
    version: '10',
    retries: 0,
    timeout: REQUEST_WITHIN_MS,
    hashSweepInterval: 0,
    handlerSweepInterval: 0,
    rejectOnRateLimit: ({ timeToReset, retryAfter }) => Math.max(timeToReset, retryAfter) > WAITS_AT_MOST_MS,
    // Node's own, which refuses redirects: they would take the token elsewhere.
    makeRequest: async (address, init) => (await fetch(address, { ...(init as unknown as RequestInit), redirect: 'error' })) as never,
  });
}
