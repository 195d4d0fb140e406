// A fake gateway of OpenClaw 2026.9.6: its WebSocket protocol, as observed.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** How a run of the agent goes. Called once per key; `settle` may be called late, twice or never. */
export type Script = (run: FakeRun) => void;
export type FakeRun = {
  readonly message: string;
  readonly key: string;
  /** The conversation. */
  readonly session: string;
  settle(end: End): void;
  /** Closes the run's own connection abruptly. */
  drop(): void;
};
export type End =
  | { readonly kind: 'said'; readonly texts: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'flood'; readonly bytes: number };

export type FakeGatewayOptions = {
  readonly script: Script;
  readonly token: string;
  readonly protocol?: number;
  readonly port?: number;
};

export type FakeGateway = {
  readonly url: string;
  readonly port: number;
  readonly calls: readonly { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[];
  /** Runs that have neither ended nor been stopped. */
  running(): number;
  connections(): number;
  /** Like kill -9. */
  crash(): Promise<void>;
};

export async function startFakeGateway(options: FakeGatewayOptions): Promise<FakeGateway> {
  const { script, token, protocol = 4 } = options;
  const calls: { method: string; params: Readonly<Record<string, unknown>> }[] = [];
  const runs = new Map<string, { end?: object; readonly waiting: Set<(end: object) => void> }>();
  const open = new Set<string>();
  const http = createServer((_, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, greet));

  function greet(socket: WebSocket): void {
    const send = (frame: object) => socket.send(JSON.stringify(frame));
    let isIn = false;
    send({ type: 'event', event: 'connect.challenge', payload: { nonce: 'n', ts: 1 } });
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data));
      calls.push({ method, params });
      const reply = (payload: object) => send({ type: 'res', id, ok: true, payload });
      const refuse = (message: string, details: object) => {
        send({ type: 'res', id, ok: false, error: { code: 'INVALID_REQUEST', message, details } });
      };
      if (method === 'connect') {
        if (params.minProtocol > protocol || params.maxProtocol < protocol) {
          refuse('protocol mismatch', { code: 'PROTOCOL_MISMATCH', expectedProtocol: protocol });
          return socket.close(1002, 'protocol mismatch');
        }
        if (params.auth?.token !== token) {
          refuse('unauthorized: gateway token mismatch', { code: 'AUTH_TOKEN_MISMATCH' });
          return socket.close(1008, 'unauthorized');
        }
        isIn = true;
        return reply({ type: 'hello-ok', protocol, policy: { tickIntervalMs: 30_000 } });
      }
      if (!isIn) return socket.close(1008, 'not connected');
      if (method === 'agent') return runAgent(params, reply, socket);
      if (method === 'agent.wait') return waitFor(params.runId, params.timeoutMs, reply);
      if (method === 'chat.abort') {
        open.delete(params.runId);
        const aborted = runs.get(params.runId);
        if (aborted) aborted.end ??= { runId: params.runId, status: 'timeout', summary: 'aborted', stopReason: 'rpc' };
        return reply({ ok: true, aborted: true, runIds: [params.runId] });
      }
      return refuse(`unknown method: ${method}`, {});
    });
  }

  function runAgent(params: Record<string, string>, reply: (payload: object) => void, socket: WebSocket): void {
    const { message = '', idempotencyKey: key = '', sessionKey } = params;
    const known = runs.get(key);
    if (known?.end) return reply(known.end);
    if (known) return reply({ runId: key, status: 'in_flight', sessionKey });
    const run = { waiting: new Set<(end: object) => void>() } as { end?: object; readonly waiting: Set<(end: object) => void> };
    runs.set(key, run);
    open.add(key);
    reply({ runId: key, sessionKey, status: 'accepted', acceptedAt: 1 });
    script({
      message,
      key,
      session: sessionKey ?? '',
      settle(end) {
        open.delete(key);
        run.end ??= { runId: key, ...payloadOf(end) };
        reply({ runId: key, ...payloadOf(end) });
        for (const tell of run.waiting) tell(run.end);
      },
      drop: () => socket.terminate(),
    });
  }

  /** The end as `agent.wait` reports it: only the text, in another field. */
  function waitFor(key: string, timeoutMs: number, reply: (payload: object) => void): void {
    const tell = (end: object) => {
      const { status, result } = end as { status: string; result?: { payloads: { text: string }[] } };
      reply({
        runId: key,
        status,
        endedAt: 1,
        ...(result ? { terminalReply: { disposition: 'visible', text: result.payloads.map(({ text }) => text).join('\n') } } : {}),
      });
    };
    const run = runs.get(key);
    if (run?.end) return tell(run.end);
    if (run) return void run.waiting.add(tell);
    setTimeout(() => reply({ runId: key, status: 'timeout' }), Math.min(timeoutMs, 50));
  }

  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    port,
    calls,
    running: () => open.size,
    connections: () => sockets.clients.size,
    crash: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

function payloadOf(end: End): object {
  const meta = { agentMeta: { provider: 'fake', model: 'fake-model', usage: { input: 11, output: 7 } } };
  switch (end.kind) {
    case 'said':
      return { status: 'ok', summary: 'completed', result: { payloads: end.texts.map((text) => ({ text, mediaUrl: null })), meta } };
    case 'failed':
      return { status: 'error', summary: 'failed', result: { payloads: [{ text: end.reason, isError: true }], meta } };
    case 'flood':
      return { status: 'ok', result: { payloads: [{ text: 'x'.repeat(end.bytes) }] } };
  }
}
