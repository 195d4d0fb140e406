// The outbox of one service: what is sent or changed there, in order, and again if that fails. Used for notifications and for the cards in chats.
//
// Invariant: it remembers nothing. Its user stores what is to be done before it is tried, marks it as done right after it was, and puts it in again after
// a restart. So nothing is lost if the broker is killed, and what was under way is done at most twice.

import { backoff } from '../system/backoff.ts';
import type { Clock } from '../system/clock.ts';
import { createTurn, type Turn } from '../system/turn.ts';
import type { Sent } from './notifier.ts';

export type Failed = Extract<Sent, { kind: 'failed' }>;

/** `random`: 0 to 1. */
type OutboxOptions = { readonly clock: Clock; readonly random: () => number };

/** The pause before the next attempt, and what of it the service has asked for. */
type Retry = { failures: number; pause?: Turn; notBefore: number };

const WITHIN_MS = 30_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

export function createOutbox({ clock, random }: OutboxOptions) {
  const stopping = new AbortController();
  const signal: AbortSignal = stopping.signal;
  const lines = new Map<string, Promise<unknown>>();
  const turns = new Set<Turn>();
  const retries = new Set<Retry>();

  return {
    /** Fires when it stops. */
    signal,

    /** After whatever was put in the same line before. */
    inLine<T>(line: string, work: () => Promise<T>): Promise<T> {
      const next = (lines.get(line) ?? Promise.resolve()).then(work, work);
      const end = () => lines.get(line) === next && lines.delete(line);
      lines.set(line, next);
      next.then(end, end);
      return next;
    },

    /** Until it works, or another attempt cannot help, or that many have failed. */
    async persist<T extends { readonly kind: string }>(once: () => Promise<T | Failed>, most = Infinity): Promise<T | Failed> {
      const retry: Retry = { failures: 0, notBefore: 0 };
      retries.add(retry);
      try {
        for (let attempts = 1; ; attempts += 1) {
          const result = await once();
          if (!isFailed(result) || !result.again || attempts === most || stopping.signal.aborted) return result;
          const { afterMs = 0 } = result;
          retry.failures += 1;
          retry.notBefore = clock.now() + afterMs;
          const pause = backoff(retry.failures, { firstMs: FIRST_PAUSE_MS, longestMs: LONGEST_PAUSE_MS, random });
          retry.pause = createTurn(clock, clock.now() + Math.max(pause, afterMs));
          await over(retry.pause);
          if (stopping.signal.aborted) return result;
        }
      } finally {
        retries.delete(retry);
      }
    },

    /** One attempt, which ends in time. Drivers are not trusted to keep to their contract, nor to return. */
    async attempt<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T | Failed> {
      const turn = createTurn(clock, clock.now() + WITHIN_MS);
      const late: Promise<Failed> = over(turn).then(() => ({
        kind: 'failed',
        reason: `nothing was heard from it within ${WITHIN_MS / 1000} s`,
        again: true,
      }));
      try {
        return await Promise.race([call(turn.signal), late]);
      } catch (error) {
        return { kind: 'failed', reason: `internal error: ${String(error)}`, again: false };
      } finally {
        turn.end('over');
      }
    },

    wait: (until: number): Promise<void> => over(createTurn(clock, until)),

    /** The service can be reached again: what failed is tried at once, unless the service has asked for a pause. */
    wake(): void {
      for (const retry of retries) {
        // An attempt that began before that and fails is not followed by a long pause.
        retry.failures = 0;
        if (clock.now() >= retry.notBefore) retry.pause?.end('over');
      }
    },

    async stop(): Promise<void> {
      stopping.abort();
      for (const turn of turns) turn.end('stopping');
      await Promise.allSettled(lines.values());
    },
  };

  async function over(turn: Turn): Promise<void> {
    turns.add(turn);
    if (stopping.signal.aborted) turn.end('stopping');
    await turn.ended;
    turns.delete(turn);
  }
}

const isFailed = (result: { readonly kind: string }): result is Failed => result.kind === 'failed';
