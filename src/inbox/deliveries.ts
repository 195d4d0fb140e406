// Delivers decisions through the agent's channel and compares them with what the agent recorded. One attempt at a time per ask.
//
// Invariant: `delivering` is on disk before the agent gets anything, so a crash in between is detected and never leads to a second delivery.
import { setMaxListeners } from 'node:events';
import { allows } from '../ask/lifecycle.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { AskFilter, Journal } from '../journal/journal.ts';
import { allAsks } from '../journal/pages.ts';
import type { Clock } from '../system/clock.ts';
import { appendIfAllowed } from './amend.ts';
import type { Delivery } from './channel.ts';
import type { Channels } from './channels.ts';
import type { Pauses } from './pauses.ts';
import { takeEvidence } from './receipts.ts';

type DeliveriesParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly channels: Pick<Channels, 'ofAsk' | 'programs'>;
  /** While auto-answer is paused, no answerer's prompt is typed. */
  readonly pauses: Pick<Pauses, 'reason'>;
  readonly onError: (error: unknown) => void;
};

export type Deliveries = ReturnType<typeof createDeliveries>;

/** `deliverable`: it was decided, its agent can be reached (again), or a person says so. `failed`: an attempt to deliver this decision. */
type DeliveryEvent =
  | { readonly kind: 'deliverable' }
  | { readonly kind: 'broker-started' }
  | { readonly kind: 'failed'; readonly decision: string | undefined };

/**
 * Whether an attempt is due, told by what is stored. `break-off`: one was left unfinished and must be recorded as failed first.
 *
 *                        deliverable    broker started                 failed
 *   answered, declined   attempt        attempt                        attempt, if it was decided anew meanwhile
 *   undelivered          attempt        attempt, but for prompts (*)   attempt, if it was decided anew meanwhile
 *   delivering           break-off      – (recover has ended it)       break-off, if it was decided anew meanwhile
 *   all others           –              –                              –
 *
 * (*) A dialog on screen shows how far an attempt came. A prompt that may already have been typed is never typed again.
 */
export function dueDelivery(view: AskView, event: DeliveryEvent): 'attempt' | 'break-off' | undefined {
  if (event.kind === 'failed' && event.decision === view.decision?.key) return undefined;
  if (event.kind === 'broker-started' && view.kind === 'idle' && view.delivery !== undefined) return undefined;
  if (view.state === 'delivering') return event.kind === 'broker-started' ? undefined : 'break-off';
  return allows(view.state, 'delivering') ? 'attempt' : undefined;
}

/** How many running sessions are checked after a start. */
const MOST_RESUMED = 500;
const DELIVERABLE: DeliveryEvent = { kind: 'deliverable' };

export function createDeliveries({ journal, clock, channels, pauses, onError }: DeliveriesParts) {
  const active = new Map<string, AbortController>();
  const stopping = new AbortController();
  // Every delivery in progress listens to this signal.
  setMaxListeners(0, stopping.signal);
  const unsubscribe = journal.onCommit((event) => {
    if (!('ask' in event)) return;
    if (event.happening.kind === 'settled') look(event.ask, DELIVERABLE);
    // Already handled in another way: abort the attempt.
    if (event.happening.kind === 'receipt' || event.happening.kind === 'withdrawn') active.get(event.ask)?.abort();
  });

  return {
    /** This ask may be deliverable now: it is attempted if that is due, and no attempt is running. */
    mayBeDeliverable: (id: string): void => look(id, DELIVERABLE),

    /** Why this ask cannot be delivered now; undefined if an attempt can be made. */
    refusal(view: AskView): string | undefined {
      if (!channels.ofAsk(view)?.deliver) return 'whoever asked fetches the result itself';
      if (active.has(view.id)) return 'it is being delivered right now';
      return dueDelivery(view, DELIVERABLE) ? undefined : `it is ${view.state}`;
    },

    /** Before the channels start: deliveries that were in progress when the broker stopped are recorded as failed. */
    async recover(): Promise<void> {
      for (const view of await allAsks(journal, { states: ['delivering'] }))
        await breakOff(view, 'the broker stopped while it was delivering');
    },

    /** After the channels have started: deliver what was decided, verify what was delivered. */
    async resume(): Promise<void> {
      for (const { id: session } of await journal.sessions({ ended: false, limit: MOST_RESUMED }))
        for (const view of await ours({ session, states: ['answered', 'declined', 'undelivered'] }))
          look(view.id, { kind: 'broker-started' });
      // Also of agents that ended while no broker was running: their evidence may never come, and then that is reported.
      // Not of everybody: a caller of our tool need not say what it received, so its asks may stay delivered.
      for (const program of channels.programs())
        for (const view of await ours({ program, states: ['delivered'] })) verify(view).catch(onError);
    },

    stop(): void {
      unsubscribe();
      stopping.abort();
    },
  };

  async function ours(filter: AskFilter): Promise<readonly AskView[]> {
    return (await allAsks(journal, filter)).filter((view) => channels.ofAsk(view)?.deliver);
  }

  function look(id: string, event: DeliveryEvent): void {
    if (active.has(id) || stopping.signal.aborted) return;
    const over = new AbortController();
    active.set(id, over);
    attempt(id, event, over.signal)
      .catch((error: unknown) => failedInside(id, error))
      .finally(() => active.delete(id))
      .then(async (tried) => {
        if (!tried) return;
        // It may have been replaced in the moment in which it became undelivered.
        if (tried.delivery.kind !== 'delivered') look(id, { kind: 'failed', decision: tried.view.decision?.key });
        // Even if the delivery failed: somebody may answer at the keyboard instead.
        await verify(tried.view);
      })
      .catch(onError);
  }

  /** Undefined if none is due, or the broker stops. */
  async function attempt(
    id: string,
    event: DeliveryEvent,
    over: AbortSignal,
  ): Promise<{ readonly view: AskView; readonly delivery: Delivery } | undefined> {
    const before = await journal.get(id);
    const channel = before && channels.ofAsk(before);
    const due = before && channel?.deliver && dueDelivery(before, event);
    if (!due) return undefined;
    if (due === 'break-off') await breakOff(before, 'the last attempt was broken off');
    const view = due === 'break-off' ? await journal.get(id) : before;
    if (!view || !channel?.deliver || !allows(view.state, 'delivering')) return undefined;
    const held = () => (view.kind === 'idle' && view.decision?.by.kind !== 'person' ? pauses.reason(view) : undefined);
    const signal = AbortSignal.any([over, stopping.signal]);
    let begun: string | undefined;
    const delivery = await channel.deliver(view, {
      signal,
      async begin(way) {
        if (signal.aborted || held() !== undefined || !(await appendIfAllowed(journal, id, by(view), { kind: 'delivering', way })))
          return false;
        begun = way;
        return true;
      },
    });
    if (stopping.signal.aborted) return undefined;
    const reason = held();
    await write(view, begun, reason === undefined || begun !== undefined ? delivery : { kind: 'impossible', way: 'none', reason });
    return { view, delivery };
  }

  async function failedInside(id: string, error: unknown): Promise<undefined> {
    onError(error);
    const view = await journal.get(id);
    if (!view || view.state === 'undelivered') return;
    const failed = { kind: 'failed', reason: 'something failed in the broker; its log has the details' } as const;
    await write(view, view.state === 'delivering' ? (view.delivery?.way ?? '') : undefined, failed);
  }

  async function breakOff(view: AskView, reason: string): Promise<void> {
    await appendIfAllowed(journal, view.id, by(view), { kind: 'delivery-failed', way: view.delivery?.way ?? '', reason });
  }

  async function write(view: AskView, begun: string | undefined, delivery: Delivery): Promise<void> {
    if (delivery.kind === 'delivered') {
      await appendIfAllowed(journal, view.id, by(view), { kind: 'delivered', way: begun ?? '' });
      return;
    }
    const way = delivery.kind === 'impossible' ? delivery.way : (begun ?? 'none');
    const failed = { kind: 'delivery-failed', way: begun ?? way, reason: delivery.reason } as const;
    await appendIfAllowed(journal, view.id, by(view), ...(begun === undefined ? [{ kind: 'delivering', way } as const, failed] : [failed]));
  }

  async function verify(view: AskView): Promise<void> {
    const evidence = await channels.ofAsk(view)?.verify?.(view, stopping.signal);
    if (stopping.signal.aborted) return;
    const learned = evidence ? ({ kind: 'recorded', ...evidence } as const) : ({ kind: 'none' } as const);
    await takeEvidence(journal, view.id, by(view), learned, (current) => current.decision?.key === view.decision?.key);
  }

  function by({ program }: AskView): { at: number; actor: string } {
    return { at: clock.now(), actor: `agent:${program}` };
  }
}
