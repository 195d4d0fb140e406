// What a kind of messenger is: a notifier that also listens. Its entry has all that a notifier's has, but opens a chat service. services/list.ts has all.

import type { z } from 'zod';
import type { NotifierEntry } from '../notify/notifier-kind.ts';
import { type SettingProblem, type SettingsOf, secretMissing } from '../notify/settings.ts';
import type { Clock } from '../system/clock.ts';
import type { Environment } from '../system/environment.ts';
import type { ChatService } from './chat-service.ts';

export type MessengerKind<Shape extends z.ZodRawShape = z.ZodRawShape> = NotifierEntry<Shape> & {
  /** Loads the libraries of the service, which are large. It reads secrets from their places each time, and has them in no result. */
  open(settings: SettingsOf<Shape>, host: MessengerHost): Promise<ChatService>;
};

/** What the broker offers to a chat service. */
export type MessengerHost = { readonly env: Environment; readonly clock: Clock };

/** Forgets the type of the settings, so that all kinds fit in one list. Safe, because they are parsed with the schema of their own kind. */
export function defineMessenger<Shape extends z.ZodRawShape>(kind: MessengerKind<Shape>): MessengerKind {
  return kind as unknown as MessengerKind;
}

// ── what most services need ────────────────────────────────────────────────────────────────────────────────────────

export const botTokenMissing = (settings: Parameters<typeof secretMissing<'token'>>[0]): readonly SettingProblem[] =>
  secretMissing(settings, 'token', 'the token of the bot is');

/** In the folder of the configuration, where people put it. */
export const tokenFile = (kind: string): string => `~/.config/answerback/${kind}-token`;

export const BOT_FLAGS = {
  'token-file': { brief: 'a file with the token, readable only by you', placeholder: 'file', missing: 'where is the token of the bot?' },
  'api-root': { brief: 'the address of the API, if it is not the usual one', placeholder: 'url' },
} as const;

export const HOW_TO_GET_A_BOT = 'How to get one: docs/MESSENGERS.md';
