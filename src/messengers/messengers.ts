// The chats of the configuration: each listens from the start of the broker, and stops before another takes its place.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AskView } from '../ask/schema/history.ts';
import type { Decide } from '../inbox/decide.ts';
import type { Journal } from '../journal/journal.ts';
import type { Notifier } from '../notify/notifier.ts';
import { entryOf } from '../notify/notifier-kind.ts';
import type { NotifierSettings } from '../notify/settings.ts';
import type { Clock } from '../system/clock.ts';
import type { MessengerKind } from './messenger-kind.ts';
import type { PeopleChat } from './people-chat.ts';
import { chatDataFile, type Paired } from './store.ts';

type PeopleChatsOptions = {
  readonly kinds: readonly MessengerKind[];
  /** The notifiers of the configuration, by name. */
  readonly settings: () => Readonly<Record<string, NotifierSettings>>;
  /** Where the data of each is stored. */
  readonly folder: string;
  readonly journal: Journal;
  readonly decide: Decide;
  readonly clock: Clock;
  /** Whether the chat of this name is for the ask, by its `about`, `when` and `unless`. */
  readonly isAbout: (name: string, view: AskView) => Promise<boolean>;
  /** Its connection is there again. */
  readonly onBack: (name: string) => void;
  readonly debug: (about: object, what: string) => void;
  readonly onError: (error: unknown) => void;
};

/** What the HTTP routes of chats use of the broker. */
export type MessengersContext = {
  readonly notifying: { readonly chats: ReturnType<typeof createPeopleChats> };
  readonly stopping: AbortSignal;
};

type Running = { readonly stamp: string; readonly chat: Promise<PeopleChat> };

export function createPeopleChats({ kinds, settings, folder, isAbout, onBack, ...common }: PeopleChatsOptions) {
  const running = new Map<string, Running>();
  /** Two programs must not listen to one bot: the next one begins when the one before has ended. */
  const ending = new Map<string, Promise<unknown>>();
  let isClosed = false;

  return {
    /** After a start, and when the configuration has changed. */
    sync,
    get: (name: string): Promise<PeopleChat> | undefined => {
      sync();
      return running.get(name)?.chat;
    },
    /** As the outbox of notifications uses it. */
    notifier: (name: string): Notifier => ({
      send: (message, signal) => within(name, (chat) => chat.send(message, signal)),
      withdraw: (message, signal) => within(name, async (chat) => (await chat.withdraw?.(message, signal)) ?? { kind: 'sent' }),
      check: async () => {
        try {
          return await (await running.get(name)?.chat)?.check();
        } catch (error) {
          return String(error);
        }
      },
      close: async () => {},
    }),
    /** Who may answer in which chat. A chat that cannot be opened has nobody. */
    async people(): Promise<readonly (Paired & { readonly notifier: string })[]> {
      sync();
      const found = Object.keys(settings()).map(async (notifier) => {
        const chat = await running.get(notifier)?.chat.catch(() => undefined);
        return (chat?.people() ?? []).map((person) => ({ ...person, notifier }));
      });
      return (await Promise.all(found)).flat();
    },
    async close(): Promise<void> {
      isClosed = true;
      for (const name of [...running.keys()]) end(name);
      await Promise.all(ending.values());
    },
  };

  async function within<T>(name: string, call: (chat: PeopleChat) => Promise<T>) {
    sync();
    const chat = await running.get(name)?.chat;
    return chat ? call(chat) : ({ kind: 'failed', reason: `no chat is called "${name}" any more`, again: false } as const);
  }

  function sync(): void {
    if (isClosed) return;
    const all = settings();
    for (const [name, { stamp }] of running) if (stamp !== stampOf(all[name])) end(name);
    for (const [name, each] of Object.entries(all)) {
      const kind = entryOf(kinds, each);
      if (!kind || running.has(name)) continue;
      const chat = (ending.get(name) ?? Promise.resolve()).then(() => open(name, each, kind));
      // Whoever uses it is told.
      chat.catch(() => {});
      running.set(name, { stamp: stampOf(each), chat });
    }
  }

  /** Loaded when there is a chat, because brokers without one do not need it. */
  async function open(name: string, each: NotifierSettings, kind: MessengerKind): Promise<PeopleChat> {
    const { openPeopleChat } = await import('./people-chat.ts');
    const damaged = (reason: string) => common.onError(new Error(reason));
    return openPeopleChat({
      ...common,
      name,
      service: await kind.open(each, { env: process.env, clock: common.clock }),
      surface: kind.kind,
      show: each.show,
      file: chatDataFile(join(folder, `${name}.json`), damaged),
      isAbout: (view) => isAbout(name, view),
      onBack: () => onBack(name),
      random: Math.random,
      bytes: randomBytes,
    });
  }

  function end(name: string): void {
    const chat = running.get(name)?.chat;
    running.delete(name);
    ending.set(name, chat?.then((each) => each.close()).catch(() => {}) ?? Promise.resolve());
  }
}

const stampOf = (settings: NotifierSettings | undefined): string => JSON.stringify(settings) ?? '';
