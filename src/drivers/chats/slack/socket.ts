// The connection over which Slack tells us what people do: kept up until it is stopped, with longer pauses while it fails.
import { SocketModeClient } from '@slack/socket-mode';
import type { Connecting } from '../reconnect.ts';
import { SILENT } from './silent.ts';

export type Envelope = { readonly type: string; readonly body: unknown; readonly ack: () => Promise<void> };

export type SocketOptions = {
  /** Read before every attempt, so that a corrected token is used. */
  readonly open: () => Promise<
    { readonly kind: 'ready'; readonly appToken: string; readonly root: string } | { readonly kind: 'problem'; readonly reason: string }
  >;
  readonly receive: (envelope: Envelope) => void;
  readonly problem: (reason: string | undefined) => void;
  readonly reasonOf: (error: unknown) => string;
  readonly pause: Connecting['pause'];
  readonly signal: AbortSignal;
};

/** Slack sends a greeting at once. */
const GREETING_WITHIN_MS = 30_000;

/** Resolves when it was stopped, and nothing of it is left. */
export async function keepConnected({ open, receive, problem, reasonOf, pause, signal }: SocketOptions): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const ready = await open();
    if (ready.kind === 'problem') {
      problem(ready.reason);
      failures += 1;
    } else {
      const ended = await connected(ready.appToken, ready.root);
      failures = ended.wasConnected ? 0 : failures + 1;
      if (!signal.aborted && ended.reason !== undefined) problem(ended.reason);
    }
    await pause(failures, signal);
  }

  async function connected(appToken: string, root: string): Promise<{ readonly wasConnected: boolean; readonly reason?: string }> {
    let wasConnected = false;
    let disabled = false;
    // Without the library's own reconnecting: when that fails, its rejected promise belongs to nobody.
    const client = new SocketModeClient({
      appToken,
      autoReconnectEnabled: false,
      logger: SILENT,
      clientOptions: {
        slackApiUrl: root,
        rejectRateLimitedCalls: true,
        retryConfig: { retries: 0 },
        fetch: (address: string | URL | Request, init?: RequestInit) =>
          fetch(address, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(GREETING_WITHIN_MS)]) }),
      },
    });
    const over = new Promise<void>((resolve) => client.once('disconnected', () => resolve()));
    client.on('ws_message', (data: unknown) => {
      disabled ||= String(data).includes('"link_disabled"');
    });
    client.on('slack_event', (envelope: Envelope) => receive(envelope));
    const stop = () => void client.disconnect();
    let timer: NodeJS.Timeout | undefined;
    try {
      const started = client.start();
      timer = setTimeout(stop, GREETING_WITHIN_MS);
      signal.addEventListener('abort', stop, { once: true });
      await started;
      clearTimeout(timer);
      if (signal.aborted) stop();
      else problem(undefined);
      wasConnected = true;
      await over;
      return disabled
        ? { wasConnected: false, reason: reasonOf('link_disabled') }
        : { wasConnected, reason: 'the connection to Slack was lost' };
    } catch (error) {
      // The library gives no reason when the connection ends before its greeting.
      const reason = error === undefined ? 'Slack closed the connection before it was ready' : reasonOf(error);
      return { wasConnected, reason: disabled ? reasonOf('link_disabled') : reason };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }
}
