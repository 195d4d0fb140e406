// The broker, as the plugin reaches it: over its port, with a token that is good for one agent only.
import { readFileSync } from 'node:fs';
import type { Contract } from '../../../client/index.ts';
import { chatTokenFile, placeAt } from '../../../client/place.ts';
import { asObject } from '../../../text/json.ts';

export type ChatPage = Contract['GET /v1/chat/:name/events']['reply'];
export type ChatEvent = ChatPage['events'][number];
export type ChatReply = Contract['POST /v1/chat/:name/replies']['reply'];

export type OpenAsks = Pick<ChatPage, 'waiting' | 'roster'>;
/** Every call resolves; undefined if there is no broker, or it does not want to talk to us. */
export type Broker = {
  events(
    query: { readonly after?: number | undefined; readonly ack?: number | undefined; readonly wait: number },
    signal: AbortSignal,
  ): Promise<ChatPage | undefined>;
  roster(): Promise<OpenAsks | undefined>;
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
      return call(`events?${query.join('&')}`, {}, AbortSignal.any([signal, AbortSignal.timeout(wait + MARGIN_MS)]));
    },
    roster: () => call('roster', {}, AbortSignal.timeout(QUICK_MS)),
    reply: (body) => call('replies', { method: 'POST', body: JSON.stringify(body) }, AbortSignal.timeout(REVIEWED_WITHIN_MS)),
  };

  /** The broker may be newer than the plugin. All replies have what waits for the agent; whatever has not is not from a broker. */
  async function call<Reply extends OpenAsks>(path: string, init: RequestInit, signal: AbortSignal): Promise<Reply | undefined> {
    try {
      // Both may change while OpenClaw runs.
      const port = Number(readFileSync(place.port, 'utf8'));
      const token = readFileSync(chatTokenFile(place, name), 'utf8').trim();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(`http://127.0.0.1:${port}/v1/chat/${encodeURIComponent(name)}/${path}`, { ...init, headers, signal });
      const reply = response.ok ? asObject(await response.json()) : undefined;
      return Array.isArray(reply?.waiting) ? (reply as Reply) : undefined;
    } catch {
      return undefined;
    }
  }
}
