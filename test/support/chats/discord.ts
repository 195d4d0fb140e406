// Discord on loopback, as its documentation describes it: the REST routes that we call, and the gateway. It is as strict as Discord.
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ChatPerson, MessageRef } from '../../../src/messengers/chat-service.ts';
import { INTENTS, PRIVILEGED, startGateway } from './discord-gateway.ts';
import { createMessages, type DiscordMessage, ME, shownDiscord } from './discord-messages.ts';
import { answered, bodyOf, followed, parsed, type Refused, refused } from './discord-requests.ts';
import type { FakeChat } from './fake-chat.ts';
import { loopback } from './loopback.ts';
import { createWaiting } from './waiting.ts';

export const DISCORD_TOKEN = 'MTE0MTE0.discord.tokentokentokentoken';

/** `payload`: what the gateway sent. A tap that nobody answers in time has failed, as far as the person can see. */
type Tap = {
  readonly id: string;
  readonly token: string;
  readonly payload: object;
  state: 'waiting' | 'answered' | 'failed';
  readonly notes: string[];
};
type Reply = { readonly status: number; readonly body?: object };

export type FakeDiscord = Awaited<ReturnType<typeof startDiscord>>;

export async function startDiscord() {
  const taps = new Map<string, Tap>();
  const servers = new Set<string>(['900']);
  const privateChats = new Map<string, string>();
  const calls: { readonly method: string; readonly path: string; readonly status: number }[] = [];
  const waiting = createWaiting();
  let counter = 1_000;
  let refusal: { readonly path: RegExp; readonly with: Refused } | undefined;
  let allowed = PRIVILEGED.messageContent;
  let changed: Parameters<FakeChat['onChange']>[0] = () => {};
  const next = (): string => {
    counter += 1;
    return String(counter);
  };
  const server = await loopback(serve, (...given) => gateway.upgrade(...given));
  const socketUrl = () => server.origin.replace('http', 'ws');
  const gateway = startGateway({ token: DISCORD_TOKEN, url: socketUrl, allowed: () => allowed, me: ME });
  const inServer = (channel: string) => (servers.has(channel) ? { guild_id: '7' } : {});
  const intentOf = (channel: string) => (servers.has(channel) ? INTENTS.guildMessages : INTENTS.directMessages);
  const messages = createMessages(next, inServer, (t, message) =>
    gateway.dispatch(t, (intents) => readable(message, intents), intentOf(message.channel)),
  );

  /** What somebody else wrote on a server is hidden without the intent, unless it is a reply to us or mentions us. */
  function readable(message: DiscordMessage, intents: number): object {
    const { author, channel, content, replyTo } = message;
    const isOpen = author.id === ME.id || !servers.has(channel) || replyTo !== undefined || content.includes(`<@${ME.id}>`);
    return { ...messages.full(message), ...(isOpen || (intents & PRIVILEGED.messageContent) !== 0 ? {} : { content: '' }) };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const path = new URL(request.url ?? '', 'http://x').pathname;
    const { method = '', headers } = request;
    const reply = await replyTo(method, path, headers, body);
    calls.push({ method, path, status: reply.status });
    const isChange = path.includes('/messages') && reply.status === 200;
    if (isChange) changed('arrived');
    const limited =
      reply.status === 429
        ? { 'x-ratelimit-scope': 'user', 'retry-after': String((reply.body as { retry_after?: number }).retry_after) }
        : {};
    response.writeHead(reply.status, { ...(reply.body && { 'content-type': 'application/json' }), ...limited });
    response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
    if (isChange) changed('replied');
  }

  async function replyTo(method: string, path: string, headers: IncomingMessage['headers'], body: Buffer): Promise<Reply> {
    const route = /^\/api\/v10(\/.*)$/.exec(path)?.[1];
    if (route === undefined) return refused(404, 0, '404: Not Found');
    if (!/^DiscordBot \(\S+, \S+\)/.test(headers['user-agent'] ?? '')) return refused(403, 40_333, 'internal network error');
    if (refusal?.path.test(`${method} ${route}`)) return refusal.with;
    const sent = await bodyOf(headers['content-type'] ?? '', body);
    const callback = /^\/interactions\/(\d+)\/(\w+)\/callback$/.exec(route);
    if (callback && method === 'POST') return answerTo(callback[1] ?? '', callback[2] ?? '', sent.json);
    const webhook = /^\/webhooks\/42\/(\w+)$/.exec(route);
    if (webhook && method === 'POST') return noteOn(webhook[1] ?? '', sent.json);
    if (headers.authorization !== `Bot ${DISCORD_TOKEN}`) return refused(401, 0, '401: Unauthorized');
    const where = /^\/channels\/(\d+)\/messages(?:\/(\d+))?$/.exec(route);
    if (where) {
      const seconds = waiting.refuses();
      if (seconds !== undefined)
        return { status: 429, body: { message: 'You are being rate limited.', retry_after: seconds, global: false } };
      return messages.change(method, where[1] ?? '', where[2], sent);
    }
    if (method !== 'GET') return refused(404, 0, '404: Not Found');
    if (route === '/users/@me') return { status: 200, body: ME };
    const flags = (allowed & PRIVILEGED.messageContent) === 0 ? 0 : 1 << 19;
    if (route === '/applications/@me') return { status: 200, body: { id: ME.id, name: 'Answerback', flags, bot: ME } };
    const limit = { total: 1_000, remaining: 999, reset_after: 1, max_concurrency: 1 };
    if (route === '/gateway/bot') return { status: 200, body: { url: socketUrl(), shards: 1, session_start_limit: limit } };
    return refused(404, 0, '404: Not Found');
  }

  function answerTo(id: string, token: string, json: unknown): Reply {
    const tap = taps.get(id);
    if (!tap || tap.token !== token || tap.state === 'failed') return refused(404, 10_062, 'Unknown interaction');
    if (tap.state === 'answered') return refused(400, 40_060, 'Interaction has already been acknowledged.');
    const read = parsed(answered, json);
    if (!('given' in read)) return read;
    tap.state = 'answered';
    if (read.given.type === 4) tap.notes.push(read.given.data.content ?? '');
    return { status: 204 };
  }

  function noteOn(token: string, json: unknown): Reply {
    const tap = [...taps.values()].find((each) => each.token === token && each.state === 'answered');
    if (!tap) return refused(404, 10_015, 'Unknown Webhook');
    const read = parsed(followed, json);
    if (!('given' in read)) return read;
    tap.notes.push(read.given.content ?? '');
    return { status: 200, body: { id: next() } };
  }

  function tapOn({ id: user, name }: ChatPerson, { message }: MessageRef, custom_id: string): string {
    const on = messages.known(message);
    const [id, token] = [next(), `tok${next()}`];
    const person = { id: user, username: name.toLowerCase(), global_name: name, discriminator: '0' };
    const who = servers.has(on.channel) ? { member: { user: person } } : { user: person };
    const data = { component_type: 2, custom_id };
    const where = { channel_id: on.channel, ...inServer(on.channel) };
    const payload = { id, application_id: ME.id, type: 3, data, ...where, ...who, token, version: 1, message: messages.full(on) };
    taps.set(id, { id, token, payload, state: 'waiting', notes: [] });
    gateway.dispatch('INTERACTION_CREATE', () => payload, 0);
    return id;
  }

  const chat: FakeChat = {
    kind: 'discord',
    secrets: [DISCORD_TOKEN],
    settings(folder) {
      const file = join(folder, 'discord-token');
      writeFileSync(file, DISCORD_TOKEN, { mode: 0o600 });
      return { kind: 'discord', 'api-root': `${server.origin}/api`, 'token-file': file };
    },
    chat(person) {
      if (!person) return '900';
      const known = privateChats.get(person.id) ?? String(901 + privateChats.size);
      privateChats.set(person.id, known);
      return known;
    },
    shown: (channel) =>
      messages
        .of(channel)
        .filter(({ author }) => author.id === ME.id)
        .map(shownDiscord),
    said: (channel) => messages.of(channel).flatMap(({ author, content }) => (author.id === ME.id ? [] : [content])),
    tap(person, at, label) {
      const pressed = messages
        .known(at.message)
        .components.flatMap((row) => row.components)
        .find((each) => each.label === label);
      if (!pressed) throw new Error(`no button ${label}`);
      return tapOn(person, at, pressed.custom_id);
    },
    tapAgain(id) {
      const payload = taps.get(id)?.payload;
      if (payload) gateway.dispatch('INTERACTION_CREATE', () => payload, 0);
    },
    forge: tapOn,
    told(id) {
      const tap = taps.get(id);
      return tap?.state === 'answered' ? { text: tap.notes.at(-1) ?? '' } : undefined;
    },
    say: (person, channel, text, replyTo) => ({ chat: channel, message: messages.say(person, channel, text, replyTo?.message) }),
    edit: ({ message }, text) => messages.edit(message, text),
    erase({ message }) {
      const { channel } = messages.known(message);
      messages.erase(message);
      gateway.dispatch('MESSAGE_DELETE', () => ({ id: message, channel_id: channel, ...inServer(channel) }), intentOf(channel));
    },
    async down() {
      gateway.drop();
      await server.down();
    },
    up: server.up,
    freeze: server.freeze,
    hourPasses() {
      gateway.forget();
      for (const tap of taps.values()) if (tap.state === 'waiting') tap.state = 'failed';
    },
    keeps: false,
    busy: waiting.busy,
    refused: waiting.refused,
    onChange(call) {
      changed = call;
    },
    listening: () => gateway.connections() > 0,
    async close() {
      gateway.drop();
      await server.down();
    },
  };

  return {
    ...chat,
    calls,
    gateway,
    requests: server.requests,
    hang: server.hang,
    /** Without it a bot reads on servers only what is said to it. */
    disallowMessageContent(): void {
      allowed = 0;
    },
    refuse(path: RegExp, status: number, code: number, message: string): void {
      refusal = { path, with: refused(status, code, message) };
    },
    /** Three seconds have passed. */
    fail(tap: string): void {
      const known = taps.get(tap);
      if (known) known.state = 'failed';
    },
  };
}
