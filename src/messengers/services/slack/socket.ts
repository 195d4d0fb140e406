// The connection over which Slack tells us what people do. It is opened again until it is stopped, with longer pauses while that fails.
import { SocketModeClient } from '@slack/socket-mode';
import { type Logger, LogLevel } from '@slack/web-api';
import type { Connecting } from '../reconnect.ts';

export type Envelope = { readonly type: string; readonly body: unknown; readonly ack: () => Promise<void> };

type SocketOptions = {
  /** Read before every attempt, so that a corrected token is used. */
  readonly open: () => Promise<
    { readonly kind: 'ready'; readonly appToken: string; readonly root: string } | { readonly kind: 'problem'; readonly reason: string }
  >;
  readonly receive: (envelope: Envelope) => void;
  readonly problem: (reason: string | undefined) => void;
  readonly reasonOf: (error: unknown) => string;
  readonly connecting: Pick<Connecting, 'pause' | 'woken'>;
  readonly signal: AbortSignal;
};

/** A logger that says nothing: messages of Slack's libraries contain addresses with tickets, and whole events. */
export const SILENT: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => LogLevel.ERROR,
  setName() {},
};

/** Slack sends a greeting at once. */
const GREETING_WITHIN_MS = 30_000;

/** Resolves when `signal` has aborted and the connection is closed. */
export async function keepConnected({ open, receive, problem, reasonOf, connecting, signal }: SocketOptions): Promise<void> {
  while (!signal.aborted) {
    const ready = await open();
    const reason = ready.kind === 'problem' ? ready.reason : await connected(ready.appToken, ready.root);
    if (!signal.aborted) problem(reason);
    await connecting.pause();
  }

  /** Resolves with the reason when the connection has ended. */
  async function connected(appToken: string, root: string): Promise<string> {
    let disabled = false;
    const either = AbortSignal.any([signal, connecting.woken()]);
    // Without the library's own reconnecting: when that fails, nobody handles its rejected promise.
    const client = new SocketModeClient({
      appToken,
      autoReconnectEnabled: false,
      logger: SILENT,
      clientOptions: {
        slackApiUrl: root,
        rejectRateLimitedCalls: true,
        retryConfig: { retries: 0 },
        fetch: (address: string | URL | Request, init?: RequestInit) =>
          fetch(address, { ...init, signal: AbortSignal.any([either, AbortSignal.timeout(GREETING_WITHIN_MS)]) }),
      },
    });
    const over = new Promise<void>((resolve) => client.once('disconnected', () => resolve()));
    client.on('ws_message', (data: unknown) => {
      disabled ||= String(data).includes('"link_disabled"');
    });
    client.on('slack_event', (envelope: Envelope) => receive(envelope));
    // The second call does not wait for a reply to the first: the other side may be gone.
    const stop = () => {
      void client.disconnect();
      void client.disconnect();
    };
    let timer: NodeJS.Timeout | undefined;
    try {
      const started = client.start();
      timer = setTimeout(stop, GREETING_WITHIN_MS);
      either.addEventListener('abort', stop, { once: true });
      await started;
      clearTimeout(timer);
      if (either.aborted) stop();
      else problem(undefined);
      await over;
      return disabled ? reasonOf('link_disabled') : 'the connection to Slack was lost';
    } catch (error) {
      if (disabled) return reasonOf('link_disabled');
      // The library gives no reason when the connection ends before its greeting.
      return error === undefined ? 'Slack closed the connection before it was ready' : reasonOf(error);
    } finally {
      clearTimeout(timer);
      either.removeEventListener('abort', stop);
    }
  }
}
