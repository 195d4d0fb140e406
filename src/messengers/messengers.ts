// The chats of the configuration: each listens from the start of the broker, and stops before another takes its place.

import type { Notifier } from '../notify/notifier.ts';
import { type ChatSettings, isChat, type NotifierSettings } from '../notify/settings.ts';
import type { PeopleChat } from './people-chat.ts';

type Running = { readonly stamp: string; readonly chat: Promise<PeopleChat> };

export function createPeopleChats(
  settings: () => Readonly<Record<string, NotifierSettings>>,
  open: (name: string, settings: ChatSettings) => Promise<PeopleChat>,
) {
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
    const wanted = new Map(Object.entries(settings()).flatMap(([name, each]) => (isChat(each) ? [[name, each] as const] : [])));
    for (const [name, { stamp }] of running) if (stamp !== stampOf(wanted.get(name))) end(name);
    for (const [name, each] of wanted) {
      if (running.has(name)) continue;
      const chat = (ending.get(name) ?? Promise.resolve()).then(() => open(name, each));
      // Whoever uses it is told.
      chat.catch(() => {});
      running.set(name, { stamp: stampOf(each), chat });
    }
  }

  function end(name: string): void {
    const chat = running.get(name)?.chat;
    running.delete(name);
    ending.set(name, chat?.then((each) => each.close()).catch(() => {}) ?? Promise.resolve());
  }
}

const stampOf = (settings: ChatSettings | undefined): string => JSON.stringify(settings) ?? '';
