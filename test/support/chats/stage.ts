// A broker with a chat, and people in it: what the suite of chats plays on.
import { mkdirSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { AskView } from '../../../src/ask/schema/history.ts';
import type { AskRequest } from '../../../src/client/client.ts';
import type { ChatPerson, MessageRef } from '../../../src/messengers/chat-service.ts';
import { eventually } from '../eventually.ts';
import { aRequest, by, type Home, home } from '../home.ts';
import type { FakeChat, Shown } from './fake-chat.ts';

export const ADA: ChatPerson = { id: '501', name: '@ada' };
export const GRACE: ChatPerson = { id: '502', name: '@grace' };
export const STRANGER: ChatPerson = { id: '666', name: '@mallory' };
/** The question of `aRequest`. */
export const DATABASE = 'Which database should we use?';
/** The name of the notifier in the configuration. */
export const CHAT = 'team';

export type Stage = ReturnType<typeof stageOf>;

export async function openStage(fake: FakeChat, settings: object = {}): Promise<Stage> {
  const at = home();
  mkdirSync(at.place.folder, { recursive: true });
  const stage = stageOf(at, fake);
  stage.configure({ [CHAT]: { ...fake.settings(at.place.folder), ...settings } });
  return stage;
}

function stageOf(at: Home, fake: FakeChat) {
  const client = () => at.client();
  const latest = (chat: string, text: string): Shown | undefined => fake.shown(chat).findLast((each) => each.text.includes(text));
  return {
    at,
    fake,
    configure: (notify: object): void => writeFileSync(at.place.config, JSON.stringify({ notify })),

    async pair(person: ChatPerson, name: string, chat = fake.chat(person)): Promise<void> {
      const { code } = await client().pair(CHAT, name, by('ada').by);
      fake.say(person, chat, code);
      const paired = await client().paired(CHAT, code);
      if (paired?.name !== name) throw new Error(`${name} could not pair`);
      await eventually(() => latest(chat, `as ${name}`) !== undefined);
    },

    ask: (over: Partial<AskRequest> = {}): Promise<AskView> => client().ask(aRequest({ rules: 'tolerant', ...over }) as AskRequest),

    /** The latest message with this text, as soon as it is there. */
    card: (chat: string, text: string): Promise<Shown> => eventually(() => latest(chat, text)),

    /** The message when it says this, or has this button. */
    async when({ chat, message }: MessageRef, wanted: string): Promise<Shown> {
      return eventually(() =>
        fake
          .shown(chat)
          .find((each) => each.at.message === message && (each.text.includes(wanted) || each.buttons.flat().includes(wanted))),
      );
    },

    /** Taps buttons one after the other, each when the message has changed after the one before. */
    async tap(person: ChatPerson, at: MessageRef, ...labels: readonly string[]): Promise<void> {
      for (const label of labels) {
        const before = await this.when(at, label);
        const tap = fake.tap(person, at, label);
        await eventually(() => fake.told(tap) !== undefined && !this.looksLike(before));
      }
    },

    looksLike: (before: Shown): boolean => fake.shown(before.at.chat).some((each) => isDeepStrictEqual(each, before)),

    /** Replies to a message, one text after the other; `then` is what it says after each. */
    async reply(person: ChatPerson, to: MessageRef, text: string, then?: string): Promise<MessageRef> {
      const said = fake.say(person, to.chat, text, to);
      if (then !== undefined) await this.when(to, then);
      return said;
    },

    /** The ask when it is no longer open. */
    over: async (id: string): Promise<AskView> =>
      eventually(async () => {
        const view = await client().show(id);
        return view.state === 'open' ? undefined : view;
      }),

    async close(): Promise<void> {
      await at.close();
      await fake.close();
    },
  };
}
