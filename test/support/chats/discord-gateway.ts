// The gateway of the fake Discord: hello, identify, heartbeats, resume with what was missed, dispatches.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

export const PRIVILEGED = { messageContent: 1 << 15 };
export const INTENTS = { guildMessages: 1 << 9, directMessages: 1 << 12 };
const KNOWN_INTENTS = (1 << 22) - 1;

type Session = {
  readonly id: string;
  readonly intents: number;
  readonly events: { readonly s: number; readonly t: string; readonly d: object }[];
};

export function startGateway(options: {
  readonly token: string;
  readonly url: () => string;
  readonly allowed: () => number;
  readonly me: object;
}) {
  const sessions = new Map<string, Session>();
  const connected = new Map<WebSocket, Session>();
  const upgrades = new WebSocketServer({ noServer: true });
  let counter = 0;
  const newNumber = (): number => {
    counter += 1;
    return counter;
  };
  let heartbeats = 0;
  let closesWith: number | undefined;

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    if (searchParams.get('v') !== '10' || searchParams.get('encoding') !== 'json') return void socket.destroy();
    upgrades.handleUpgrade(request, socket, head, greet);
  }

  function greet(socket: WebSocket): void {
    const send = (frame: object) => socket.send(JSON.stringify(frame));
    socket.on('close', () => connected.delete(socket));
    socket.on('message', (data) => {
      const { op, d } = JSON.parse(String(data)) as { op: number; d: Record<string, unknown> | number | null };
      if (op === 1) {
        heartbeats += 1;
        return send({ op: 11, d: null, s: null, t: null });
      }
      if (op !== 2 && op !== 6) return socket.close(4001, 'Unknown opcode');
      const given = d as { token: string; intents: number; properties?: object; session_id: string; seq: number };
      if (connected.has(socket)) return socket.close(4005, 'Already authenticated');
      if (given.token !== options.token) return socket.close(4004, 'Authentication failed');
      if (op === 2) return identify(socket, given.intents, given.properties);
      const session = sessions.get(given.session_id);
      if (!session) return send({ op: 9, d: false, s: null, t: null });
      connected.set(socket, session);
      for (const event of session.events.filter(({ s }) => s > given.seq)) send({ op: 0, ...event });
      dispatchTo(socket, session, 'RESUMED', {});
    });
    if (closesWith !== undefined) return socket.close(closesWith);
    send({ op: 10, d: { heartbeat_interval: 41_250 }, s: null, t: null });
  }

  function identify(socket: WebSocket, intents: unknown, properties: unknown): void {
    if (typeof intents !== 'number' || (intents & ~KNOWN_INTENTS) !== 0) return socket.close(4013, 'Invalid intent(s)');
    if ((intents & PRIVILEGED.messageContent & ~options.allowed()) !== 0) return socket.close(4014, 'Disallowed intent(s)');
    if (typeof properties !== 'object') return socket.close(4002, 'Error while decoding payload.');
    const session: Session = { id: `session${newNumber()}`, intents, events: [] };
    sessions.set(session.id, session);
    connected.set(socket, session);
    dispatchTo(socket, session, 'READY', {
      v: 10,
      user: options.me,
      guilds: [],
      session_id: session.id,
      resume_gateway_url: options.url(),
      application: { id: '42', flags: 0 },
    });
  }

  function dispatchTo(socket: WebSocket, session: Session, t: string, d: object): void {
    const event = { s: session.events.length + 1, t, d };
    session.events.push(event);
    socket.send(JSON.stringify({ op: 0, ...event }));
  }

  return {
    upgrade,
    connections: () => connected.size,
    heartbeats: () => heartbeats,
    /** To the newest session, or to the one that was lost: it gets what it missed when it resumes. `needs`: the intent, 0 for none. */
    dispatch(t: string, d: (intents: number) => object, needs: number): void {
      const [socket, current] = [...connected].at(-1) ?? [undefined, [...sessions.values()].at(-1)];
      if (!current || (needs !== 0 && (current.intents & needs) === 0)) return;
      if (socket) dispatchTo(socket, current, t, d(current.intents));
      else current.events.push({ s: current.events.length + 1, t, d: d(current.intents) });
    },
    /** Every new connection is closed with this code. */
    closeWith(code: number | undefined): void {
      closesWith = code;
    },
    drop(): void {
      for (const socket of upgrades.clients) socket.terminate();
    },
    /** Sessions that nobody can resume any more. */
    forget(): void {
      sessions.clear();
    },
    askToReconnect(): void {
      for (const socket of connected.keys()) socket.send(JSON.stringify({ op: 7, d: null, s: null, t: null }));
    },
  };
}
