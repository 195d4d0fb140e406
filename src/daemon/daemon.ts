// The composition root: wires journal, broker, routes and doors together, and takes them apart again in order.
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
import { ignored } from './config.ts';
import type { Door } from './door.ts';
import { takeLock } from './lock.ts';
import { createMachinery } from './machinery.ts';
import { Metrics } from './metrics.ts';
import { EventStream } from './stream.ts';
import { readOrMakeToken } from './token.ts';

export type DaemonOptions = {
  readonly place: Place;
  readonly version: string;
  readonly log: Logger;
  /** Undefined: the port of last time, else the usual one. 0: any. */
  readonly port?: number | undefined;
  /** How long to wait for an earlier broker to let go of the folder. */
  readonly patienceMs?: number | undefined;
  readonly clock?: Clock | undefined;
};

export type Daemon = { readonly port: number; stop(): Promise<void>; readonly stopped: Promise<void> };
export type Start = { readonly kind: 'started'; readonly daemon: Daemon } | { readonly kind: 'taken' };

export const USUAL_PORT = 4547;

/** In-flight requests get this long to finish when the broker stops. */
const GRACE_MS = 3_000;

export class CannotStart extends Error {}

export async function startDaemon({ place, version, log, port, patienceMs = 0, clock = realClock }: DaemonOptions): Promise<Start> {
  const tooLong = socketPathProblem(place);
  if (tooLong) throw new CannotStart(tooLong);
  prepareFolder(place);
  const lock = takeLock(place.lock, patienceMs);
  if (!lock) return { kind: 'taken' };

  // Taken down in the opposite order: whoever was started last stops first.
  const closers: (() => unknown)[] = [];
  const opened = <T>(thing: T, close: (thing: T) => unknown): T => {
    closers.push(() => close(thing));
    return thing;
  };
  const onError = (error: unknown) => log.error({ err: error }, 'something failed');
  /** Whatever fails on the way (a full disk, above all), a broker that was told to stop does not stay. */
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
    // Opened last, and closed only when everything behind them has stopped: whoever waits inside still gets a reply.
    const servers = opened<Server[]>([], (all) => Promise.all(all.map(closeDoor)));
    const stream = opened(new EventStream(journal), (it) => it.close());
    const waiting = opened(createWaiting(journal, clock), (it) => it.stop());
    const machinery = opened(createMachinery({ place, version, journal, clock, log, onError }), (it) => it.stop());
    const { config, machines, pauses } = machinery;
    const broker = createBroker({ journal, clock, machines });
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
    const deliveries = opened(createDeliveries({ journal, clock, channelOf: channels.ofAsk, paused: machines.paused, onError }), (it) =>
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
    const doors: { port: number; problem?: string } = { port: 0 };
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
        url: `http://127.0.0.1:${doors.port}`,
        ...(doors.problem ? { portProblem: doors.problem } : {}),
        channels: config().channels,
        journal: await journal.describe(),
        events: await journal.head(),
        openAsks: await journal.countOpen(),
        ...(await machinery.status()),
        listeners: stream.size,
        memoryBytes: process.memoryUsage.rss(),
      }),
    });

    const tcp = await openTcpDoor(app, place, port);
    servers.push(tcp.server);
    doors.port = (tcp.server.address() as AddressInfo).port;
    if (tcp.problem) doors.problem = tcp.problem;
    servers.push(await openSocketDoor(app, place));
    log.info(
      { version, pid: process.pid, port: doors.port, socket: place.socket, ...(tcp.problem ? { problem: tcp.problem } : {}) },
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
    return { kind: 'started', daemon: { port: doors.port, stop, stopped } };
  } catch (error) {
    await takeDown();
    throw error;
  }
}

async function openSocketDoor(app: Hono<{ Bindings: Door }>, place: Place): Promise<Server> {
  // Whoever left this file behind is dead: we hold the lock.
  rmSync(place.socket, { force: true });
  const server = createServer(listener(app, 'socket'));
  // The folder is 0700 already, so nobody slips in before the mode is set.
  await listen(server, { path: place.socket });
  chmodSync(place.socket, 0o600);
  return server;
}

/** The port stays the same from start to start, because hooks in settings files name it. */
async function openTcpDoor(
  app: Hono<{ Bindings: Door }>,
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
    // Nobody knows this broker by another port yet: the new one becomes its own.
    if (asked !== undefined || before !== undefined) {
      return { server, problem: `port ${wanted} is taken by another program; hooks and pages that use it do not reach this broker` };
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

function listener(app: Hono<{ Bindings: Door }>, door: Door['door']) {
  return getRequestListener((request, env) => app.fetch(request, { ...(env as Door), door }), { overrideGlobalObjects: true });
}

function listen(server: Server, where: { path: string } | { port: number; host: string }): Promise<void> {
  // Long polls and event streams may stay open for as long as they like.
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

/** Finishes what was begun; whoever is still not done after the grace is cut off. */
function closeDoor(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** 60 random bits in Crockford's alphabet: short to say, nothing to mistake, and a few characters suffice as a prefix. */
function newId(): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  return Array.from(randomBytes(12), (byte) => alphabet[byte & 31]).join('');
}
