// One HTTP request to a notification service, and what its reply means: sent, try again later, or never.
import { rootCause } from '../../system/root-cause.ts';
import { exposure } from '../../system/secret.ts';
import type { Sent } from '../notifier.ts';
import type { Show } from '../settings.ts';

export type Replied = { readonly sent: Sent; readonly body: string };

const MOST_BYTES = 100_000;
const MOST_REASON = 200;
const LONGEST_WAIT_MS = 3_600_000;

/** `hidden` takes secrets out of what the service says. Redirects are refused: they would take the message elsewhere. */
export async function request(
  url: string,
  init: { readonly method: 'POST' | 'DELETE'; readonly headers: Record<string, string>; readonly body?: string },
  signal: AbortSignal,
  hidden: (text: string) => string = (text) => text,
): Promise<Replied> {
  const { host } = new URL(url);
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    const body = await beginning(response.body ?? []);
    const { status } = response;
    return { sent: resultOf({ host, status, retryAfter: response.headers.get('retry-after'), body }, hidden), body };
  } catch (error) {
    return { sent: { kind: 'failed', reason: `${host} could not be reached: ${hidden(rootCause(error))}`, again: true }, body: '' };
  }
}

type ServiceReply = { readonly host: string; readonly status: number; readonly retryAfter: string | null; readonly body: string };

/** What the reply of a service means. */
export function resultOf(reply: ServiceReply, hidden: (text: string) => string): Sent {
  const { host, status, body } = reply;
  if (status >= 200 && status <= 299) return { kind: 'sent' };
  const said = hidden(body.slice(0, MOST_REASON)).replaceAll(/\s+/g, ' ').trim();
  const again = status === 408 || status === 425 || status === 429 || status >= 500;
  const afterMs = retryAfter(reply.retryAfter);
  const reason = `${host} replied ${status}${said === '' ? '' : `: ${said}`}`;
  return { kind: 'failed', reason, again, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** In milliseconds: the header has seconds, or a date. */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_WAIT_MS, Math.max(0, ms));
}

/** A service that talks without end is not listened to. */
export async function beginning(stream: AsyncIterable<Uint8Array> | readonly Uint8Array[]): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MOST_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Why others could read what is sent to this address. */
export function textExposed(show: Show, url: string): readonly string[] {
  const exposed = show === 'nothing' ? undefined : exposure('The text of messages', url);
  return exposed === undefined ? [] : [exposed];
}
