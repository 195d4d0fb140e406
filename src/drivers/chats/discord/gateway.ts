// The connection over which Discord tells us what people do: kept up until it is stopped. A lost session is resumed, with what was missed.
import type { REST } from '@discordjs/rest';
import { type SessionInfo, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { type GatewayDispatchPayload, GatewayIntentBits } from 'discord-api-types/v10';
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
  readonly pause: Connecting['pause'];
  readonly signal: AbortSignal;
};

/** Resolves when it was stopped, and nothing of it is left. */
export async function keepConnected({ open, receive, problem, reasonOf, pause, signal }: GatewayOptions): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const ready = await open();
    if (ready.kind === 'problem') {
      problem(ready.reason);
      failures += 1;
    } else failures = (await connected(ready)) ? 1 : failures + 1;
    await pause(failures, signal);
  }

  /** Until it is stopped, or Discord refuses the session for good. Whether there was a connection. */
  async function connected({ token, rest, readsEverything }: { token: string; rest: REST; readsEverything: boolean }): Promise<boolean> {
    let session: SessionInfo | null = null;
    let isOpen = false;
    let wasConnected = false;
    let failures = 0;
    let isOver = false;
    const manager = new WebSocketManager({
      token,
      rest,
      shardCount: 1,
      intents:
        GatewayIntentBits.DirectMessages | GatewayIntentBits.GuildMessages | (readsEverything ? GatewayIntentBits.MessageContent : 0),
      handshakeTimeout: HANDSHAKE_WITHIN_MS,
      updateSessionInfo: (_, now) => {
        session = now;
      },
      // The library asks for this before it connects again, half a second after the last attempt. A connection that is over waits here for ever.
      async retrieveSessionInfo() {
        if (isOver) return new Promise<never>(() => undefined);
        if (!isOpen) await pause(failures, signal);
        return isOver ? new Promise<never>(() => undefined) : session;
      },
    });
    const up = () => {
      isOpen = true;
      wasConnected = true;
      failures = 0;
      problem(undefined);
    };
    const over = new Promise<string | undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      manager.on(WebSocketShardEvents.Closed, (code) => {
        isOpen = false;
        failures += 1;
        const forGood = reasonOfClose(code);
        if (forGood !== undefined) resolve(forGood);
        else if (!signal.aborted) problem('the connection to Discord was lost');
      });
    });
    manager.on(WebSocketShardEvents.Hello, () => {
      isOpen = true;
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
    if (reason !== undefined && !signal.aborted) problem(reason);
    isOver = true;
    await manager.destroy();
    return wasConnected;
  }
}

const HANDSHAKE_WITHIN_MS = 20_000;
