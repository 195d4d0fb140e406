// The connection over which Discord tells us what people do: kept up until it is stopped. A lost session is resumed, with what was missed.
import { setTimeout as delay } from 'node:timers/promises';
import type { REST } from '@discordjs/rest';
import { type SessionInfo, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { type GatewayDispatchPayload, GatewayIntentBits } from 'discord-api-types/v10';
import type { Clock } from '../../../system/clock.ts';
import type { Connecting } from '../reconnect.ts';
import { reasonOfClose } from './problems.ts';

export type GatewayOptions = {
  /** Read before every new session, so that a corrected token is used. */
  readonly open: () => Promise<
    | { readonly kind: 'ready'; readonly token: string; readonly rest: REST; readonly readsEverything: boolean }
    | { readonly kind: 'problem'; readonly reason: string }
  >;
  readonly receive: (payload: GatewayDispatchPayload) => void;
  readonly problem: (reason: string | undefined) => void;
  readonly reasonOf: (error: unknown) => string;
  readonly clock: Clock;
  readonly connecting: Pick<Connecting, 'pause' | 'woken'>;
  readonly signal: AbortSignal;
};

const HANDSHAKE_WITHIN_MS = 20_000;
/** The library resumes its session by itself. After this long without one, we begin anew, whatever the library is waiting for. */
const RESUMED_WITHIN_MS = 120_000;
/** A connection that is dead does not say goodbye. */
const CLOSED_WITHIN_MS = 1_000;

/** Resolves when it was stopped, and nothing of it is left. */
export async function keepConnected({ open, receive, problem, reasonOf, clock, connecting, signal }: GatewayOptions): Promise<void> {
  let session: SessionInfo | null = null;
  while (!signal.aborted) {
    const ready = await open();
    const reason = ready.kind === 'problem' ? ready.reason : await connected(ready);
    if (!signal.aborted) problem(reason);
    await connecting.pause();
  }

  /** Until it is stopped, Discord refuses the session for good, or it cannot be resumed. Why. */
  async function connected({ token, rest, readsEverything }: { token: string; rest: REST; readsEverything: boolean }): Promise<string> {
    let wasLost = false;
    let wasGreeted = false;
    let isOver = false;
    let stopWatching: (() => void) | undefined;
    const manager = new WebSocketManager({
      token,
      rest,
      shardCount: 1,
      intents:
        GatewayIntentBits.DirectMessages | GatewayIntentBits.GuildMessages | (readsEverything ? GatewayIntentBits.MessageContent : 0),
      handshakeTimeout: HANDSHAKE_WITHIN_MS,
      // The library forgets a session if it could not connect at all. Only Discord knows whether it is over.
      updateSessionInfo: (_, now) => {
        if (!isOver && (now !== null || wasGreeted)) session = now;
      },
      // The library asks for this before it connects again, half a second after the last attempt. A connection that is over waits here for ever.
      async retrieveSessionInfo() {
        if (isOver) return new Promise<never>(() => undefined);
        if (wasLost) {
          wasLost = false;
          wasGreeted = false;
          await connecting.pause();
        }
        return isOver ? new Promise<never>(() => undefined) : session;
      },
    });
    const over = new Promise<string>((resolve) => {
      const watch = () => {
        stopWatching ??= clock.at(clock.now() + RESUMED_WITHIN_MS, () => {
          session = null;
          resolve(LOST);
        });
      };
      watch();
      AbortSignal.any([signal, connecting.woken()]).addEventListener('abort', () => resolve(LOST), { once: true });
      manager.on(WebSocketShardEvents.Closed, (code) => {
        wasLost = true;
        watch();
        const forGood = reasonOfClose(code);
        if (forGood !== undefined) resolve(forGood);
        else if (!signal.aborted && !isOver) problem(LOST);
      });
    });
    const up = () => {
      stopWatching?.();
      stopWatching = undefined;
      problem(undefined);
    };
    manager.on(WebSocketShardEvents.Hello, () => {
      wasGreeted = true;
    });
    manager.on(WebSocketShardEvents.Ready, up);
    manager.on(WebSocketShardEvents.Resumed, up);
    manager.on(WebSocketShardEvents.Dispatch, (payload) => receive(payload));
    manager.on(WebSocketShardEvents.SocketError, () => undefined);
    manager.on(WebSocketShardEvents.Error, () => undefined);

    // It settles when the session has begun, and fails if Discord cannot be asked where the gateway is.
    const failed = manager.connect().then(
      () => over,
      (error: unknown) => reasonOf(error),
    );
    const reason = await Promise.race([over, failed]);
    isOver = true;
    stopWatching?.();
    await Promise.race([manager.destroy(), delay(CLOSED_WITHIN_MS, undefined, { ref: false })]);
    return reason;
  }
}

const LOST = 'the connection to Discord was lost';
