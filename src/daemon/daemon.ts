// The composition root: wires journal, broker, routes and doors together, and takes them apart again in order.
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { createBroker } from '../broker/broker.ts';
import { createPrompts } from '../broker/prompts.ts';
import { createHooks, PROGRAM } from '../channels/claude-code/hooks/hooks.ts';
import { createKeys } from '../channels/claude-code/keys/keys.ts';
import { createScreens } from '../channels/claude-code/screen/pane-watchers.ts';
import { claudeFolder, watchRunningAgents } from '../channels/claude-code/sessions/running.ts';
import { transcriptFiles } from '../channels/claude-code/transcript/files.ts';
import type { Terminal } from '../channels/terminal.ts';
import { type Place, prepareFolder, socketPathProblem } from '../client/place.ts';
import type { Clock } from '../decide/clock.ts';
import { watchDeadlines } from '../decide/deadlines.ts';
import { createWaiting } from '../decide/waiting.ts';
import { realClock } from '../drivers/clock.ts';
import { isAlive } from '../drivers/processes.ts';
import { openSqliteJournal } from '../drivers/sqlite/journal.ts';
import { type TmuxServers, tmuxServers } from '../drivers/tmux/servers.ts';
import type { AgentSession } from '../question/words.ts';
import { createApp } from './app.ts';
import { hookSettings } from './config.ts';
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

  const undo: (() => unknown)[] = [() => lock.release()];
  try {
    const journal = openSqliteJournal(place.journal);
    undo.push(() => journal.close());
    const onError = (error: unknown) => log.error({ err: error }, 'something failed');
    const waiting = createWaiting(journal, clock);
    const machinery = createMachinery({ place, version, journal, clock, log, onError });
    const { config, machines, pauses } = machinery;
    undo.push(() => machinery.stop());
    const broker = createBroker({ journal, clock, waiting, newId, machines });
    const tmux = tmuxServers();
    undo.push(() => tmux.close());
    const keys = createKeys({
      journal,
      clock,
      alive: isAlive,
      transcript: transcriptFiles,
      terminal: (session) => paneOf(tmux, session),
      paused: machines.paused,
    });
    const prompts = createPrompts({ journal, clock, keys, newId, pauses, onError });
    const hooks = createHooks({
      keys,
      journal,
      broker,
      clock,
      waiting,
      newId,
      transcript: transcriptFiles,
      settings: () => hookSettings(config()),
      alive: isAlive,
      debug: (why, about) => log.debug(about, why),
      onError,
    });
    const screens = createScreens({
      journal,
      broker,
      clock,
      newId,
      transcript: transcriptFiles,
      evidence: hooks.evidence,
      heard: hooks.heard,
      alive: isAlive,
      actor: `agent:${PROGRAM}`,
      settings: () => hookSettings(config()),
      terminal: (session) => paneOf(tmux, session),
      onError,
    });
    const stream = new EventStream(journal);
    const metrics = new Metrics(journal);
    const deadlines = watchDeadlines(journal, clock, onError);
    await deadlines.ready;
    await hooks.resume();
    await prompts.resume();
    await screens.resume();
    const stopWatching = watchRunningAgents(claudeFolder(process.env), (all) => screens.running(all));
    undo.push(stopWatching, () => screens.stop());
    await machinery.resume();

    const stopping = new AbortController();
    const startedAt = clock.now();
    const doors: { port: number; problem?: string } = { port: 0 };
    const app = createApp({
      broker,
      hooks,
      prompts,
      screens,
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
        mode: config()['claude-code'].mode,
        journal: await journal.describe(),
        events: await journal.head(),
        openAsks: await journal.countOpen(),
        ...(await machinery.status()),
        listeners: stream.size,
        memoryBytes: process.memoryUsage.rss(),
      }),
    });

    const tcp = await openTcpDoor(app, place, port);
    undo.push(() => tcp.server.close());
    doors.port = (tcp.server.address() as AddressInfo).port;
    if (tcp.problem) doors.problem = tcp.problem;
    const socket = await openSocketDoor(app, place);
    log.info(
      { version, pid: process.pid, port: doors.port, socket: place.socket, ...(tcp.problem ? { problem: tcp.problem } : {}) },
      'the broker is ready',
    );

    let stopped: Promise<void> | undefined;
    let isOver = () => {};
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    const stop = () => {
      stopped ??= (async () => {
        log.info('stopping');
        // Whatever fails on the way (a full disk, above all), a broker that was told to stop does not stay.
        try {
          await deadlines.stop();
          stopping.abort();
          hooks.stop();
          prompts.stop();
          stopWatching();
          screens.stop();
          await machinery.stop();
          waiting.stop();
          stream.close();
          await Promise.all([closeDoor(socket), closeDoor(tcp.server), tmux.close()]);
          await journal.close();
          rmSync(place.socket, { force: true });
          lock.release();
          log.info('stopped');
        } catch (error) {
          onError(error);
        } finally {
          isOver();
        }
      })();
      return stopped;
    };
    return { kind: 'started', daemon: { port: doors.port, stop, stopped: over } };
  } catch (error) {
    for (const step of undo.reverse()) await step();
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

function paneOf(servers: TmuxServers, { tmux, pane }: AgentSession): Terminal | undefined {
  return typeof tmux === 'string' && typeof pane === 'string' && /^%\d+$/.test(pane) ? servers.at(tmux).terminal(pane) : undefined;
}

/** 60 random bits in Crockford's alphabet: short to say, nothing to mistake, and a few characters suffice as a prefix. */
function newId(): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  return Array.from(randomBytes(12), (byte) => alphabet[byte & 31]).join('');
}
