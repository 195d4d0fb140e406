// The event stream of the broker: one connection at a time. It ends when the broker is silent, the network is gone, or the computer slept.

import type { StreamedEvent } from '../../ask/schema/history.ts';
import { Unavailable } from '../../client/errors.ts';
import { eventData } from '../../client/event-data.ts';
import type { StreamItem } from '../../client/events.ts';
import { replyProblem } from '../../client/reply.ts';
import { notUnderstood, unreachable } from './api.ts';

/** The broker sends a comment every 15 s. */
const HEARTBEAT_MS = 15_000;
const SILENT_MS = 2 * HEARTBEAT_MS + 2_000;

export type LiveOptions = {
  readonly fetch: typeof globalThis.fetch;
  readonly after?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly now: () => number;
  readonly onLoggedOut: () => void;
};

export async function* live({ fetch, after, signal, now, onLoggedOut }: LiveOptions): AsyncGenerator<StreamItem> {
  const over = new AbortController();
  const end = () => over.abort();
  let lastEventAt = now();
  // Timers stand still while a computer sleeps or a page is in the background, so the clock is looked at when it comes back.
  const wokeUp = () => {
    if (document.visibilityState === 'visible' && now() - lastEventAt > HEARTBEAT_MS + 2_000) end();
  };
  const watch = setInterval(() => {
    if (now() - lastEventAt > SILENT_MS) end();
  }, HEARTBEAT_MS);
  signal?.addEventListener('abort', end);
  window.addEventListener('offline', end);
  document.addEventListener('visibilitychange', wokeUp);
  try {
    const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': String(after) };
    const response = await fetch('/v1/events', { headers, signal: over.signal, cache: 'no-store' });
    if (response.status === 401) onLoggedOut();
    if (!response.ok || !response.body) throw unreachable();
    const build = response.headers.get('answerback-build');
    yield { kind: 'connected' };
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const dataIn = eventData();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      lastEventAt = now();
      for (const event of dataIn(chunk.value)) {
        const problem = await replyProblem('GET /v1/events', event, build);
        if (problem !== undefined) throw notUnderstood('GET /v1/events', problem);
        yield { kind: 'event', event: event as StreamedEvent };
      }
    }
  } catch (error) {
    throw error instanceof Unavailable ? error : unreachable();
  } finally {
    clearInterval(watch);
    signal?.removeEventListener('abort', end);
    window.removeEventListener('offline', end);
    document.removeEventListener('visibilitychange', wokeUp);
    end();
  }
}

/** Waits before the next attempt; not while the page is hidden from the person, and no longer when the network is back. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', done);
    signal.addEventListener('abort', done);
  });
}
