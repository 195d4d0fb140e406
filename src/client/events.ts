// The event stream without end: reconnects, starts the broker if needed, and resumes after the last event.
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { StreamedEvent } from '../ask/schema/history.ts';
import { notUnderstood } from './call.ts';
import { Unavailable } from './errors.ts';
import { eventData } from './event-data.ts';
import { ConnectionLost, type Wire } from './http.ts';
import { replyProblem } from './reply.ts';

/** `connected` and `lost` let a surface show that its data is stale. */
export type StreamItem =
  | { readonly kind: 'event'; readonly event: StreamedEvent }
  | { readonly kind: 'connected' }
  | { readonly kind: 'lost'; readonly reason?: string };

export type StreamOptions = {
  readonly after?: number | undefined;
  readonly ask?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

export async function* follow(
  wire: Wire,
  ensure: (wasConnected: boolean) => Promise<unknown>,
  { after, ask, signal }: StreamOptions,
): AsyncGenerator<StreamItem> {
  let last = after;
  let wasConnected = false;
  while (!signal?.aborted) {
    try {
      const query = ask === undefined ? '' : `?ask=${encodeURIComponent(ask)}`;
      const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': String(last) };
      const response = await wire.open({ method: 'GET', path: `/v1/events${query}`, headers, timeoutMs: 0, signal });
      wasConnected = true;
      yield { kind: 'connected' };
      for await (const event of eventsOf(response)) {
        last = event.seq;
        yield { kind: 'event', event };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof ConnectionLost) && !isStreamError(error)) throw error;
    }
    yield { kind: 'lost' };
    while (!signal?.aborted) {
      const stopped = await ensure(wasConnected).then(
        () => undefined,
        (error: unknown) => (isStopped(error) ? error : Promise.reject(error)),
      );
      if (!stopped) break;
      yield { kind: 'lost', reason: `${stopped.message}; ${stopped.fix}` };
      await delay(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/** While a person has stopped the broker. */
export const LOOK_AGAIN_MS = 1_000;

export const isStopped = (error: unknown): error is Unavailable => error instanceof Unavailable && error.stopped;

const SILENT_MS = 40_000;

async function* eventsOf(response: IncomingMessage): AsyncGenerator<StreamedEvent> {
  const dataIn = eventData();
  response.setEncoding('utf8');
  // The broker sends a comment every 15 s. Without it, the broker hangs or cannot be reached.
  const silence = setTimeout(() => response.destroy(Object.assign(new Error('the broker is silent'), { code: 'ECONNRESET' })), SILENT_MS);
  silence.unref();
  for await (const chunk of response) {
    silence.refresh();
    for (const event of dataIn(chunk)) yield await checked(event, response);
  }
  clearTimeout(silence);
}

async function checked(event: unknown, { headers }: IncomingMessage): Promise<StreamedEvent> {
  const problem = await replyProblem('GET /v1/events', event, headers?.['answerback-build']);
  if (problem !== undefined) throw notUnderstood('GET /v1/events', problem, headers?.['answerback-version'] as string | undefined);
  return event as StreamedEvent;
}

const isStreamError = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '');
