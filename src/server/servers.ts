// The broker's HTTP servers: a unix socket for the user's own programs, a TCP port for hooks and pages. A service manager may have opened their sockets.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { BrokerFolder } from '../client/place.ts';
import type { Bindings } from '../http/request.ts';

type App = Hono<{ Bindings: Bindings }>;

type ServersParts = {
  readonly place: BrokerFolder;
  /** Undefined: the port used last, or the usual one. 0: any free port. */
  readonly requestedPort: number | undefined;
  /** File descriptors of sockets that are open already. */
  readonly passed: readonly number[];
};

export const DEFAULT_PORT = 4547;

/** How long running requests may take to finish when the broker stops. */
const GRACE_MS = 3_000;
const FIRST_PASSED_FD = 3;
const MAX_PASSED = 8;

/** What systemd passes to a service that it starts because of a connection. The variables are removed: they are not for programs that we start. */
export function passedSockets(env: NodeJS.ProcessEnv): readonly number[] {
  const { LISTEN_PID, LISTEN_FDS } = env;
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete env[name];
  if (Number(LISTEN_PID) !== process.pid) return [];
  return Array.from({ length: Math.min(Number(LISTEN_FDS) || 0, MAX_PASSED) }, (_, index) => FIRST_PASSED_FD + index);
}

export function createServers({ place, requestedPort, passed }: ServersParts) {
  /** Every server that was opened, also if a later one fails. */
  const servers: Server[] = [];
  let tcp: { readonly port: number; readonly problem?: string } = { port: 0 };
  return {
    /** 0 until they are open. */
    port: (): number => tcp.port,
    /** Why the port is not the one that hooks know. */
    problem: (): string | undefined => tcp.problem,
    async open(app: App): Promise<void> {
      const adopted = await Promise.all(passed.map((fd) => adopt(app, fd, servers)));
      const port = adopted.find((each) => each !== undefined);
      tcp = port === undefined ? await openTcp(app, place, requestedPort, servers) : { port };
      if (port !== undefined) savePort(place, port);
      if (!adopted.includes(undefined)) await openUnixSocket(app, place, servers);
    },
    close: () => Promise.all(servers.map(closeServer)),
  };
}

/** The port; undefined if it is a unix socket. */
async function adopt(app: App, fd: number, servers: Server[]): Promise<number | undefined> {
  const server = createServer();
  servers.push(server);
  await listen(server, { fd });
  // Node knows no address of a unix socket that it did not open itself.
  const address = server.address() as AddressInfo | null;
  if (address && !['127.0.0.1', '::1'].includes(address.address))
    throw new Error(`the service manager passed a socket that listens on ${address.address}; only 127.0.0.1 is allowed`);
  server.on('request', requestListener(app, address ? 'tcp' : 'socket'));
  return address?.port;
}

async function openUnixSocket(app: App, place: BrokerFolder, servers: Server[]): Promise<void> {
  // We hold the lock, so the broker that left this file behind is dead.
  rmSync(place.socket, { force: true });
  const server = createServer(requestListener(app, 'socket'));
  servers.push(server);
  // The folder already has mode 0700, so nobody can connect before the mode is set.
  await listen(server, { path: place.socket });
  chmodSync(place.socket, 0o600);
}

/** The port stays the same across restarts, because hooks in settings files contain it. */
async function openTcp(
  app: App,
  place: BrokerFolder,
  requestedPort: number | undefined,
  servers: Server[],
): Promise<{ port: number; problem?: string }> {
  const before = savedPort(place);
  const wanted = requestedPort ?? before ?? DEFAULT_PORT;
  const server = createServer(requestListener(app, 'tcp'));
  servers.push(server);
  const port = () => (server.address() as AddressInfo).port;
  try {
    await listen(server, { port: wanted, host: '127.0.0.1' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    await listen(server, { port: 0, host: '127.0.0.1' });
    // At the first start nobody uses the port yet, so the broker keeps the new one.
    if (requestedPort !== undefined || before !== undefined)
      return { port: port(), problem: `port ${wanted} is used by another program; hooks and pages that use it do not reach this broker` };
  }
  if (requestedPort !== 0) savePort(place, port());
  return { port: port() };
}

function savedPort(place: BrokerFolder): number | undefined {
  try {
    const port = Number(readFileSync(place.port, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

function savePort(place: BrokerFolder, port: number): void {
  if (port !== savedPort(place)) writeFileSync(place.port, `${port}\n`, { mode: 0o600 });
}

export function requestListener(app: App, via: Bindings['via']) {
  return getRequestListener((request, env) => app.fetch(request, { ...(env as Bindings), via }), { overrideGlobalObjects: true });
}

function listen(server: Server, where: { path: string } | { port: number; host: string } | { fd: number }): Promise<void> {
  // Long polls and event streams may stay open without limit.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Lets running requests finish, and cuts off those that take longer than GRACE_MS. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
