// One chat with people, wired together. Loaded when the configuration has one (dist/people-chat.cjs); each service is a file of its own.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Broker } from '../broker/broker.ts';
import { openPeopleChat, type PeopleChat } from '../broker/people-chat/people-chat.ts';
import { type ChatData, EMPTY } from '../broker/people-chat/store.ts';
import type { Talks } from '../broker/people-chat/talks.ts';
import type { ChatService } from '../decide/chat-service.ts';
import type { Clock } from '../decide/clock.ts';
import type { Journal } from '../decide/journal.ts';
import type { ChatSettings } from '../decide/notify/settings.ts';
import { chatDataFile } from '../drivers/chat-data-file.ts';

export type ChatParts = {
  readonly name: string;
  readonly settings: ChatSettings;
  /** Where its data is stored. */
  readonly folder: string;
  readonly journal: Journal;
  readonly decide: Broker['decide'];
  readonly clock: Clock;
  readonly onBack: () => void;
  readonly debug: (about: object, what: string) => void;
  readonly onError: (error: unknown) => void;
};
export type OpenChat = (parts: ChatParts) => Promise<PeopleChat>;

export async function openChat(parts: ChatParts, talks: Talks): Promise<PeopleChat> {
  const { name, settings, folder, onError } = parts;
  const service = await serviceOf(settings, parts.clock);
  return openPeopleChat({
    ...parts,
    talks,
    service,
    surface: settings.kind,
    show: settings.show,
    file: chatDataFile<ChatData>(join(folder, `${name}.json`), EMPTY, (reason) => onError(new Error(reason))),
    random: Math.random,
    bytes: randomBytes,
  });
}

async function serviceOf(settings: ChatSettings, clock: Clock): Promise<ChatService> {
  const { env } = process;
  switch (settings.kind) {
    case 'telegram':
      return (await import('../drivers/chats/telegram.ts')).openTelegram({ settings, env, clock });
    case 'slack':
      return (await import('../drivers/chats/slack.ts')).openSlack({ settings, env, clock });
    case 'discord':
      return (await import('../drivers/chats/discord.ts')).openDiscord({ settings, env, clock });
  }
}
