// The broker, as the plugin reaches it: over its port, with a token that is good for one agent only.
import { readFileSync } from 'node:fs';
import { type ReplyOf, type RouteName, replyIn } from '../../../client/call.ts';
import type { Client } from '../../../client/client.ts';
import { chatTokenFile, placeAt } from '../../../client/place.ts';

export type ChatPage = Awaited<ReturnType<Client['chat']>>;
export type ChatEvent = ChatPage['events'][number];
export type ChatReply = Awaited<ReturnType<Client['chatReply']>>;

export type Standing = Pick<ChatPage, 'waiting' | 'roster'>;
/** Every call resolves; undefined if there is no broker, or it does not want to talk to us. */
export type Broker = {
  events(
    query: { readonly after?: number | undefined; readonly ack?: number | undefined; readonly wait: number },
    signal: AbortSignal,
  ): Promise<ChatPage | undefined>;
  roster(): Promise<Standing | undefined>;
  reply(body: { readonly text: string; readonly key: string; readonly ask?: string }): Promise<ChatReply | undefined>;
};

/** The agent waits for these. */
const QUICK_MS = 3_000;
/** An answer may be reviewed before it is taken. */
const REVIEWED_WITHIN_MS = 10 * 60_000;
const MARGIN_MS = 10_000;

export function brokerIn(folder: string, name: string): Broker {
  const place = placeAt(folder);
  return {
    events: ({ after, ack, wait }, signal) => {
      const query = Object.entries({ after, ack, wait }).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));
      return call(
        'GET /v1/chat/:name/events',
        `events?${query.join('&')}`,
        {},
        AbortSignal.any([signal, AbortSignal.timeout(wait + MARGIN_MS)]),
      );
    },
    roster: () => call('GET /v1/chat/:name/roster', 'roster', {}, AbortSignal.timeout(QUICK_MS)),
    reply: (body) =>
      call(
        'POST /v1/chat/:name/replies',
        'replies',
        { method: 'POST', body: JSON.stringify(body) },
        AbortSignal.timeout(REVIEWED_WITHIN_MS),
      ),
  };

  async function call<Name extends RouteName>(
    route: Name,
    path: string,
    init: RequestInit,
    signal: AbortSignal,
  ): Promise<ReplyOf<Name> | undefined> {
    try {
      // Both may change while OpenClaw runs.
      const port = Number(readFileSync(place.port, 'utf8'));
      const token = readFileSync(chatTokenFile(place, name), 'utf8').trim();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(`http://127.0.0.1:${port}/v1/chat/${encodeURIComponent(name)}/${path}`, { ...init, headers, signal });
      return response.ok ? replyIn(route, await response.json()) : undefined;
    } catch {
      return undefined;
    }
  }
}
