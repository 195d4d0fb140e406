// The composition root: wires journal, broker, HTTP routes and servers together, and stops them in order.

import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { createToolCalls } from '../agents/tool/channel.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import { chatTokenFile, type Place, prepareFolder, socketPathProblem } from '../client/place.ts';
import { readOrMakeToken, readToken } from '../client/token.ts';
import type { Machine, Pane } from '../inbox/agent.ts';
import { createBroker } from '../inbox/broker.ts';
import { createChannels } from '../inbox/channels.ts';
import { watchDeadlines } from '../inbox/deadlines.ts';
import { createDeliveries } from '../inbox/deliveries.ts';
import { createPrompts } from '../inbox/prompts.ts';
import { keepRecent } from '../inbox/retention.ts';
import { createShortSessions } from '../inbox/short-sessions.ts';
import { createStatistics } from '../inbox/statistics.ts';
import { createWaiting } from '../inbox/waiting.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { tmuxServers } from '../pane/tmux/tmux.ts';
import type { Clock } from '../system/clock.ts';
import { watchFolder } from '../system/folder.ts';
import { pidHere, pidNamespace } from '../system/pid-namespace.ts';
import { isAlive, whyNotInForeground } from '../system/processes.ts';
import { readable } from '../system/readable.ts';
import { realClock } from '../system/real-clock.ts';
import { type AnsweringParts, createAnswering } from './answering.ts';
import { createApp } from './app.ts';
import { ignored } from './config.ts';
import { keepCount } from './count-file.ts';
import { isChannel } from './guard.ts';
import { LISTS, type Lists, loadLists } from './lists.ts';
import { takeLock } from './lock.ts';
import { lazyMcp } from './mcp.ts';
import { Metrics } from './metrics.ts';
import { createNotifying } from './notifying.ts';
import { chatName } from './routes/chat.ts';
import { tokenName } from './routes/mcp.ts';
import { closeServer, openServers, requestListener } from './servers.ts';
import { STORED_SHAPES } from './stored-shapes.ts';
import { EventStream } from './stream.ts';
import { createLan } from './web/lan.ts';
import { createWeb } from './web/web.ts';

type DaemonOptions = {
  readonly place: Place;
  readonly version: string;
  readonly log: Logger;
  /** Undefined: the port used last, or the usual one. 0: any free port. */
  readonly port?: number | undefined;
  /** File descriptors of sockets that a service manager has opened for us. */
  readonly passed?: readonly number[] | undefined;
  /** How long to wait until an earlier broker has released the folder. */
  readonly patienceMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /** What is plugged in; a test can pass more. */
  readonly lists?: Lists | undefined;
};

export type Daemon = { readonly port: number; stop(): Promise<void>; readonly stopped: Promise<void> };
export type Start = { readonly kind: 'started'; readonly daemon: Daemon } | { readonly kind: 'taken' };

export class CannotStart extends Error {}

export async function startDaemon({
  place,
  version,
  log,
  port,
  passed = [],
  patienceMs = 0,
  clock = realClock,
  lists = LISTS,
}: DaemonOptions): Promise<Start> {
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
  rmSync(place.stopped, { force: true });
  try {
    notePid(place);
    const loaded = await loadLists(lists);
    const report = (damage: string) => log.error({ damage }, 'the journal is damaged; answerback doctor says more');
    // The token is made right after the first journal.
    const isExpected = existsSync(place.token);
    const journal = opened(openSqliteJournal(place.journal, { shapes: STORED_SHAPES, report, isExpected }), (it) => it.close());
    const tmux = tmuxServers(process.env);
    // The servers close after everything that uses them, so that waiting requests still get a reply.
    const servers = opened<Server[]>([], (all) => Promise.all(all.map(closeServer)));
    opened(keepCount(journal, place.count, onError), (it) => it.stop());
    const stream = opened(new EventStream(journal, onError), (it) => it.close());
    const waiting = opened(createWaiting(journal, clock), (it) => it.stop());
    const tokens: AnsweringParts['tokens'] = async (session, since) => channels.ofSession(session)?.tokens?.(session, since);
    const cannotDeliver: AnsweringParts['cannotDeliver'] = async (view, verdict) => channels.ofAsk(view)?.cannotDeliver?.(view, verdict);
    const answering = opened(
      createAnswering({ place, version, lists: loaded, journal, clock, log, tokens, cannotDeliver, onError }),
      (it) => it.stop(),
    );
    const { config, autoAnswer, pauses } = answering;
    const paneName = async ({ tmux: socket, pane }: Pane) =>
      typeof socket === 'string' && pane !== undefined ? tmux(socket).sessionOf(pane) : undefined;
    const broker = createBroker({ journal, clock, autoAnswer, cannotDeliver, paneName, onError });
    const tcpState: { port: number; problem?: string } = { port: 0 };
    const token = readOrMakeToken(place.token);
    const lan = opened(
      createLan({ place, clock, listener: () => requestListener(app, 'lan'), defaultPort: () => tcpState.port + 1, onError }),
      (it) => it.stop(),
    );
    const web = createWeb({ place, clock, publicUrl: () => config().publicUrl, port: () => tcpState.port, token, lan, onError });
    const resumeCommand = (session: AgentSession) => channels.ofSession(session)?.resumeCommand?.(session);
    const notifying = opened(
      createNotifying({ place, lists, journal, clock, answering, broker, tmux, devices: web.devices.list, resumeCommand, log, onError }),
      (it) => it.stop(),
    );
    const machine: Machine = {
      env: process.env,
      terminal: ({ tmux: socket, pane }) =>
        typeof socket === 'string' && pane !== undefined && /^%\d+$/.test(pane) ? tmux(socket).terminal(pane) : undefined,
      watchFolder,
      isAlive,
      whyNotInForeground,
    };
    const channels = opened(
      createChannels({
        list: loaded.channels,
        tool: (inbox) => createToolCalls({ inbox, waiting, clock, newId }),
        journal,
        broker,
        clock,
        waiting,
        newId,
        machine,
        deliver: (id) => deliveries.start(id),
        follow: async (from, to) => {
          await pauses.follow(from, to);
          await autoAnswer.queue.followed(from);
          await prompts.follow(from, to);
        },
        queue: autoAnswer.queue,
        settings: (program) => config().channels[program],
        ignored: (program, folder) => ignored(config(), program, folder),
        debug: (why, about) => log.debug(about, why),
        warn: (what, about) => log.warn(about, what),
        onError,
      }),
      (it) => it.stop(),
    );
    const deliveries = opened(
      createDeliveries({ journal, clock, channelOf: channels.ofAsk, programs: channels.programs, paused: autoAnswer.paused, onError }),
      (it) => it.stop(),
    );
    const prompts = opened(createPrompts({ journal, clock, channelOf: channels.ofSession, newId, pauses, onError }), (it) => it.stop());
    const shortSessions = opened(createShortSessions({ journal, broker, clock, isAlive, pidHere, onError }), (it) => it.stop());
    const statistics = opened(createStatistics(journal), (it) => it.stop());
    const metrics = new Metrics(journal);
    const stopping = opened(new AbortController(), (it) => it.abort());
    const mcp: ReturnType<typeof lazyMcp> = opened(
      lazyMcp(place, () => app),
      (it) => it.close(),
    );
    const [hookToken, askToken] = [readOrMakeToken(place.hookToken), readOrMakeToken(place.askToken)];
    const tokenFor = (path: string): string | undefined => {
      if (isChannel(path)) return hookToken;
      const agent = chatName(path);
      if (agent !== undefined) return readToken(chatTokenFile(place, agent)) || undefined;
      const name = tokenName(path);
      // A person may allow it at any time.
      return name === 'answerToken' ? readToken(place.answerToken) || undefined : name && askToken;
    };
    opened(
      keepRecent({
        journal,
        clock,
        keep: () => config().keep,
        counted: autoAnswer.counted,
        onForgotten(count) {
          statistics.startOver();
          log.info({ count }, 'removed old asks and sessions');
        },
        onError,
      }),
      (it) => it.stop(),
    );
    const deadlines = opened(watchDeadlines(journal, clock, onError), (it) => it.stop());

    await deadlines.ready;
    await deliveries.recover();
    await channels.start();
    await deliveries.resume();
    await prompts.resume();
    await shortSessions.resume();
    await answering.resume();
    await notifying.resume();

    const startedAt = clock.now();
    const app = createApp({
      broker,
      channels,
      deliveries,
      toolCalls: channels.tool,
      prompts,
      answering,
      notifying,
      journal,
      statistics,
      stream,
      metrics,
      web,
      token,
      tokenFor,
      mcp: mcp.of,
      version,
      stopping: stopping.signal,
      onError,
      stop: () => setImmediate(() => void stop()),
      backup: async (file) => {
        if (existsSync(file)) return undefined;
        await journal.backup(file);
        return statSync(file).size;
      },
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
        web: await web.state(),
        channels: config().channels,
        journal: await journal.describe(),
        events: await journal.head(),
        openAsks: await journal.countOpen(),
        ...(await answering.status()),
        listeners: stream.size,
        memoryBytes: process.memoryUsage.rss(),
      }),
    });

    Object.assign(tcpState, await openServers({ app, place, requestedPort: port, passed, servers }));
    await lan.resume();
    log.info({ version, pid: process.pid, ...tcpState, socket: place.socket }, 'the broker is ready');

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

/** Only messages need it, so that a full disk does not keep the broker from starting. */
function notePid(place: Place): void {
  try {
    writeFileSync(place.pid, `${[process.pid, pidNamespace].join('\n')}\n`, { mode: 0o600 });
  } catch {}
}

/** 60 random bits; a few characters are enough as a prefix. */
const newId = (): string => readable(randomBytes(12));
