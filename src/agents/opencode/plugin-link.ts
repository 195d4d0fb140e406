// The calls to opencode's API, which our plugin makes for us: they go out as the reply to a request that the plugin keeps open.

import type { Reply } from '../../inbox/channel.ts';
import type { Clock } from '../../system/clock.ts';

type Call = {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Takes the call back, if it has not been made yet. */
  readonly signal?: AbortSignal;
};
export type Called = { readonly status: number; readonly data: unknown };

export interface PluginLink {
  /** One API call. Never rejects: status 0 means that there was no response, and `data` then says why. */
  call(method: 'GET' | 'POST', path: string, more?: Call): Promise<Called>;
  /** Keeps the plugin's request open until there is a call to make. */
  hold(gone: AbortSignal): Promise<Reply>;
  result(call: number, called: Called): void;
  /** The plugin has sent a request, and sends its next request at once. If it does not, checks whether its process is still alive. */
  renewed(): void;
  close(reason: string): void;
}

type PluginLinkParts = {
  readonly clock: Clock;
  /** Whether its process may still be there. */
  readonly isAlive: () => boolean;
  readonly onDeath: () => void;
};

const RENEWED_WITHIN_MS = 2_000;
/** A process closes its connections a moment before it ends; a living one may be suspended for hours and then continue. */
const FIRST_CHECK_MS = 250;
const SLOWEST_CHECK_MS = 5_000;
/** Some HTTP clients give up on a request without a reply for longer than this. */
const HELD_AT_MOST_MS = 60_000;
const CALLED_WITHIN_MS = 20_000;

export function createPluginLink({ clock, isAlive, onDeath }: PluginLinkParts): PluginLink {
  let waiting: readonly HandedCall[] = [];
  const results = new Map<number, (called: Called) => void>();
  let reply: ((calls: readonly HandedCall[]) => void) | undefined;
  let forget = () => {};
  let calls = 0;
  let isClosed = false;

  return {
    call: (method, path, { signal, ...more } = {}) =>
      new Promise((resolve) => {
        const call = ++calls;
        const until = clock.now() + CALLED_WITHIN_MS;
        // A call that is over must never be made later: the plugin may be suspended, and take what waits when it goes on.
        const end = (called: Called) => {
          results.delete(call);
          waiting = waiting.filter((each) => each.call !== call);
          cancel();
          signal?.removeEventListener('abort', takeBack);
          resolve(called);
        };
        const takeBack = () => end({ status: 0, data: 'it was cancelled' });
        const cancel = clock.at(until, () => end({ status: 0, data: 'it did not answer in time' }));
        results.set(call, end);
        if (isClosed) return end({ status: 0, data: 'it has ended' });
        if (signal?.aborted) return takeBack();
        signal?.addEventListener('abort', takeBack);
        waiting = [...waiting, { call, method, path, until, ...more }];
        flush();
      }),

    async hold(gone) {
      forget();
      reply?.([]);
      const replied = new Promise<readonly HandedCall[]>((resolve) => {
        reply = resolve;
      });
      const mine = reply;
      const drop = () => {
        if (reply === mine) reply = undefined;
        mine?.([]);
      };
      gone.addEventListener('abort', drop);
      const release = clock.at(clock.now() + HELD_AT_MOST_MS, drop);
      flush();
      const handed = await replied;
      release();
      gone.removeEventListener('abort', drop);
      if (reply === mine) reply = undefined;
      const lost = () => {
        waiting = [...handed.filter(({ call }) => results.has(call)), ...waiting];
        if (reply) flush();
        else expect(0);
      };
      if (gone.aborted) lost();
      else if (!reply) expect(RENEWED_WITHIN_MS);
      // The plugin did not receive the complete call, so it did not make it.
      return { body: { calls: handed }, sent: (whole) => (whole || gone.aborted ? undefined : lost()) };
    },

    result: (call, called) => results.get(call)?.(called),
    renewed: () => expect(RENEWED_WITHIN_MS),

    close(reason) {
      isClosed = true;
      forget();
      reply?.([]);
      reply = undefined;
      for (const done of [...results.values()]) done({ status: 0, data: reason });
    },
  };

  function flush(): void {
    if (!reply || waiting.length === 0) return;
    const hand = reply;
    reply = undefined;
    const calls = waiting;
    waiting = [];
    hand(calls);
  }

  function expect(first: number): void {
    forget();
    if (isClosed) return;
    let pauseMs = FIRST_CHECK_MS;
    const check = () => {
      if (!isAlive()) return onDeath();
      forget = clock.at(clock.now() + pauseMs, check);
      pauseMs = Math.min(SLOWEST_CHECK_MS, pauseMs * 2);
    };
    forget = clock.at(clock.now() + first, check);
  }
}

/** `until`: in epoch milliseconds; the plugin makes no call that is late. */
type HandedCall = { readonly call: number; readonly until: number; readonly method: string; readonly path: string };
