// The hook requests that Claude Code keeps open while its dialog is on screen. Replying to one delivers a decision.

import type { Reply } from '../../../inbox/channel.ts';
import type { Clock } from '../../../system/clock.ts';
import type { HookPayload } from './payload.ts';
import { type HookEvent, NO_DECISION } from './reply.ts';

export const UNDECIDED: Reply = { body: NO_DECISION };

/** Invariant: each request gets exactly one reply, and an ask has at most one request: the newest. */
type HeldRequest = {
  readonly payload: HookPayload;
  readonly event: HookEvent;
  /** False when it was replied to before. */
  reply(reply: Reply): boolean;
  readonly replied: Promise<Reply>;
};

export class HeldRequests {
  readonly #clock: Clock;
  readonly #held = new Map<string, HeldRequest>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hold(ask: string, payload: HookPayload, event: HookEvent): HeldRequest {
    let resolve: (reply: Reply) => void = () => {};
    const replied = new Promise<Reply>((r) => {
      resolve = r;
    });
    let isFirst = true;
    const reply = (value: Reply): boolean => {
      const first = isFirst;
      isFirst = false;
      resolve(value);
      return first;
    };
    const request = { payload, event, reply, replied };
    this.#held.get(ask)?.reply(UNDECIDED);
    this.#held.set(ask, request);
    for (const wake of this.#waiting.get(ask) ?? []) wake();
    return request;
  }

  release(ask: string, request: HeldRequest): void {
    request.reply(UNDECIDED);
    if (this.#held.get(ask) === request) this.#held.delete(ask);
  }

  releaseAll(): void {
    for (const [ask, request] of [...this.#held]) this.release(ask, request);
  }

  of(ask: string): HeldRequest | undefined {
    return this.#held.get(ask);
  }

  /** The request for this ask, waiting until `time` if there is none yet; undefined when none comes, or when the signal aborts first. */
  async waitFor(ask: string, time: number, signal: AbortSignal): Promise<HeldRequest | undefined> {
    if (!this.#held.has(ask) && !signal.aborted && time > this.#clock.now()) {
      await new Promise<void>((resolve) => {
        const wakers = this.#waiting.get(ask) ?? new Set();
        this.#waiting.set(ask, wakers);
        const wake = () => {
          cancelTimer();
          signal.removeEventListener('abort', wake);
          wakers.delete(wake);
          if (wakers.size === 0) this.#waiting.delete(ask);
          resolve();
        };
        const cancelTimer = this.#clock.at(time, wake);
        wakers.add(wake);
        signal.addEventListener('abort', wake);
      });
    }
    return this.#held.get(ask);
  }
}
