// Notifications wired together: the notifiers of the configuration, their messages, and what a person chooses in one.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { AskView } from '../ask/schema/history.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import type { Place } from '../client/place.ts';
import { readOrMakeToken } from '../client/token.ts';
import type { Decide } from '../inbox/decide.ts';
import type { Pauses } from '../inbox/pauses.ts';
import type { Journal } from '../journal/journal.ts';
import { createPeopleChats } from '../messengers/messengers.ts';
import type { OpenChat } from '../messengers/open.ts';
import { createLinks } from '../notify/links.ts';
import { createNotifications } from '../notify/notifications.ts';
import type { Notifier, Sent } from '../notify/notifier.ts';
import { openCommandNotifier } from '../notify/notifiers/command.ts';
import { openDesktop } from '../notify/notifiers/desktop.ts';
import { openNtfy } from '../notify/notifiers/ntfy.ts';
import { openWebhook } from '../notify/notifiers/webhook.ts';
import { isChat, type NotifierSettings } from '../notify/settings.ts';
import { createTaps } from '../notify/taps.ts';
import { testMessage } from '../notify/text.ts';
import type { TmuxServers } from '../pane/tmux/tmux.ts';
import type { Clock } from '../system/clock.ts';
import { watchFolder } from '../system/folder.ts';
import { type Answering, minuteOfDay } from './answering.ts';
import { openedBySettings } from './opened.ts';
import { personIn } from './routes/notifiers.ts';
import type { Push } from './web/push.ts';

type NotifyingParts = {
  readonly place: Place;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly judge: Answering['judge'];
  readonly pauses: Pauses;
  readonly decide: Decide;
  readonly tmux: TmuxServers;
  /** The program and arguments that continue a session. */
  readonly resumeCommand: (session: AgentSession) => readonly string[] | undefined;
  readonly push: Push;
  readonly openChat: OpenChat;
  readonly log: Logger;
  readonly onError: (error: unknown) => void;
};

export type Notifying = ReturnType<typeof createNotifying>;

const TEST_WITHIN_MS = 20_000;
const MOST_SESSIONS = 500;

export function createNotifying({
  place,
  journal,
  clock,
  judge,
  pauses,
  decide,
  tmux,
  push,
  resumeCommand,
  openChat,
  log,
  onError,
}: NotifyingParts) {
  const { settings } = push;
  const links = createLinks(readOrMakeToken(place.linkKey));
  const taps = createTaps({ journal, decide });
  const notifiers = openedBySettings(settings, opened);
  const chats = createPeopleChats(settings, async (name, each) => {
    const debug = (about: object, what: string) => log.debug(about, what);
    const onBack = () => notifications.wake(name);
    const isAbout = (view: AskView) => notifications.isAbout(name, view);
    return openChat({
      name,
      settings: each,
      folder: place.peopleChats,
      journal,
      isAbout,
      decide,
      clock,
      onBack,
      debug,
      onError,
    });
  });
  const notifications = createNotifications({
    journal,
    clock,
    judge,
    pauses,
    settings,
    notifier: notifiers.get,
    resumeCommand,
    lastActive: async () => Math.max(0, ...(await terminals()).map(({ activeAt }) => activeAt)) || undefined,
    minuteOfDay,
    random: Math.random,
    onError,
  });

  const [folder, file] = [dirname(place.config), basename(place.config)];
  const stopWatching = watchFolder(folder, (changed) => {
    if (changed !== undefined && changed !== file) return;
    notifications.lookIfChanged();
    chats.sync();
  });

  return {
    links,
    /** A device that has turned notifications on is told what is already waiting. */
    lookIfChanged: notifications.lookIfChanged,
    chats,
    async resume(): Promise<void> {
      chats.sync();
      await notifications.resume();
    },

    /** Each notifier, whether it is likely to work, and what waits for it. */
    list: async () => {
      const all = Object.entries(settings()).map(async ([name, { kind, show }]) => {
        const { problem, ...state } = notifications.state(name);
        const wrong = (await notifiers.get(name)?.check()) ?? problem;
        const device = push.deviceName(name);
        const known = { name, kind, show, ...(device === undefined ? {} : { device }) };
        return { ...known, ok: wrong === undefined, message: wrong ?? 'works, as far as is known', ...state };
      });
      const unused = push.unused().map(({ name, show }) => ({ name, kind: 'web-push', show, ok: false, message: NO_DEVICE, waiting: 0 }));
      return [...(await Promise.all(all)), ...unused];
    },

    /** Who may answer in which chat. A chat that cannot be opened has nobody. */
    async people() {
      const names = Object.entries(settings()).flatMap(([name, each]) => (isChat(each) ? [name] : []));
      const found = names.map(
        async (name) => (await chats.get(name)?.catch(() => undefined))?.people().map((each) => personIn(name, each)) ?? [],
      );
      return (await Promise.all(found)).flat();
    },

    /** Sends a test message, without a name through all of them. */
    test: (name: string | undefined) =>
      Promise.all(
        Object.keys(settings())
          .filter((each) => name === undefined || each === name)
          .map(async (each) => ({ name: each, ...resultOf(await tested(notifiers.get(each))) })),
      ),

    taps,

    async stop(): Promise<void> {
      stopWatching();
      await notifications.stop();
      await Promise.all([notifiers.close(), chats.close()]);
    },
  };

  function opened(name: string, each: NotifierSettings): Notifier {
    const { env } = process;
    switch (each.kind) {
      case 'command':
        return openCommandNotifier({ name, settings: each, env });
      case 'desktop':
        return openDesktop({
          settings: each,
          env,
          terminals,
          choose: (choice) => void taps.chooseAndTell(choice, 'desktop', each.show, () => notifiers.get(name)).catch(onError),
        });
      case 'webhook':
        return openWebhook({ settings: each, env, now: clock.now });
      case 'ntfy':
        return openNtfy({ settings: each, env, linkTo: links.pathTo });
      case 'web-push':
        return push.open(name, each);
      case 'telegram':
      case 'slack':
      case 'discord':
        return chats.notifier(name);
    }
  }

  /** The terminals that are attached to the tmux servers of agents, and to the usual one. */
  async function terminals() {
    const usual = join(process.env.TMUX_TMPDIR ?? '/tmp', `tmux-${process.getuid?.() ?? 0}`, 'default');
    const sessions = await journal.sessions({ ended: false, limit: MOST_SESSIONS });
    const sockets = new Set([usual, ...sessions.flatMap(({ tmux: socket }) => (typeof socket === 'string' ? [socket] : []))]);
    const found = await Promise.all([...sockets].filter((socket) => existsSync(socket)).map((socket) => tmux(socket).clients()));
    return found.flat();
  }
}

async function tested(notifier: Notifier | undefined): Promise<Sent> {
  const sent = notifier?.send(testMessage(`test:${randomBytes(6).toString('hex')}`), AbortSignal.timeout(TEST_WITHIN_MS));
  return (
    (await sent?.catch((error): Sent => ({ kind: 'failed', reason: String(error), again: false }))) ?? {
      kind: 'failed',
      reason: 'it is gone',
      again: false,
    }
  );
}

const NO_DEVICE = 'no device has notifications on: open the page on it (answerback web) and turn them on in its settings';

const resultOf = (sent: Sent) => ({ ok: sent.kind === 'sent', message: sent.kind === 'sent' ? 'sent' : sent.reason });
