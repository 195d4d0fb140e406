// The broker as an inbox needs it, through the calls of this page.

import type { JournalEvent } from '../../ask/schema/history.ts';
import type { VerdictInput } from '../../ask/schema/input.ts';
import type { Signed } from '../../client/client.ts';
import { Unavailable } from '../../client/errors.ts';
import type { StreamOptions } from '../../client/events.ts';
import { newKey } from '../../client/key.ts';
import { type Source, sourceOf } from '../../dialog/inbox/source.ts';
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
  return sourceOf({
    call,
    async *events(options: StreamOptions = {}) {
      for await (const item of live({ ...stream, ...options, now })) {
        yield item;
        if (item.kind === 'event') onEvent(item.event);
      }
    },
    async decide(id: string, verdict: VerdictInput, { by, key = newKey() }: Signed) {
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
  });
}
