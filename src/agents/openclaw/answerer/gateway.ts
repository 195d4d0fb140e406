// One WebSocket to OpenClaw's gateway: opened when needed, kept for the next ask, reopened after it was lost.
//
// Invariant: a call whose connection is lost is told so. Nothing is sent again automatically.
import WebSocket from 'ws';
import { connectParams, type Frame, frameFrom, type GatewayError, type Payload } from './frames.ts';

export type Reached =
  | { readonly kind: 'result'; readonly payload: Payload }
  | { readonly kind: 'refused'; readonly error: GatewayError }
  | { readonly kind: 'lost'; readonly reason: string };
export type Connected = { readonly kind: 'connected'; readonly connection: Connection } | Exclude<Reached, { kind: 'result' }>;

/** Gets each frame that answers the call, in order; there may be several. `done` unsubscribes. */
export type Connection = {
  call(method: string, params: object, onReached: (reached: Reached, done: () => void) => void): void;
};

export interface Gateway {
  connect(token: string | undefined): Promise<Connected>;
  /** Messages that were already sent still arrive. */
  close(): Promise<void>;
}

export type GatewayOptions = { readonly url: string; readonly version: string };

const HANDSHAKE_MS = 10_000;
/** A peer that vanished silently is noticed within two of these. */
const HEARTBEAT_MS = 20_000;
const CLOSE_MS = 1_000;
const MOST_BYTES = 8_000_000;

export function openGateway({ url, version }: GatewayOptions): Gateway {
  let current: { readonly token: string | undefined; readonly connected: Promise<Connected>; readonly socket: WebSocket } | undefined;
  return {
    connect(token) {
      // A changed token needs a new connection.
      if (current && current.token === token && current.socket.readyState <= WebSocket.OPEN) return current.connected;
      current?.socket.terminate();
      const socket = new WebSocket(url, {
        handshakeTimeout: HANDSHAKE_MS,
        maxPayload: MOST_BYTES,
        perMessageDeflate: false,
        followRedirects: false,
      });
      current = { token, socket, connected: greeted(socket, token, version) };
      return current.connected;
    },
    async close() {
      const socket = current?.socket;
      current = undefined;
      if (!socket || socket.readyState === WebSocket.CLOSED) return;
      await new Promise<void>((resolve) => {
        const impatient = setTimeout(() => socket.terminate(), CLOSE_MS);
        socket.once('close', () => {
          clearTimeout(impatient);
          resolve();
        });
        socket.close();
      });
    },
  };
}

/** Resolves when the gateway has accepted or refused us. */
function greeted(socket: WebSocket, token: string | undefined, version: string): Promise<Connected> {
  const calls = new Map<string, (reached: Reached) => void>();
  let problem = '';
  let alive = true;
  let count = 0;
  const call: Connection['call'] = (method, params, onReached) => {
    count += 1;
    const id = `${method}-${count}`;
    calls.set(id, (reached) => onReached(reached, () => calls.delete(id)));
    socket.send(JSON.stringify({ type: 'req', id, method, params }), (error) => {
      if (error) take(id, { kind: 'lost', reason: error.message });
    });
  };
  const take = (id: string, reached: Reached) => calls.get(id)?.(reached);
  const heartbeat = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, HEARTBEAT_MS).unref();

  return new Promise((resolve) => {
    const handshake = setTimeout(() => {
      problem = `no greeting within ${HANDSHAKE_MS / 1000} s; is this a gateway of OpenClaw?`;
      socket.terminate();
    }, HANDSHAKE_MS).unref();
    const meaning: { [K in Frame['kind']]: (frame: Extract<Frame, { kind: K }>) => void } = {
      challenge: () =>
        call('connect', connectParams(token, version), (reached, done) => {
          done();
          clearTimeout(handshake);
          if (reached.kind === 'result') return resolve({ kind: 'connected', connection: { call } });
          resolve(reached);
          socket.terminate();
        }),
      result: ({ id, payload }) => take(id, { kind: 'result', payload }),
      error: ({ id, error }) => take(id, { kind: 'refused', error }),
      other: () => {},
    };
    const noticed = () => {
      alive = true;
    };
    socket.on('pong', noticed);
    socket.on('message', (data) => {
      noticed();
      const frame = frameFrom(String(data));
      (meaning[frame.kind] as (frame: Frame) => void)(frame);
    });
    socket.on('error', (error) => {
      problem ||= (error as NodeJS.ErrnoException).code ?? error.message;
    });
    socket.on('close', (code, reason) => {
      clearInterval(heartbeat);
      clearTimeout(handshake);
      const lost = { kind: 'lost', reason: problem || String(reason) || `closed with ${code}` } as const;
      for (const id of [...calls.keys()]) take(id, lost);
      calls.clear();
      resolve(lost);
    });
  });
}
