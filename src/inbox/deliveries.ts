// Delivers decisions through the agent's channel and compares them with what the agent recorded. One attempt at a time per ask.
//
// Invariant: `delivering` is on disk before the agent gets anything, so a crash in between is detected and never leads to a second delivery.
import { setMaxListeners } from 'node:events';
import { allows } from '../ask/lifecycle.ts';
import type { AskView, State } from '../ask/schema/history.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../system/clock.ts';
import type { Channel, Delivery } from './agent.ts';
import { note } from './amend.ts';
import { allAsks } from './channel-inbox.ts';
import { takeEvidence } from './receipts.ts';

type DeliveriesParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly channelOf: (ask: Pick<AskView, 'program' | 'source'>) => Channel | undefined;
  /** The agents that have a channel of their own. */
  readonly programs: readonly string[];
  /** Why auto-answer is paused for this ask. While it is, no answerer's prompt is typed. */
  readonly paused?: ((view: AskView) => string | undefined) | undefined;
  readonly onError: (error: unknown) => void;
};

export type Deliveries = ReturnType<typeof createDeliveries>;

/** How many running sessions are checked after a start. */
const MOST_RESUMED = 500;

export function createDeliveries({ journal, clock, channelOf, programs, paused, onError }: DeliveriesParts) {
  const active = new Map<string, AbortController>();
  const stopping = new AbortController();
  // Every delivery in progress listens to this signal.
  setMaxListeners(0, stopping.signal);
  const unsubscribe = journal.onCommit((event) => {
    if (!('ask' in event)) return;
    if (event.happening.kind === 'settled') start(event.ask);
    // Already handled in another way: abort the attempt.
    if (event.happening.kind === 'receipt' || event.happening.kind === 'withdrawn') active.get(event.ask)?.abort();
  });

  return {
    /** Delivers a decision that is waiting. Does nothing if a delivery is in progress, or not possible in the ask's state. */
    start,

    /** Why this ask cannot be delivered now; undefined if an attempt can be made. */
    refusal(view: AskView): string | undefined {
      if (!channelOf(view)?.deliver) return 'whoever asked fetches the result itself';
      if (active.has(view.id)) return 'it is being delivered right now';
      return allows(view.state, 'delivering') || view.state === 'delivering' ? undefined : `it is ${view.state}`;
    },

    /** Before the channels start: deliveries that were in progress when the broker stopped are recorded as failed. */
    async recover(): Promise<void> {
      for (const { id, delivery, program } of await allAsks(journal, { states: ['delivering'] })) {
        const reason = 'the broker stopped while it was delivering';
        await note(journal, id, by(program), { kind: 'delivery-failed', way: delivery?.way ?? '', reason });
      }
    },

    /** After the channels have started: deliver what was decided, verify what was delivered. */
    async resume(): Promise<void> {
      for (const { id: session } of await journal.sessions({ ended: false, limit: MOST_RESUMED })) {
        const ours = async (...states: State[]) => (await allAsks(journal, { session, states })).filter((view) => channelOf(view)?.deliver);
        // A dialog on screen shows how far an attempt came. A prompt that may already have been typed is never typed again.
        for (const view of await ours('answered', 'declined', 'undelivered'))
          if (view.kind !== 'idle' || view.delivery === undefined) start(view.id);
      }
      // Also of agents that ended while no broker was running: their evidence may never come, and then that is reported.
      // Not of everybody: a caller of our tool need not say what it received, so its asks may stay delivered.
      for (const program of programs)
        for (const view of await allAsks(journal, { program, states: ['delivered'] }))
          if (channelOf(view)?.deliver) verify(view).catch(onError);
    },

    stop(): void {
      unsubscribe();
      stopping.abort();
    },
  };

  function start(id: string): void {
    if (active.has(id) || stopping.signal.aborted) return;
    const over = new AbortController();
    active.set(id, over);
    attempt(id, over.signal)
      .catch(async (error: unknown) => {
        onError(error);
        const view = await journal.get(id);
        const failed = { kind: 'failed', reason: 'something failed in the broker; its log has the details' } as const;
        if (view && view.state !== 'undelivered')
          await write(view, view.state === 'delivering' ? (view.delivery?.way ?? '') : undefined, failed);
      })
      .catch(onError)
      .finally(() => active.delete(id));
  }

  async function attempt(id: string, over: AbortSignal): Promise<void> {
    // Left over from an attempt that could not be stored to its end.
    await breakOff(id, 'the last attempt was broken off');
    const view = await journal.get(id);
    const channel = view && channelOf(view);
    if (!view || !channel?.deliver || !allows(view.state, 'delivering')) return;
    const held = () => (view.kind === 'idle' && view.decision?.by.kind !== 'person' ? paused?.(view) : undefined);
    const signal = AbortSignal.any([over, stopping.signal]);
    let begun: string | undefined;
    const delivery = await channel.deliver(view, {
      signal,
      async begin(way) {
        if (signal.aborted || held() !== undefined || !(await note(journal, id, by(view.program), { kind: 'delivering', way })))
          return false;
        begun = way;
        return true;
      },
    });
    if (stopping.signal.aborted) return;
    const reason = held();
    await write(view, begun, reason === undefined || begun !== undefined ? delivery : { kind: 'impossible', way: 'none', reason });
    active.delete(id);
    // It may have been replaced in the moment in which it became undelivered.
    if (delivery.kind !== 'delivered' && (await journal.get(id))?.decision?.key !== view.decision?.key) start(id);
    // Even if the delivery failed: somebody may answer at the keyboard instead.
    await verify(view);
  }

  async function breakOff(id: string, reason: string): Promise<void> {
    const view = await journal.get(id);
    if (view?.state === 'delivering')
      await note(journal, id, by(view.program), { kind: 'delivery-failed', way: view.delivery?.way ?? '', reason });
  }

  async function write(view: AskView, begun: string | undefined, delivery: Delivery): Promise<void> {
    const { id, program } = view;
    if (delivery.kind === 'delivered') {
      await note(journal, id, by(program), { kind: 'delivered', way: begun ?? '' });
      return;
    }
    const way = delivery.kind === 'impossible' ? delivery.way : (begun ?? 'none');
    const failed = { kind: 'delivery-failed', way: begun ?? way, reason: delivery.reason } as const;
    await note(journal, id, by(program), ...(begun === undefined ? [{ kind: 'delivering', way } as const, failed] : [failed]));
  }

  async function verify(view: AskView): Promise<void> {
    const evidence = await channelOf(view)?.verify?.(view, stopping.signal);
    if (stopping.signal.aborted) return;
    const learned = evidence ? ({ kind: 'recorded', ...evidence } as const) : ({ kind: 'none' } as const);
    await takeEvidence(journal, view.id, by(view.program), learned, (current) => current.decision?.key === view.decision?.key);
  }

  function by(program: string): { at: number; actor: string } {
    return { at: clock.now(), actor: `agent:${program}` };
  }
}
