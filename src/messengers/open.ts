// One chat with people, wired together. Loaded when the configuration has one; each service is a file of its own.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ChatSettings } from '../notify/settings.ts';
import type { Clock } from '../system/clock.ts';
import type { ChatService } from './chat-service.ts';
import { chatDataFile } from './data-file.ts';
import { openPeopleChat, type PeopleChat, type PeopleChatParts } from './people-chat.ts';
import { type ChatData, EMPTY, isChatData } from './store.ts';

/** `folder`: where its data is stored. */
export type ChatParts = Pick<PeopleChatParts, 'name' | 'journal' | 'isAbout' | 'decide' | 'clock' | 'onBack' | 'debug' | 'onError'> & {
  readonly settings: ChatSettings;
  readonly folder: string;
};

export type OpenChat = (parts: ChatParts) => Promise<PeopleChat>;

export async function openChat(parts: ChatParts): Promise<PeopleChat> {
  const { name, settings, folder, onError } = parts;
  const service = await serviceOf(settings, parts.clock);
  return openPeopleChat({
    ...parts,
    service,
    surface: settings.kind,
    show: settings.show,
    file: chatDataFile<ChatData>(join(folder, `${name}.json`), EMPTY, isChatData, (reason) => onError(new Error(reason))),
    random: Math.random,
    bytes: randomBytes,
  });
}

async function serviceOf(settings: ChatSettings, clock: Clock): Promise<ChatService> {
  const { env } = process;
  switch (settings.kind) {
    case 'telegram':
      return (await import('./services/telegram/service.ts')).openTelegram({ settings, env, clock });
    case 'slack':
      return (await import('./services/slack/service.ts')).openSlack({ settings, env, clock });
    case 'discord':
      return (await import('./services/discord/service.ts')).openDiscord({ settings, env, clock });
  }
}
