// The broker as an inbox needs it, through the calls of this page.

import { Unavailable } from '../../../client/errors.ts';
import { newKey } from '../../../client/key.ts';
import type { JournalEvent } from '../../../question/words.generated.ts';
import type { Source } from '../../views/inbox/feed.ts';
import type { Call } from './api.ts';
import { type LiveOptions, live, pause } from './live.ts';

type SourceOptions = Pick<LiveOptions, 'fetch' | 'now' | 'onLoggedOut'> & {
  readonly call: Call;
  readonly onEvent: (event: JournalEvent) => void;
};

/** How long a decision is sent again while the broker cannot be reached. It has a key, so it counts once. */
const PATIENCE_MS = 30_000;
const TRY_AGAIN_MS = 500;

export function createSource({ call, now, onEvent, ...stream }: SourceOptions): Source {
  return {
    async *events(options = {}) {
      for await (const item of live({ ...stream, ...options, now })) {
        yield item;
        if (item.kind === 'event') onEvent(item.event);
      }
    },
    list: (query = {}) => call('GET /v1/asks', { query }),
    log: (query = {}) => call('GET /v1/log', { query }),
    sessions: async (all = false) => (await call('GET /v1/sessions', { query: { all } })).sessions,
    show: (id) => call('GET /v1/asks/:id', { params: { id } }),
    history: async (id) => (await call('GET /v1/asks/:id/events', { params: { id } })).events,
    precedents: async (id) => (await call('GET /v1/asks/:id/precedents', { params: { id } })).precedents,
    pauses: async () => (await call('GET /v1/pause', {})).pauses,
    async decide(id, verdict, { by, key = newKey() }) {
      const end = now() + PATIENCE_MS;
      for (;;) {
        try {
          return await call('POST /v1/asks/:id/decision', { params: { id }, body: { ...verdict, by, key } });
        } catch (error) {
          if (!(error instanceof Unavailable) || now() > end) throw error;
          await pause(TRY_AGAIN_MS, new AbortController().signal);
        }
      }
    },
  };
}
