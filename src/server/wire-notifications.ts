// Notifications of this broker: the notifiers and chats of its configuration, with the files, tmux servers and browsers that they need.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { AgentSession } from '../ask/schema/session.ts';
import type { BrokerFolder } from '../client/place.ts';
import { readOrMakeToken } from '../client/token.ts';
import type { Decide } from '../inbox/decide.ts';
import type { Pauses } from '../inbox/pauses.ts';
import type { Journal } from '../journal/journal.ts';
import { createPeopleChats } from '../messengers/messengers.ts';
import { createConfiguredNotifiers } from '../notify/configured-notifiers.ts';
import { createPushDevices } from '../notify/notifiers/web-push/devices.ts';
import type { TmuxServers } from '../pane/tmux/tmux.ts';
import type { Clock } from '../system/clock.ts';
import { watchFolder } from '../system/folder.ts';
import type { Lists } from './lists.ts';
import type { Device } from './web/devices.ts';
import { type Answering, minuteOfDay } from './wire-auto-answer.ts';

type NotifyingOptions = {
  readonly place: BrokerFolder;
  readonly lists: Lists;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly config: Answering['config'];
  readonly judge: Answering['judge'];
  readonly pauses: Pauses;
  readonly decide: Decide;
  readonly tmux: TmuxServers;
  /** The browsers that are let in. */
  readonly devices: () => readonly Device[];
  /** The program and arguments that continue a session. */
  readonly resumeCommand: (session: AgentSession) => readonly string[] | undefined;
  readonly log: Logger;
  readonly onError: (error: unknown) => void;
};

export type Notifying = ReturnType<typeof createNotifying>;

const MOST_SESSIONS = 500;

export function createNotifying(options: NotifyingOptions) {
  const { place, lists, journal, clock, config, judge, pauses, decide, tmux, devices, resumeCommand, log, onError } = options;
  const push = createPushDevices({
    secret: () => readOrMakeToken(place.pushKey),
    file: place.pushSubscriptions,
    configured: () => config().notify,
    devices,
  });
  const chats = createPeopleChats({
    kinds: lists.messengers,
    settings: push.settings,
    folder: place.peopleChats,
    journal,
    decide,
    clock,
    isAbout: (name, view) => notifiers.isAbout(name, view),
    onBack: (name) => notifiers.wake(name),
    debug: (about, what) => log.debug(about, what),
    onError,
  });
  const notifiers = createConfiguredNotifiers({
    kinds: lists.notifiers,
    chat: chats.notifier,
    push,
    terminals,
    decide,
    linkSecret: readOrMakeToken(place.linkKey),
    journal,
    clock,
    judge,
    pauses,
    resumeCommand,
    minuteOfDay,
    onError,
  });

  const [folder, file] = [dirname(place.config), basename(place.config)];
  const stopWatching = watchFolder(folder, (changed) => {
    if (changed !== undefined && changed !== file) return;
    notifiers.lookIfChanged();
    chats.sync();
  });

  return {
    ...notifiers,
    chats,
    push,
    async resume(): Promise<void> {
      chats.sync();
      await notifiers.resume();
    },
    async stop(): Promise<void> {
      stopWatching();
      // Chats last: a message may still be on its way to one.
      await notifiers.stop();
      await chats.close();
    },
  };

  /** The terminals that are attached to the tmux servers of agents, and to the usual one. */
  async function terminals() {
    const usual = join(process.env.TMUX_TMPDIR ?? '/tmp', `tmux-${process.getuid?.() ?? 0}`, 'default');
    const sessions = await journal.sessions({ ended: false, limit: MOST_SESSIONS });
    const sockets = new Set([usual, ...sessions.flatMap(({ tmux: socket }) => (typeof socket === 'string' ? [socket] : []))]);
    const found = await Promise.all([...sockets].filter((socket) => existsSync(socket)).map((socket) => tmux(socket).clients()));
    return found.flat();
  }
}
