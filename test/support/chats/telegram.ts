// A fake of Telegram's Bot API (core.telegram.org/bots/api) for one bot: long polling, messages with buttons, files, and the errors of the real one.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { ChatPerson, MessageRef } from '../../../src/messengers/chat-service.ts';
import { ownPort } from '../own-port.ts';
import type { FakeChat, Shown } from './fake-chat.ts';
import { freezable } from './loopback.ts';
import { type Fields, fieldsOf, METHODS } from './telegram-request.ts';
import { activeIn, type Entity, visible } from './telegram-text.ts';

type Button = { readonly text: string; readonly callback_data: string };
type Sent = {
  readonly chat: string;
  readonly id: number;
  /** Us, if absent. */
  readonly from?: ChatPerson;
  text: string;
  entities: readonly Entity[];
  buttons: readonly (readonly Button[])[];
  readonly replyTo?: number | undefined;
  readonly file?: { readonly name: string; readonly text: string };
};
class Refusal extends Error {
  readonly code: number;
  readonly parameters: object | undefined;
  constructor(code: number, description: string, parameters?: object) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}
const bad = (description: string) => new Refusal(400, `Bad Request: ${description}`);

const TOKEN = '7000000001:AAFakeTokenOfTelegram_0123456789abc';
const GROUP = '-1001';
const MOST_TEXT = 4_096;
const MOST_TOLD = 200;
const MOST_DATA_BYTES = 64;

export async function fakeTelegram(): Promise<FakeChat> {
  const messages: Sent[] = [];
  const taps = new Map<string, { readonly query: Fields; told?: { readonly text: string }; isOld?: boolean }>();
  /** Who has written to us: only they can be written to. */
  const met = new Set<string>([GROUP]);
  let updates: (Fields & { readonly update_id: number })[] = [];
  let [lastUpdate, lastMessage, lastTap] = [1_000, 100, 0];
  let poll: { readonly answer: () => void; readonly refuse: (error: Refusal) => void } | undefined;
  let quiet: { readonly ms: number; until?: number } | undefined;
  const refused = { busy: 0, early: 0 };
  let freeze = () => {};
  let changed: Parameters<FakeChat['onChange']>[0] = () => {};
  const port = await ownPort();
  let server = await listening();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    try {
      const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
      if (token !== TOKEN) throw new Refusal(401, 'Unauthorized');
      const allowed = METHODS[method];
      if (!allowed) throw new Refusal(404, 'Not Found');
      const fields = await fieldsOf(request);
      const unknown = Object.keys(fields).filter((name) => !allowed.includes(name));
      if (unknown.length > 0) throw bad(`there is no parameter ${unknown.join(', ')} of ${method}`);
      const result = await call(method, fields, response);
      const isChange = /^(send|edit|delete)/.test(method);
      if (isChange) changed('arrived');
      reply(200, { ok: true, result });
      if (isChange) changed('replied');
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply(error.code, {
        ok: false,
        error_code: error.code,
        description: error.message,
        ...(error.parameters && { parameters: error.parameters }),
      });
    }
  }

  async function call(method: string, fields: Fields, response: ServerResponse): Promise<unknown> {
    if (/^(send|edit|delete)/.test(method)) refuseIfBusy();
    switch (method) {
      case 'getMe':
        return { id: 7_000_000_001, is_bot: true, first_name: 'Shop', username: 'shop_bot' };
      case 'getUpdates':
        return getUpdates(fields, response);
      case 'sendMessage':
        return send({ ...contentOf(fields), chat: chatOf(fields), replyTo: replyOf(fields) });
      case 'sendDocument': {
        const file = fields.document as Sent['file'];
        if (!file || file.text === '') throw bad('there is no document in the request');
        return send({ chat: chatOf(fields), text: '', entities: [], buttons: [], file, replyTo: replyOf(fields) });
      }
      case 'editMessageText': {
        const message = ownMessage(fields, 'edit');
        const content = contentOf(fields);
        if (
          JSON.stringify([message.text, message.entities, message.buttons]) ===
          JSON.stringify([content.text, content.entities, content.buttons])
        )
          throw bad(
            'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
          );
        return telegramMessage(Object.assign(message, content));
      }
      case 'deleteMessage': {
        const message = messages.find(({ chat, id }) => chat === String(fields.chat_id) && id === fields.message_id);
        if (!message) throw bad('message to delete not found');
        if (message.from && !isPrivate(message.chat)) throw bad("message can't be deleted");
        messages.splice(messages.indexOf(message), 1);
        return true;
      }
      case 'answerCallbackQuery': {
        const tap = taps.get(String(fields.callback_query_id));
        if (!tap || tap.isOld) throw bad('query is too old and response timeout expired or query ID is invalid');
        if (String(fields.text ?? '').length > MOST_TOLD) throw bad('MESSAGE_TOO_LONG');
        tap.told = { text: String(fields.text ?? '') };
        return true;
      }
    }
    return undefined;
  }

  /** A second one ends the first, which gets the conflict. */
  function getUpdates({ offset, timeout }: Fields, response: ServerResponse): Promise<readonly Fields[]> {
    poll?.refuse(new Refusal(409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'));
    updates = updates.filter(({ update_id }) => update_id >= Number(offset ?? 0));
    if (updates.length > 0 || !timeout) return Promise.resolve([...updates]);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        poll = undefined;
      };
      const answer = () => {
        end();
        resolve([...updates]);
      };
      const timer = setTimeout(answer, Number(timeout) * 1_000);
      const refuse = (error: Refusal) => {
        end();
        reject(error);
      };
      const mine = { answer, refuse };
      poll = mine;
      response.on('close', () => poll === mine && end());
    });
  }

  function refuseIfBusy(): void {
    if (!quiet) return;
    if (quiet.until === undefined) {
      quiet.until = Date.now() + quiet.ms;
      refused.busy += 1;
    } else if (Date.now() >= quiet.until) {
      quiet = undefined;
      return;
    } else refused.early += 1;
    const seconds = Math.ceil(((quiet.until ?? 0) - Date.now()) / 1_000);
    throw new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
  }

  function contentOf({
    text,
    entities = [],
    reply_markup,
    parse_mode,
    link_preview_options,
  }: Fields): Pick<Sent, 'text' | 'entities' | 'buttons'> {
    if (parse_mode !== undefined) throw bad('this fake takes entities instead of a parse_mode');
    if (typeof text !== 'string' || text.trim() === '') throw bad('message text is empty');
    if (text.length > MOST_TEXT) throw bad('message is too long');
    for (const { type, offset, length } of entities as Entity[])
      if (!['bold', 'italic', 'pre', 'code'].includes(type) || offset < 0 || length < 1 || offset + length > text.length)
        throw bad(`entity of type ${type} is not in the text`);
    if ((link_preview_options as Fields | undefined)?.is_disabled !== true && /https?:/.test(text))
      throw new Error('a link would have a preview');
    const keyboard = ((reply_markup as Fields | undefined)?.inline_keyboard ?? []) as Button[][];
    for (const { text: label, callback_data: data, ...more } of keyboard.flat()) {
      if (!label || Object.keys(more).length > 0) throw bad("can't parse inline keyboard button");
      if (!data || Buffer.byteLength(data) > MOST_DATA_BYTES) throw bad('BUTTON_DATA_INVALID');
    }
    return { text, entities: entities as Entity[], buttons: keyboard };
  }

  function chatOf({ chat_id }: Fields): string {
    const chat = String(chat_id);
    if (!/^-?\d+$/.test(chat)) throw bad('chat not found');
    if (!met.has(chat)) throw new Refusal(403, "Forbidden: bot can't initiate conversation with a user");
    return chat;
  }

  function ownMessage({ chat_id, message_id }: Fields, what: string): Sent {
    const message = messages.find(({ chat, id }) => chat === String(chat_id) && id === message_id);
    if (!message) throw bad(`message to ${what} not found`);
    if (message.from) throw bad(`message can't be ${what}ed`);
    return message;
  }

  function replyOf({ reply_parameters }: Fields): number | undefined {
    return (reply_parameters as { message_id?: number } | undefined)?.message_id;
  }

  function send(content: Omit<Sent, 'id'>): Fields {
    lastMessage += 1;
    const message: Sent = { ...content, id: lastMessage };
    messages.push(message);
    return telegramMessage(message);
  }

  function telegramMessage({ chat, id, text, from, replyTo }: Sent): Fields {
    const to = messages.find((each) => each.chat === chat && each.id === replyTo);
    return {
      message_id: id,
      date: Math.floor(Date.now() / 1_000),
      chat: isPrivate(chat)
        ? { id: Number(chat), type: 'private', first_name: 'A person' }
        : { id: Number(chat), type: 'supergroup', title: 'Everybody' },
      text,
      ...(from ? { from: userOf(from) } : {}),
      ...(to ? { reply_to_message: { ...telegramMessage({ ...to, replyTo: undefined }) } } : {}),
    };
  }

  function update(fields: Fields): void {
    lastUpdate += 1;
    updates.push({ update_id: lastUpdate, ...fields });
    poll?.answer();
  }

  function tapped(person: ChatPerson, at: MessageRef, data: string): string {
    lastTap += 1;
    const id = `${4_000_000_000_000 + lastTap}`;
    const message = messages.find((each) => each.chat === at.chat && String(each.id) === at.message);
    const inaccessible = { chat: { id: Number(at.chat), type: 'private' }, message_id: Number(at.message), date: 0 };
    const query = { id, from: userOf(person), chat_instance: '1', data, message: message ? telegramMessage(message) : inaccessible };
    taps.set(id, { query });
    update({ callback_query: query });
    return id;
  }

  const own = (chat: string) => messages.filter((each) => each.chat === chat && each.from === undefined);
  const find = ({ chat, message }: MessageRef): Sent => {
    const found = messages.find((each) => each.chat === chat && String(each.id) === message);
    if (!found) throw new Error(`there is no message ${message} in ${chat}`);
    return found;
  };

  return {
    kind: 'telegram',
    secrets: [TOKEN, TOKEN.slice(TOKEN.indexOf(':') + 1)],
    settings(folder) {
      const file = join(folder, 'telegram-token');
      writeFileSync(file, `${TOKEN}\n`, { mode: 0o600 });
      return { kind: 'telegram', 'token-file': file, 'api-root': `http://127.0.0.1:${port}` };
    },
    chat: (person) => person?.id ?? GROUP,
    shown: (chat) =>
      own(chat).map(
        ({ id, text, entities, buttons, replyTo, file }): Shown => ({
          at: { chat, message: String(id) },
          text: visible(text),
          buttons: buttons.map((row) => row.map((each) => each.text)),
          active: activeIn(text, entities),
          ...(replyTo === undefined ? {} : { replyTo: String(replyTo) }),
          ...(file ? { file } : {}),
        }),
      ),
    said: (chat) => messages.filter((each) => each.chat === chat && each.from).map(({ text }) => text),
    tap(person, at, label) {
      const button = find(at)
        .buttons.flat()
        .find(({ text }) => text === label);
      if (!button) throw new Error(`there is no button "${label}", only ${JSON.stringify(find(at).buttons)}`);
      return tapped(person, at, button.callback_data);
    },
    tapAgain: (id) => update({ callback_query: taps.get(id)?.query }),
    forge: tapped,
    told: (id) => taps.get(id)?.told,
    say(person, chat, text, replyTo) {
      if (isPrivate(chat)) met.add(chat);
      lastMessage += 1;
      const message: Sent = {
        chat,
        id: lastMessage,
        from: person,
        text,
        entities: [],
        buttons: [],
        replyTo: replyTo && Number(replyTo.message),
      };
      messages.push(message);
      update({ message: telegramMessage(message) });
      return { chat, message: String(message.id) };
    },
    edit(at, text) {
      const message = find(at);
      message.text = text;
      update({ edited_message: { ...telegramMessage(message), edit_date: Math.floor(Date.now() / 1_000) } });
    },
    erase(at) {
      messages.splice(messages.indexOf(find(at)), 1);
    },
    down: () => closed(server),
    async up() {
      server = await listening();
    },
    freeze: () => freeze(),
    hourPasses() {
      for (const tap of taps.values()) tap.isOld = true;
    },
    keeps: true,
    busy(seconds) {
      quiet = { ms: seconds * 1_000 };
    },
    refused: () => ({ ...refused }),
    onChange(call) {
      changed = call;
    },
    listening: () => poll !== undefined,
    close: () => closed(server),
  };

  async function listening(): Promise<Server> {
    const made = createServer((request, response) => {
      serve(request, response).catch((error) => response.writeHead(500).end(String(error)));
    });
    freeze = freezable(made);
    made.listen(port, '127.0.0.1');
    await once(made, 'listening');
    return made;
  }
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
}

const isPrivate = (chat: string): boolean => !chat.startsWith('-');
const userOf = ({ id, name }: ChatPerson): Fields => ({
  id: Number(id),
  is_bot: false,
  first_name: 'A person',
  username: name.replace(/^@/, ''),
});
