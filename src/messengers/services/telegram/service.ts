// Telegram as a chat service, through grammY: long polling of updates, and messages with buttons.
import { Api, GrammyError, HttpError, InputFile } from 'grammy';
import type { Message, Update } from 'grammy/types';
import type { Card } from '../../../dialog/card.ts';

import { exposure, masked, readSecret } from '../../../system/secret.ts';
import type { ChatFailure, ChatPerson, ChatService, Incoming } from '../../chat-service.ts';
import type { MessengerHost } from '../../messenger-kind.ts';
import { createConnecting } from '../reconnect.ts';
import { unreachable } from '../unreachable.ts';
import type { TelegramSettings } from './kind.ts';
import { lengthOf, rendered } from './text.ts';

type TelegramOptions = MessengerHost & { readonly settings: Pick<TelegramSettings, 'token-file' | 'token-env' | 'api-root'> };

const POLL_SECONDS = 30;
/** Longer than a poll may take: then the connection is dead. */
const POLL_WITHIN_MS = (POLL_SECONDS + 15) * 1_000;
/** What is wrong with the token or with another program does not change in seconds. */
const REFUSED_PAUSE_MS = 20_000;
const MOST_TOLD = 200;
const UPDATES = ['message', 'edited_message', 'callback_query'] as const;

export function openTelegram({ settings, env, clock }: TelegramOptions): ChatService {
  const root = settings['api-root'].replace(/\/+$/, '');
  const closing = new AbortController();
  let known: { readonly token: string; readonly api: Api } | undefined;
  const connecting = createConnecting(clock, closing.signal);
  let listening: Promise<void> = Promise.resolve();
  /** Telegram said how long it wants to hear nothing from us. In the time of performance.now, which nobody sets. */
  let silentUntil = 0;

  return {
    limits: { text: 4_096, lengthOf, rows: 20, perRow: 8, label: 60 },

    listen(receive, problem) {
      listening = poll(receive, problem);
    },

    async post(chat, card, signal) {
      const sent = await call(signal, (api, time) => api.raw.sendMessage({ chat_id: chat, ...messageOf(card) }, time));
      return 'value' in sent ? { kind: 'posted', at: { chat, message: String(sent.value.message_id) } } : sent;
    },

    async edit({ chat, message }, card, signal) {
      const sent = await call(signal, (api, time) =>
        api.raw.editMessageText({ chat_id: chat, message_id: Number(message), ...messageOf(card) }, time),
      );
      return 'value' in sent || /message is not modified/.test(sent.reason) ? { kind: 'changed' } : (gone(sent) ?? sent);
    },

    async document({ name, text }, { chat, message }, signal) {
      const sent = await call(signal, (api, time) =>
        api.raw.sendDocument(
          {
            chat_id: chat,
            document: new InputFile(Buffer.from(text), name),
            disable_content_type_detection: true,
            reply_parameters: { message_id: Number(message), allow_sending_without_reply: true },
          },
          time,
        ),
      );
      return 'value' in sent ? { kind: 'posted', at: { chat, message: String(sent.value.message_id) } } : sent;
    },

    async answerTap(id, text, signal) {
      const told = text === undefined ? {} : { text: text.slice(0, MOST_TOLD), show_alert: true };
      const sent = await call(signal, (api, time) =>
        api.raw.answerCallbackQuery({ callback_query_id: id.slice(TAP.length), ...told }, time),
      );
      return 'value' in sent;
    },

    async remove({ chat, message }, signal) {
      const sent = await call(signal, (api, time) => api.raw.deleteMessage({ chat_id: chat, message_id: Number(message) }, time));
      return 'value' in sent ? { kind: 'changed' } : (gone(sent) ?? sent);
    },

    async introduce(signal) {
      const sent = await call(signal, (api, time) => api.raw.getMe(time));
      if (!('value' in sent)) return sent;
      const { username } = sent.value;
      return { kind: 'known', name: `@${username}`, link: `https://t.me/${username}?start=` };
    },

    async close() {
      closing.abort();
      await listening;
    },
  };

  async function opened(): Promise<Api | ChatFailure> {
    const secret = await readSecret('The token of Telegram', { file: settings['token-file'], env: settings['token-env'] }, env);
    if (secret.kind !== 'secret') return failure(secret.kind === 'problem' ? secret.message : 'no token is configured', false);
    const exposed = exposure('The token of Telegram', root);
    if (exposed !== undefined) return failure(exposed, false);
    if (known?.token !== secret.value) known = { token: secret.value, api: new Api(secret.value, { apiRoot: root }) };
    return known.api;
  }

  async function call<T>(signal: AbortSignal, method: (api: Api, time: never) => Promise<T>): Promise<{ readonly value: T } | ChatFailure> {
    const api = await opened();
    if ('kind' in api) return api;
    const left = silentUntil - performance.now();
    if (left > 0) return { ...failure('Telegram asked for a pause', true), afterMs: left };
    const time = AbortSignal.any([signal, closing.signal]);
    if (time.aborted) return failure('it was stopped', true);
    try {
      // grammY has its own type for the same signals.
      return { value: await method(api, time as never) };
    } catch (error) {
      return failed(error);
    }
  }

  function failed(error: unknown): ChatFailure {
    const hidden = (text: string) => masked(text, known ? [known.token] : []);
    if (error instanceof GrammyError) {
      const { error_code: code, description, parameters } = error;
      const afterMs = parameters.retry_after === undefined ? undefined : parameters.retry_after * 1_000;
      if (afterMs !== undefined) silentUntil = performance.now() + afterMs;
      const isLater = code === 429 || code >= 500;
      return { ...failure(reasonOf(code, hidden(description)), isLater), ...(afterMs === undefined ? {} : { afterMs }) };
    }
    return unreachable('Telegram', error instanceof HttpError ? error.error : error, hidden);
  }

  /** An update is confirmed by asking for the next one, so none is lost before it is dealt with. */
  async function poll(receive: (event: Incoming) => Promise<void>, problem: (reason: string | undefined) => void): Promise<void> {
    let offset = 0;
    let wait = 0;
    while (!closing.signal.aborted) {
      const woken = connecting.woken();
      const time = AbortSignal.any([AbortSignal.timeout(POLL_WITHIN_MS), woken]);
      const got = await call(time, (api, signal) => api.raw.getUpdates({ offset, timeout: wait, allowed_updates: UPDATES }, signal));
      if (closing.signal.aborted) return;
      // The first call after a problem returns at once, so that it is known whether the connection works.
      wait = 'value' in got ? POLL_SECONDS : 0;
      if ('value' in got) {
        connecting.set(undefined);
        problem(undefined);
        for (const update of got.value) {
          const event = eventOf(update);
          if (event) await receive(event);
          offset = update.update_id + 1;
        }
      } else if (!woken.aborted) {
        problem(got.reason);
        await connecting.pause(Math.max(got.again ? 0 : REFUSED_PAUSE_MS, got.afterMs ?? 0));
      }
    }
  }
}

const TAP = 'tap-';

function eventOf({ update_id, message, edited_message, callback_query: tap }: Update): Incoming | undefined {
  if (tap?.data !== undefined && tap.message)
    return {
      kind: 'tap',
      id: `${TAP}${tap.id}`,
      at: { chat: String(tap.message.chat.id), message: String(tap.message.message_id) },
      from: personOf(tap.from),
      data: tap.data,
    };
  const said = message ?? edited_message;
  // Whoever writes in the name of a group or a channel cannot be told from others.
  if (!said?.from || said.sender_chat || said.text === undefined) return undefined;
  const id = message ? `text-${said.chat.id}-${said.message_id}` : `edit-${update_id}`;
  return { kind: message ? 'text' : 'edited', id, ...saidIn(said, said.text), from: personOf(said.from) };
}

const saidIn = ({ chat, message_id, reply_to_message: to }: Message, text: string) => ({
  at: { chat: String(chat.id), message: String(message_id) },
  text,
  isPrivate: chat.type === 'private',
  ...(to === undefined ? {} : { replyTo: String(to.message_id) }),
});

const personOf = ({ id, username, first_name }: NonNullable<Message['from']>): ChatPerson => ({
  id: String(id),
  name: username === undefined ? first_name : `@${username}`,
});

function messageOf(card: Card) {
  const { text, entities } = rendered(card);
  const rows = card.buttons.map((row) => row.map(({ label, data }) => ({ text: label, callback_data: data })));
  return {
    text,
    entities: entities.map((each) => ({ ...each })),
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: rows },
  };
}

/** What Telegram's errors mean, and what to do about them, for somebody who has just made their first bot. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/blocked by the user/, 'the person has blocked the bot. They have to unblock it in Telegram (open its chat, Restart)'],
  [
    /initiate conversation|chat not found/,
    'the person has not written to the bot yet, and bots cannot write first. Open its chat, and press Start',
  ],
  [/kicked|not a member/, 'the bot is not in this group any more. Add it again'],
  [/not enough rights|have no rights/, 'the bot may not write in this group. Let an administrator of the group allow it'],
  [/group chat was upgraded/, 'the group has a new id, so people have to pair there again: answerback notify pair'],
  [/terminated by other getUpdates/, 'another program uses the same bot. Stop it, or make a bot of its own'],
  [/webhook is active/, 'another program receives the messages of this bot (a webhook). Make a bot of its own'],
];

function reasonOf(code: number, description: string): string {
  if (code === 401 || (code === 404 && description === 'Not Found'))
    return 'Telegram does not accept the token. Copy it again from @BotFather (/mybots, your bot, API Token)';
  const known = KNOWN.find(([pattern]) => pattern.test(description));
  return known ? `Telegram: ${known[1]} (${description})` : `Telegram replied ${code}: ${description}`;
}

/** The message was deleted, or is too old to be changed. */
const gone = ({ reason }: ChatFailure): { readonly kind: 'gone' } | undefined =>
  /message (to \w+ )?(not found|can't be)|MESSAGE_ID_INVALID/.test(reason) ? { kind: 'gone' } : undefined;

const failure = (reason: string, again: boolean): ChatFailure => ({ kind: 'failed', reason, again });
