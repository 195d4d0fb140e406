// The composition root: wires journal, broker, HTTP routes and servers together, and stops them in order.
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { createBroker } from '../broker/broker.ts';
import { createChannels } from '../broker/channels.ts';
import { createDeliveries } from '../broker/deliveries.ts';
import { createPrompts } from '../broker/prompts.ts';
import type { Machine } from '../channels/channel.ts';
import { CHANNELS } from '../channels/list.ts';
import { createToolCalls } from '../channels/tool-call/channel.ts';
import { type Place, prepareFolder, socketPathProblem } from '../client/place.ts';
import type { Clock } from '../decide/clock.ts';
import { watchDeadlines } from '../decide/deadlines.ts';
import { createWaiting } from '../decide/waiting.ts';
import { realClock } from '../drivers/clock.ts';
import { watchFolder } from '../drivers/folder.ts';
import { isAlive } from '../drivers/processes.ts';
import { openSqliteJournal } from '../drivers/sqlite/journal.ts';
import { tmuxServers } from '../drivers/tmux/servers.ts';
import { createApp } from './app.ts';
import type { Bindings } from './bindings.ts';
import { ignored } from './config.ts';
import { takeLock } from './lock.ts';
import { createMachinery } from './machinery.ts';
import { Metrics } from './metrics.ts';
import { EventStream } from './stream.ts';
import { readOrMakeToken } from './token.ts';

export type DaemonOptions = {
  readonly place: Place;
  readonly version: string;
  readonly log: Logger;
  /** Undefined: the port used last, or the usual one. 0: any free port. */
  readonly port?: number | undefined;
  /** How long to wait until an earlier broker has released the folder. */
  readonly patienceMs?: number | undefined;
  readonly clock?: Clock | undefined;
};

export type Daemon = { readonly port: number; stop(): Promise<void>; readonly stopped: Promise<void> };
export type Start = { readonly kind: 'started'; readonly daemon: Daemon } | { readonly kind: 'taken' };

export const USUAL_PORT = 4547;

/** How long running requests may take to finish when the broker stops. */
const GRACE_MS = 3_000;

export class CannotStart extends Error {}

export async function startDaemon({ place, version, log, port, patienceMs = 0, clock = realClock }: DaemonOptions): Promise<Start> {
  const tooLong = socketPathProblem(place);
  if (tooLong) throw new CannotStart(tooLong);
  prepareFolder(place);
  const lock = takeLock(place.lock, patienceMs);
  if (!lock) return { kind: 'taken' };

  // Closed in reverse order: what was started last stops first.
  const closers: (() => unknown)[] = [];
  const opened = <T>(thing: T, close: (thing: T) => unknown): T => {
    closers.push(() => close(thing));
    return thing;
  };
  const onError = (error: unknown) => log.error({ err: error }, 'something failed');
  /** Errors (such as a full disk) are logged and do not keep the broker from stopping. */
  const takeDown = async () => {
    for (const close of closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        onError(error);
      }
    }
  };
  opened(lock, () => lock.release());
  try {
    const journal = opened(openSqliteJournal(place.journal), (it) => it.close());
    const tmux = opened(tmuxServers(), (it) => it.close());
    // The servers close after everything that uses them, so that waiting requests still get a reply.
    const servers = opened<Server[]>([], (all) => Promise.all(all.map(closeServer)));
    const stream = opened(new EventStream(journal), (it) => it.close());
    const waiting = opened(createWaiting(journal, clock), (it) => it.stop());
    const machinery = opened(createMachinery({ place, version, journal, clock, log, onError }), (it) => it.stop());
    const { config, autoAnswer, pauses } = machinery;
    const broker = createBroker({ journal, clock, autoAnswer });
    const machine: Machine = {
      env: process.env,
      terminal: ({ tmux: socket, pane }) =>
        typeof socket === 'string' && pane !== undefined && /^%\d+$/.test(pane) ? tmux.at(socket).terminal(pane) : undefined,
      watchFolder,
      isAlive,
    };
    const channels = opened(
      createChannels({
        list: CHANNELS,
        journal,
        broker,
        clock,
        waiting,
        newId,
        machine,
        deliver: (id) => deliveries.start(id),
        settings: (program) => config().channels[program],
        ignored: (program, folder) => ignored(config(), program, folder),
        debug: (why, about) => log.debug(about, why),
        onError,
      }),
      (it) => it.stop(),
    );
    const deliveries = opened(createDeliveries({ journal, clock, channelOf: channels.ofAsk, paused: autoAnswer.paused, onError }), (it) =>
      it.stop(),
    );
    const prompts = opened(createPrompts({ journal, clock, channelOf: channels.ofSession, newId, pauses, onError }), (it) => it.stop());
    const toolCalls = createToolCalls({ inbox: channels.inbox, waiting });
    const metrics = new Metrics(journal);
    const stopping = opened(new AbortController(), (it) => it.abort());
    const deadlines = opened(watchDeadlines(journal, clock, onError), (it) => it.stop());

    await deadlines.ready;
    await deliveries.recover();
    await channels.start();
    await deliveries.resume();
    await prompts.resume();
    await machinery.resume();

    const startedAt = clock.now();
    const tcpState: { port: number; problem?: string } = { port: 0 };
    const app = createApp({
      broker,
      channels,
      deliveries,
      toolCalls,
      prompts,
      machinery,
      journal,
      stream,
      metrics,
      token: readOrMakeToken(place.token),
      hookToken: readOrMakeToken(place.hookToken),
      version,
      stopping: stopping.signal,
      onError,
      stop: () => setImmediate(() => void stop()),
      status: async () => ({
        version,
        pid: process.pid,
        node: process.version,
        startedAt,
        folder: place.folder,
        socket: place.socket,
        tokenFile: place.token,
        url: `http://127.0.0.1:${tcpState.port}`,
        ...(tcpState.problem ? { portProblem: tcpState.problem } : {}),
        channels: config().channels,
        journal: await journal.describe(),
        events: await journal.head(),
        openAsks: await journal.countOpen(),
        ...(await machinery.status()),
        listeners: stream.size,
        memoryBytes: process.memoryUsage.rss(),
      }),
    });

    const tcp = await openTcp(app, place, port);
    servers.push(tcp.server);
    tcpState.port = (tcp.server.address() as AddressInfo).port;
    if (tcp.problem) tcpState.problem = tcp.problem;
    servers.push(await openSocket(app, place));
    log.info(
      { version, pid: process.pid, port: tcpState.port, socket: place.socket, ...(tcp.problem ? { problem: tcp.problem } : {}) },
      'the broker is ready',
    );

    let isOver = () => {};
    const stopped = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    let ending: Promise<void> | undefined;
    const stop = () => {
      ending ??= endNow();
      return ending;
    };
    async function endNow(): Promise<void> {
      log.info('stopping');
      await takeDown();
      log.info('stopped');
      isOver();
    }
    return { kind: 'started', daemon: { port: tcpState.port, stop, stopped } };
  } catch (error) {
    await takeDown();
    throw error;
  }
}

async function openSocket(app: Hono<{ Bindings: Bindings }>, place: Place): Promise<Server> {
  // We hold the lock, so the broker that left this file behind is dead.
  rmSync(place.socket, { force: true });
  const server = createServer(listener(app, 'socket'));
  // The folder already has mode 0700, so nobody can connect before the mode is set.
  await listen(server, { path: place.socket });
  chmodSync(place.socket, 0o600);
  return server;
}

/** The port stays the same across restarts, because hooks in settings files contain it. */
async function openTcp(
  app: Hono<{ Bindings: Bindings }>,
  place: Place,
  asked: number | undefined,
): Promise<{ server: Server; problem?: string }> {
  const before = rememberedPort(place);
  const wanted = asked ?? before ?? USUAL_PORT;
  const server = createServer(listener(app, 'tcp'));
  try {
    await listen(server, { port: wanted, host: '127.0.0.1' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    await listen(server, { port: 0, host: '127.0.0.1' });
    // At the first start nobody uses the port yet, so the broker keeps the new one.
    if (asked !== undefined || before !== undefined) {
      return { server, problem: `port ${wanted} is used by another program; hooks and pages that use it do not reach this broker` };
    }
  }
  const { port } = server.address() as AddressInfo;
  if (asked !== 0 && port !== before) writeFileSync(place.port, `${port}\n`, { mode: 0o600 });
  return { server };
}

function rememberedPort(place: Place): number | undefined {
  try {
    const port = Number(readFileSync(place.port, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}

function listener(app: Hono<{ Bindings: Bindings }>, via: Bindings['via']) {
  return getRequestListener((request, env) => app.fetch(request, { ...(env as Bindings), via }), { overrideGlobalObjects: true });
}

function listen(server: Server, where: { path: string } | { port: number; host: string }): Promise<void> {
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

/** 60 random bits in Crockford's alphabet: easy to read aloud, no look-alikes, and a few characters are enough as a prefix. */
function newId(): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  return Array.from(randomBytes(12), (byte) => alphabet[byte & 31]).join('');
}
