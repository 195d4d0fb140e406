// What Discord's errors mean, and what to do about them, for somebody who has just made their first bot.
import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import type { ChatFailure } from '../../chat-service.ts';
import { unreachable } from '../unreachable.ts';

export const WAIT = 'Discord asked for a pause: too many messages';
const PAGE = 'discord.com/developers/applications';
const TOKEN = `Discord does not accept the token of the bot. Make a new one (${PAGE}, Bot, Reset Token) and put it into the file`;

const KNOWN: Readonly<Record<number, string>> = {
  10003: 'Discord: there is no such channel, or the bot cannot see it',
  50001: 'Discord: the bot has no access to this channel. Give it "View Channel" and "Send Messages" there',
  50007:
    'Discord: the bot cannot write to this person. They have to be on a server with the bot, and allow direct messages from its members',
  50013: 'Discord: the bot lacks a permission in this channel. It needs "View Channel", "Send Messages" and "Attach Files"',
  50278: 'Discord: the bot cannot write to this person. They have to be on a server with the bot',
};
/** Why the gateway closed the connection for good. */
const CLOSED: Readonly<Record<number, string>> = {
  4004: TOKEN,
  4013: 'Discord does not know what the bot wants to hear (intents)',
  4014: `Discord: the bot asks for an intent that is off. Turn on "Message Content Intent" (${PAGE}, Bot, Privileged Gateway Intents)`,
};
const UNKNOWN_MESSAGE = 10_008;
const OTHERS_MESSAGE = 50_005;

export const reasonOfClose = (code: number): string | undefined => CLOSED[code];

export const isGone = (error: unknown): boolean =>
  error instanceof DiscordAPIError && (error.code === UNKNOWN_MESSAGE || error.code === OTHERS_MESSAGE);

/** `hidden` takes secrets out of texts. */
export function failureOf(error: unknown, hidden: (text: string) => string): ChatFailure {
  if (error instanceof RateLimitError) return { kind: 'failed', reason: WAIT, again: true, afterMs: Math.ceil(error.retryAfter) };
  if (error instanceof DiscordAPIError) {
    const known = error.status === 401 ? TOKEN : KNOWN[Number(error.code)];
    return { kind: 'failed', reason: known ?? hidden(`Discord refused this: ${error.message} (${error.code})`), again: false };
  }
  if (error instanceof HTTPError) return { kind: 'failed', reason: `Discord replied ${error.status}`, again: error.status >= 500 };
  return unreachable('Discord', error, hidden);
}

/** What people copy by mistake: the application has several secrets on several pages. */
export function wrongKind(token: string): string | undefined {
  if (/^(Bot|Bearer) /i.test(token)) return `the token of the Discord bot should stand in the file alone, without "${token.split(' ')[0]}"`;
  if (/^[0-9a-f]{64}$/i.test(token))
    return `this is the public key of the Discord application, not the token of its bot (${PAGE}, Bot, Reset Token)`;
  if (/^\d{15,22}$/.test(token)) return `this is the id of the Discord application, not the token of its bot (${PAGE}, Bot, Reset Token)`;
  if (token.split('.').length !== 3)
    return `this is not the token of a Discord bot, which has three parts with dots between them. A client secret does not work (${PAGE}, Bot, Reset Token)`;
  return undefined;
}
