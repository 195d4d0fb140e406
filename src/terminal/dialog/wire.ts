// Connects a dialog to the broker: sends a verdict, and follows an ask until it is over.

import { isPending } from '../../ask/lifecycle.ts';
import type { Answerer, Verdict } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { verdictInputOf } from '../../ask/verdict.ts';
import type { Client } from '../../client/client.ts';
import { Refused } from '../../client/errors.ts';
import { sealedFor } from '../../client/seal.ts';
import { pause } from '../wait.ts';

/** `taken`: the ask was already over; the view says how. After `failed` the same verdict may be sent again with the same key. */
export type Outcome = { readonly kind: 'sent' | 'taken'; readonly view: AskView } | { readonly kind: 'failed'; readonly message: string };

export type Signature = { readonly by: Answerer; readonly key: string; readonly reason?: string | undefined };

export async function sendVerdict(
  client: Client,
  ask: Pick<AskView, 'id' | 'questions'>,
  verdict: Verdict,
  signed: Signature,
): Promise<Outcome> {
  try {
    return { kind: 'sent', view: await client.decide(ask.id, verdictInputOf(await sealedFor(ask, verdict)), signed) };
  } catch (error) {
    if (!(error instanceof Refused)) return { kind: 'failed', message: `Not sent: ${(error as Error).message}. Try again.` };
    const now = await client.call('GET /v1/asks/:id', { params: { id: ask.id } }).catch(() => undefined);
    return now && !isPending(now) ? { kind: 'taken', view: now } : { kind: 'failed', message: `${error.message} ${error.fix}` };
  }
}

const TRY_AGAIN_MS = 1_000;

/** Follows the ask until it is over, across broker restarts. */
export async function followAsk(
  client: Client,
  view: AskView,
  { signal, onStale, onOver }: { signal: AbortSignal; onStale: (stale: boolean) => void; onOver: (view: AskView) => void },
): Promise<void> {
  while (!signal.aborted) {
    try {
      // From the first event on: whatever happened in between, it comes with the ask as it is now.
      for await (const item of client.events({ ask: view.id, after: 0, signal })) {
        onStale(item.kind === 'lost');
        if (item.kind !== 'event' || !('ask' in item.event)) continue;
        const now = item.event.view;
        if (!isPending(now) && !signal.aborted) return onOver(now);
      }
    } catch {
      // The broker cannot be started at the moment. The ask is on disk, so keep trying.
      onStale(true);
      await pause(TRY_AGAIN_MS, signal);
    }
  }
}
