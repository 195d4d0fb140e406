// The composition root: wires journal, broker, HTTP routes and servers together, and stops them in order.

import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { createToolCalls } from '../agents/tool/channel.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import { chatName } from '../auto-answer/chat-agents/routes.ts';
import { type BrokerFolder, chatTokenFile, prepareFolder, socketPathProblem } from '../client/place.ts';
import { readOrMakeToken, readToken } from '../client/token.ts';
import type { Machine, Pane } from '../inbox/channel.ts';
import { createChannelInbox } from '../inbox/channel-inbox.ts';
import { createChannels, openChannels } from '../inbox/channels.ts';
import { watchDeadlines } from '../inbox/deadlines.ts';
import { createDecider, createDecisions } from '../inbox/decide.ts';
import { createDeliveries } from '../inbox/deliveries.ts';
import { createPauses } from '../inbox/pauses.ts';
import { createPromptQueue } from '../inbox/prompt-queue.ts';
import { createPrompts } from '../inbox/prompts.ts';
import { keepRecent } from '../inbox/retention.ts';
import { createSessions, endShortSessions } from '../inbox/sessions.ts';
import { createStatistics } from '../inbox/statistics.ts';
import { createWaiting } from '../inbox/waiting.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { type TmuxServers, tmuxServers } from '../pane/tmux/tmux.ts';
import type { Clock } from '../system/clock.ts';
import { realPlace, watchFolder } from '../system/folder.ts';
import { pidHere, pidNamespace } from '../system/pid-namespace.ts';
import { isAlive, whyNotInForeground } from '../system/processes.ts';
import { readable } from '../system/readable.ts';
import { realClock } from '../system/real-clock.ts';
import { createApp } from './app.ts';
import { ignored } from './config.ts';
import { keepCount } from './count-file.ts';
import { isChannel } from './guard.ts';
import { LISTS, type Lists, loadLists } from './lists.ts';
import { takeLock } from './lock.ts';
import { lazyMcp } from './mcp.ts';
import { Metrics } from './metrics.ts';
import { tokenName } from './routes/mcp.ts';
import { createServers, requestListener } from './servers.ts';
import { STORED_SHAPES } from './stored-shapes.ts';
import { EventStream } from './stream.ts';
import { createLan } from './web/lan.ts';
import { createWeb } from './web/web.ts';
import { type AnsweringParts, createAnswering } from './wire-auto-answer.ts';
import { createNotifying } from './wire-notifications.ts';

type BrokerOptions = {
  readonly place: BrokerFolder;
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

export type RunningBroker = { readonly port: number; stop(): Promise<void>; readonly stopped: Promise<void> };
export type Start = { readonly kind: 'started'; readonly broker: RunningBroker } | { readonly kind: 'taken' };

export class CannotStart extends Error {}

export async function openBroker({
  place,
  version,
  log,
  port,
  passed = [],
  patienceMs = 0,
  clock = realClock,
  lists = LISTS,
}: BrokerOptions): Promise<Start> {
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
  const stops = <T extends { stop(): unknown }>(thing: T): T => opened(thing, (it) => it.stop());
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
    const servers = opened(createServers({ place, requestedPort: port, passed }), (it) => it.close());
    stops(keepCount(journal, place.count, onError));
    const stream = opened(new EventStream(journal, onError), (it) => it.close());
    const waiting = stops(createWaiting(journal, clock));

    // The inbox. Its channels are opened below, when there is everything that they need.
    const channels = createChannels();
    const pauses = stops(createPauses({ journal, clock, onError, place: realPlace }));
    const paneName = async ({ tmux: socket, pane }: Pane) =>
      typeof socket === 'string' && pane !== undefined ? tmux(socket).sessionOf(pane) : undefined;
    const sessions = createSessions({ journal, clock, channels, paneName, onError });
    const decider = createDecider({ journal, channels, pauses });
    const queue = stops(createPromptQueue({ journal, clock, decider, onError }));
    const tokens: AnsweringParts['tokens'] = async (session, since) => channels.ofSession(session)?.tokens?.(session, since);
    const answering = stops(
      createAnswering({ place, version, lists: loaded, journal, clock, log, tokens, pauses, queue, decider, onError }),
    );
    const { config, autoAnswer, judge } = answering;
    const decisions = createDecisions({ journal, clock, decider, turns: autoAnswer });
    const deliveries = createDeliveries({ journal, clock, channels, pauses, onError });
    const prompts = createPrompts({ journal, clock, channelOf: channels.ofSession, newId, pauses, onError });

    const token = readOrMakeToken(place.token);
    const tokenFor = tokensOf(place);
    const lan = stops(createLan({ place, clock, onError }));
    const web = createWeb({ place, clock, publicUrl: () => config().publicUrl, port: servers.port, token, lan, onError });
    const { decide } = decisions;
    const resumeCommand = (session: AgentSession) => channels.ofSession(session)?.resumeCommand?.(session);
    const devices = web.devices.list;
    const notifying = stops(
      createNotifying({ place, lists, journal, clock, config, judge, pauses, decide, tmux, devices, resumeCommand, log, onError }),
    );

    const follow = async (from: string, to: string) => {
      await pauses.follow(from, to);
      await queue.followed(from);
      await prompts.follow(from, to);
    };
    const deliver = deliveries.mayBeDeliverable;
    const inboxParts = { journal, sessions, clock, waiting, newId, deliver, follow, queue };
    const running = stops(
      openChannels(channels, loaded.channels, {
        inbox: (program) => createChannelInbox({ ...inboxParts, program }),
        clock,
        machine: thisMachine(tmux),
        settings: (program) => config().channels[program],
        ignored: (program, folder) => ignored(config(), program, folder),
        debug: (why, about) => log.debug(about, why),
        warn: (what, about) => log.warn(about, what),
        onError,
      }),
    );
    const toolInbox = (program: string) => createChannelInbox({ ...inboxParts, program, forTool: true });
    const toolCalls = createToolCalls({ inbox: toolInbox, waiting, clock, newId });
    // They stop before the channels do, so that a delivery that ends with its channel is not taken for one that failed.
    stops(deliveries);
    stops(prompts);
    // The same for an answer that could not be delivered any more.
    stops(autoAnswer);
    const shortSessions = stops(endShortSessions({ journal, sessions, clock, isAlive, pidHere, onError }));
    const statistics = stops(createStatistics(journal));
    const metrics = new Metrics(journal);
    const stopping = opened(new AbortController(), (it) => it.abort());
    const mcp = opened(lazyMcp(place), (it) => it.close());
    const onForgotten = (count: number) => {
      statistics.startOver();
      log.info({ count }, 'removed old asks and sessions');
    };
    stops(keepRecent({ journal, clock, keep: () => config().keep, counted: autoAnswer.counted, onForgotten, onError }));
    const deadlines = stops(watchDeadlines(journal, clock, onError));

    await deadlines.ready;
    await deliveries.recover();
    await pauses.load();
    await running.start();
    await deliveries.resume();
    await prompts.resume();
    await shortSessions.resume();
    await queue.resume();
    await pauses.resume();
    await answering.resume();
    await notifying.resume();

    const startedAt = clock.now();
    const status = async () => {
      const problem = servers.problem();
      return {
        version,
        pid: process.pid,
        node: process.version,
        startedAt,
        folder: place.folder,
        socket: place.socket,
        tokenFile: place.token,
        url: `http://127.0.0.1:${servers.port()}`,
        ...(problem === undefined ? {} : { portProblem: problem }),
        web: await web.state(),
        channels: config().channels,
        journal: await journal.describe(),
        events: await journal.head(),
        openAsks: await journal.countOpen(),
        ...(await answering.status()),
        listeners: stream.size,
        memoryBytes: process.memoryUsage.rss(),
      };
    };
    const app = createApp({
      decisions,
      sessions,
      pauses,
      queue,
      channels,
      deliveries,
      toolCalls,
      prompts,
      answering,
      notifying,
      journal,
      statistics,
      now: clock.now,
      notices: () => answering.notices(),
      prompting: autoAnswer.prompting,
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
      status,
    });

    await servers.open(app);
    await lan.serve({ listener: requestListener(app, 'lan'), defaultPort: servers.port() + 1 });
    log.info({ version, pid: process.pid, port: servers.port(), problem: servers.problem(), socket: place.socket }, 'the broker is ready');
    return { kind: 'started', broker: { port: servers.port(), stop, stopped } };
  } catch (error) {
    await takeDown();
    throw error;
  }
}

/** What channels need from the computer that the broker runs on. */
function thisMachine(tmux: TmuxServers): Machine {
  return {
    env: process.env,
    terminal: ({ tmux: socket, pane }) =>
      typeof socket === 'string' && pane !== undefined && /^%\d+$/.test(pane) ? tmux(socket).terminal(pane) : undefined,
    watchFolder,
    isAlive,
    whyNotInForeground,
  };
}

/** The token that opens these routes only. */
function tokensOf(place: BrokerFolder): (path: string) => string | undefined {
  const [hookToken, askToken] = [readOrMakeToken(place.hookToken), readOrMakeToken(place.askToken)];
  return (path) => {
    if (isChannel(path)) return hookToken;
    const agent = chatName(path);
    if (agent !== undefined) return readToken(chatTokenFile(place, agent)) || undefined;
    const name = tokenName(path);
    // A person may allow it at any time.
    return name === 'answerToken' ? readToken(place.answerToken) || undefined : name && askToken;
  };
}

/** Only messages need it, so that a full disk does not keep the broker from starting. */
function notePid(place: BrokerFolder): void {
  try {
    writeFileSync(place.pid, `${[process.pid, pidNamespace].join('\n')}\n`, { mode: 0o600 });
  } catch {}
}

/** 60 random bits; a few characters are enough as a prefix. */
const newId = (): string => readable(randomBytes(12));
