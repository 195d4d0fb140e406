// Slack on loopback, as its documentation describes it: the Web API methods that we call, and Socket Mode. It is as strict as Slack.
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ChatPerson, MessageRef } from '../../../src/messengers/chat-service.ts';
import type { FakeChat, Shown } from './fake-chat.ts';
import { loopback } from './loopback.ts';
import { escaped, type SlackButton, shownBlocks, shownMrkdwn, unescaped } from './slack-blocks.ts';
import {
  BOT,
  type Fields,
  failure,
  fieldsOf,
  fileIn,
  METHODS,
  newTs,
  type Reply,
  type SlackMessage,
  type SlackState,
  slackMethods,
} from './slack-methods.ts';
import { createWaiting } from './waiting.ts';

export const SLACK_BOT_TOKEN = 'xoxb-1111-2222-botbotbotbot';
export const SLACK_APP_TOKEN = 'xapp-1-A111-2222-appappappapp';

type Envelope = {
  readonly envelope_id: string;
  readonly type: string;
  readonly payload: object;
  readonly accepts_response_payload: boolean;
};
type Tap = { readonly payload: object; readonly channel: string; readonly user: string; readonly since: number; isTaken: boolean };

export type FakeSlack = Awaited<ReturnType<typeof startSlack>>;

export async function startSlack() {
  const taps = new Map<string, Tap>();
  const calls: { readonly method: string; readonly fields: Fields }[] = [];
  const sockets = new Set<WebSocket>();
  const unacknowledged = new Map<string, Envelope>();
  const waiting = createWaiting();
  /** What happened while nobody was connected. */
  const late: Envelope[] = [];
  let scopes = ['chat:write', 'files:write', 'im:history', 'users:read'];
  let refusal: { readonly method: string; readonly error: string } | undefined;
  let greets = true;
  let changed: Parameters<FakeChat['onChange']>[0] = () => {};
  let refusesSockets = false;
  let counter = 0;

  const upgrades = new WebSocketServer({ noServer: true });
  const server = await loopback(serve, (request, socket, head) => {
    const ticket = new URL(request.url ?? '', 'http://x').searchParams.get('ticket') ?? '';
    if (!state.tickets.delete(ticket) || refusesSockets) return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    upgrades.handleUpgrade(request, socket, head, greet);
  });
  const state: SlackState = {
    messages: new Map(),
    names: new Map(),
    tickets: new Set(),
    uploads: new Map(),
    whispers: [],
    origin: () => server.origin,
    next() {
      counter += 1;
      return counter;
    },
    happened,
  };
  const { messages, names, next, uploads } = state;
  const methods = slackMethods(state);

  function greet(socket: WebSocket): void {
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data) => acknowledged(socket, JSON.parse(String(data)) as { envelope_id?: string; payload?: object }));
    if (!greets) return socket.send(JSON.stringify({ type: 'disconnect', reason: 'link_disabled', debug_info: { host: 'applink' } }));
    sockets.add(socket);
    const debug_info = { host: 'applink', build_number: 1, approximate_connection_time: 18_060 };
    socket.send(JSON.stringify({ type: 'hello', num_connections: sockets.size, debug_info, connection_info: { app_id: 'A111' } }));
    // Events that were not acknowledged are sent again.
    for (const envelope of [...unacknowledged.values(), ...late.splice(0)]) push(envelope);
  }

  function acknowledged(socket: WebSocket, { envelope_id = '', payload, ...rest }: { envelope_id?: string; payload?: object }): void {
    const envelope = unacknowledged.get(envelope_id);
    if (!envelope || Object.keys(rest).length > 0 || (Object.keys(payload ?? {}).length > 0 && !envelope.accepts_response_payload))
      return socket.close(1008, 'not an acknowledgement');
    unacknowledged.delete(envelope_id);
    const tap = taps.get((envelope.payload as { trigger_id?: string }).trigger_id ?? '');
    if (tap) tap.isTaken = true;
  }

  function push(envelope: Envelope): void {
    const socket = [...sockets].at(-1);
    if (!socket) return void late.push(envelope);
    unacknowledged.set(envelope.envelope_id, envelope);
    socket.send(JSON.stringify(envelope));
  }

  function happened(event: object): void {
    const payload = {
      token: 'verification',
      team_id: 'T1',
      api_app_id: 'A111',
      event,
      type: 'event_callback',
      event_id: `Ev${next()}`,
      event_time: 1,
    };
    push({ envelope_id: `env-${next()}`, type: 'events_api', payload, accepts_response_payload: false });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', 'http://x').pathname;
    const body = await buffer(request);
    const upload = uploads.get(/^\/upload\/(\w+)$/.exec(path)?.[1] ?? '');
    if (upload) {
      const content = await fileIn(request.headers['content-type'] ?? '', body);
      if (Buffer.byteLength(content) !== upload.length) return void response.writeHead(400).end('wrong length');
      upload.content = content;
      return void response.writeHead(200).end('OK');
    }
    const method = /^\/api\/([\w.]+)$/.exec(path)?.[1] ?? '';
    const fields = fieldsOf(request, body);
    calls.push({ method, fields });
    const isChange = /^(chat\.(postMessage|update|delete)|files\.)/.test(method);
    const seconds = isChange ? waiting.refuses() : undefined;
    if (seconds !== undefined) {
      response.writeHead(429, { 'retry-after': String(seconds), 'content-type': 'application/json' });
      return void response.end(JSON.stringify(failure('ratelimited')));
    }
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const reply = refusal?.method === method ? failure(refusal.error) : answer(method, token, fields);
    if (isChange) changed('arrived');
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'x-oauth-scopes': scopes.join(',') });
    response.end(JSON.stringify(reply));
    if (isChange) changed('replied');
  }

  function answer(method: string, token: string | undefined, given: Fields): Reply {
    if (token === undefined) return failure('not_authed');
    if (token !== SLACK_BOT_TOKEN && token !== SLACK_APP_TOKEN) return failure('invalid_auth');
    if ((method === 'apps.connections.open') !== (token === SLACK_APP_TOKEN)) return failure('not_allowed_token_type');
    const [scope, allowed] = METHODS[method] ?? [undefined, []];
    // A token may also come as an argument.
    const { token: _, ...fields } = given;
    const strange = Object.keys(fields).filter((name) => !allowed.includes(name));
    if (strange.length > 0) return { ...failure('invalid_arguments'), response_metadata: { messages: strange.map((n) => `[ERROR] ${n}`) } };
    if (scope !== undefined && !scopes.includes(scope)) return { ...failure('missing_scope'), needed: scope, provided: scopes.join(',') };
    return methods[method]?.(fields) ?? failure('unknown_method');
  }

  function known({ message }: MessageRef): SlackMessage {
    const found = messages.get(message);
    if (!found) throw new Error(`Slack has no message ${message}`);
    return found;
  }

  function tapOn(person: ChatPerson, at: MessageRef, value: string, pressed?: SlackButton): string {
    names.set(person.id, person.name);
    const { channel, ts, text, blocks } = known(at);
    const id = `trigger.${next()}`;
    const action = {
      type: 'button',
      action_id: pressed?.action_id ?? 'x',
      block_id: 'b',
      text: pressed?.text,
      value,
      action_ts: newTs(next()),
    };
    const payload = {
      type: 'block_actions',
      user: { id: person.id, username: person.name, name: person.name, team_id: 'T1' },
      api_app_id: 'A111',
      token: 'verification',
      container: { type: 'message', message_ts: ts, channel_id: channel, is_ephemeral: false },
      trigger_id: id,
      team: { id: 'T1', domain: 't' },
      channel: { id: channel, name: 'directmessage' },
      message: { type: 'message', user: BOT, bot_id: 'B1', ts, text, blocks },
      state: { values: {} },
      response_url: `${server.origin}/response/${next()}`,
      actions: [action],
    };
    taps.set(id, { payload, channel, user: person.id, since: state.whispers.length, isTaken: false });
    push({ envelope_id: `env-${next()}`, type: 'interactive', payload, accepts_response_payload: true });
    return id;
  }

  const chat: FakeChat = {
    kind: 'slack',
    secrets: [SLACK_BOT_TOKEN, SLACK_APP_TOKEN],
    settings(folder) {
      const [bot, app] = [join(folder, 'slack-bot-token'), join(folder, 'slack-app-token')];
      writeFileSync(bot, SLACK_BOT_TOKEN, { mode: 0o600 });
      writeFileSync(app, SLACK_APP_TOKEN, { mode: 0o600 });
      return { kind: 'slack', 'api-root': `${server.origin}/api/`, 'token-file': bot, 'app-token-file': app };
    },
    chat(person) {
      if (person) names.set(person.id, person.name);
      return person ? `D${person.id}` : 'C1';
    },
    shown: (channel) => [...messages.values()].filter((each) => each.channel === channel && each.user === BOT).map(shownMessage),
    said: (channel) =>
      [...messages.values()].filter((each) => each.channel === channel && each.user !== BOT).map(({ text }) => unescaped(text)),
    tap(person, at, label) {
      const pressed = buttonsOf(known(at))
        .flat()
        .find(({ text }) => text.text === label);
      if (!pressed) throw new Error(`no button ${label}`);
      return tapOn(person, at, pressed.value ?? '', pressed);
    },
    tapAgain(id) {
      const tap = taps.get(id);
      if (tap) push({ envelope_id: `env-${next()}`, type: 'interactive', payload: tap.payload, accepts_response_payload: true });
    },
    forge: (person, at, data) => tapOn(person, at, data),
    told(id) {
      const tap = taps.get(id);
      if (!tap?.isTaken) return undefined;
      const notes = state.whispers.slice(tap.since).filter(({ channel, user }) => channel === tap.channel && user === tap.user);
      return { text: unescaped(notes.at(-1)?.text ?? '') };
    },
    say(person, channel, typed, replyTo) {
      names.set(person.id, person.name);
      const ts = newTs(next());
      const parent = replyTo && known(replyTo);
      const thread = parent?.thread ?? parent?.ts;
      // Slack escapes what people type, and marks what it takes for a link.
      const text = escaped(typed).replaceAll(/https?:\/\/[^\s<>&]+/g, (url) => `<${url}>`);
      messages.set(ts, { ts, channel, user: person.id, text, blocks: [], unfurls: true, thread });
      const inThread = thread === undefined ? {} : { thread_ts: thread, parent_user_id: BOT };
      const type = channel.startsWith('D') ? 'im' : 'channel';
      happened({
        type: 'message',
        channel,
        user: person.id,
        text,
        ts,
        event_ts: ts,
        channel_type: type,
        team: 'T1',
        client_msg_id: ts,
        ...inThread,
      });
      return { chat: channel, message: ts };
    },
    edit(at, typed) {
      const { ts, channel, user, thread, text: before } = known(at);
      const text = escaped(typed);
      messages.set(ts, { ...known(at), text });
      const edited = { user, ts: newTs(next()) };
      const message = { type: 'message', user, text, ts, edited, ...(thread === undefined ? {} : { thread_ts: thread }) };
      happened({
        type: 'message',
        subtype: 'message_changed',
        channel,
        ts: newTs(next()),
        message,
        previous_message: { text: before, ts, user },
      });
    },
    erase(at) {
      const { ts, channel, user, text } = known(at);
      messages.delete(ts);
      happened({
        type: 'message',
        subtype: 'message_deleted',
        channel,
        deleted_ts: ts,
        ts: newTs(next()),
        previous_message: { ts, user, text },
      });
    },
    async down() {
      for (const socket of upgrades.clients) socket.terminate();
      await server.down();
    },
    up: server.up,
    freeze: server.freeze,
    // Events are sent again three times within minutes; of taps, people are told at once that they failed.
    hourPasses() {
      late.length = 0;
      unacknowledged.clear();
    },
    keeps: false,
    busy: waiting.busy,
    refused: waiting.refused,
    onChange(call) {
      changed = call;
    },
    listening: () => sockets.size > 0,
    async close() {
      for (const socket of upgrades.clients) socket.terminate();
      await server.down();
    },
  };

  return {
    ...chat,
    calls,
    requests: server.requests,
    connections: () => upgrades.clients.size,
    allow(...given: readonly string[]): void {
      scopes = [...given];
    },
    refuse(method: string, error: string): void {
      refusal = { method, error };
    },
    turnSocketModeOff(): void {
      greets = false;
    },
    hang: server.hang,
    /** As behind a proxy that lets requests through, and no WebSockets. */
    refuseSockets(isRefused: boolean): void {
      refusesSockets = isRefused;
    },
    /** A connection ends without a word. */
    drop(): void {
      for (const socket of upgrades.clients) socket.terminate();
    },
    /** Slack asks apps to reconnect every few hours. */
    refresh(): void {
      for (const socket of sockets)
        socket.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested', debug_info: { host: 'applink' } }));
    },
    event: happened,
  };
}

const buttonsOf = ({ blocks }: SlackMessage): readonly (readonly SlackButton[])[] =>
  blocks.flatMap((each) => (each.type === 'actions' ? [each.elements] : []));

/** The blocks if there are any. The text is what a notification shows, and the one place where Slack would find mentions. */
function shownMessage(message: SlackMessage): Shown {
  const { ts, channel, text, blocks, unfurls, thread, file } = message;
  const fallback = shownMrkdwn(text);
  const shown = blocks.length > 0 ? shownBlocks(blocks) : fallback;
  const mentions = fallback.active.filter((each) => each.startsWith('<'));
  return {
    at: { chat: channel, message: file ? `file:${file.id}` : ts },
    text: shown.text,
    buttons: buttonsOf(message).map((row) => row.map((each) => each.text.text)),
    active: [...shown.active, ...mentions, ...(unfurls ? ['link previews'] : [])],
    replyTo: thread,
    file: file && { name: file.name, text: file.text },
  };
}
