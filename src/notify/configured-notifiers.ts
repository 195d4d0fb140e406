// The notifiers of the configuration, wired together: each is opened when needed, gets its messages, is tested and listed, and takes what a person chooses.
import { randomBytes } from 'node:crypto';
import type { Decide } from '../inbox/decide.ts';
import { openedBySettings } from '../system/opened-by-settings.ts';
import { createLinks } from './links.ts';
import { createNotifications, type NotificationsOptions } from './notifications.ts';
import type { Notifier, Sent } from './notifier.ts';
import { entryOf, type NotifierHost, type NotifierKind } from './notifier-kind.ts';
import type { AttachedTerminal } from './notifiers/terminals.ts';
import type { PushDevices } from './notifiers/web-push/devices.ts';
import { createTaps } from './taps.ts';
import { testMessage } from './text.ts';

type ConfiguredNotifiersOptions = Omit<NotificationsOptions, 'settings' | 'notifier' | 'lastActive' | 'random'> & {
  readonly kinds: readonly NotifierKind[];
  /** Notifiers of other kinds: the chats. */
  readonly chat: (name: string) => Notifier;
  readonly push: PushDevices;
  /** `activeAt`: when a person last used it. */
  readonly terminals: () => Promise<readonly (AttachedTerminal & { readonly activeAt: number })[]>;
  readonly decide: Decide;
  /** Signs links. */
  readonly linkSecret: string;
};

const TEST_WITHIN_MS = 20_000;

export function createConfiguredNotifiers({ kinds, chat, push, terminals, decide, linkSecret, ...common }: ConfiguredNotifiersOptions) {
  const { journal, clock, onError } = common;
  const { settings } = push;
  const links = createLinks(linkSecret);
  const taps = createTaps({ journal, decide });
  const host: NotifierHost = {
    env: process.env,
    now: clock.now,
    terminals,
    linkTo: links.pathTo,
    choose: (...choice) => void taps.chooseAndTell(...choice).catch(onError),
    push,
  };
  const notifiers = openedBySettings(settings, (name, each) => entryOf(kinds, each)?.open(name, each, host) ?? chat(name));
  const notifications = createNotifications({
    ...common,
    settings,
    notifier: notifiers.get,
    lastActive: async () => Math.max(0, ...(await terminals()).map(({ activeAt }) => activeAt)) || undefined,
    random: Math.random,
  });

  return {
    links,
    taps,
    resume: notifications.resume,
    lookIfChanged: notifications.lookIfChanged,
    wake: notifications.wake,
    isAbout: notifications.isAbout,

    /** Each notifier, whether it is likely to work, and what waits for it. */
    list: async () => {
      const all = Object.entries(settings()).map(async ([name, { kind, show }]) => {
        const { problem, ...state } = notifications.state(name);
        const wrong = (await notifiers.get(name)?.check()) ?? problem;
        const device = push.deviceName(name);
        const known = { name, kind, show, ...(device === undefined ? {} : { device }) };
        return { ...known, ok: wrong === undefined, message: wrong ?? 'works, as far as is known', ...state };
      });
      return [...(await Promise.all(all)), ...push.unused()];
    },

    /** Sends a test message, without a name through all of them. */
    test: (name: string | undefined) =>
      Promise.all(
        Object.keys(settings())
          .filter((each) => name === undefined || each === name)
          .map(async (each) => {
            const sent = await tested(notifiers.get(each));
            return { name: each, ok: sent.kind === 'sent', message: sent.kind === 'sent' ? 'sent' : sent.reason };
          }),
      ),

    async stop(): Promise<void> {
      await notifications.stop();
      await notifiers.close();
    },
  };
}

async function tested(notifier: Notifier | undefined): Promise<Sent> {
  if (!notifier) return { kind: 'failed', reason: 'it is gone', again: false };
  try {
    return await notifier.send(testMessage(`test:${randomBytes(6).toString('hex')}`), AbortSignal.timeout(TEST_WITHIN_MS));
  } catch (error) {
    return { kind: 'failed', reason: String(error), again: false };
  }
}
