// Discord as a kind of messenger: its settings, and how it is added.
import { type SettingsOf, secret, url } from '../../../notify/settings.ts';
import { BOT_FLAGS, botTokenMissing, defineMessenger, HOW_TO_GET_A_BOT, tokenFile } from '../../messenger-kind.ts';

const settings = {
  ...secret('token', 'a file with the token of the bot'),
  'api-root': url.default('https://discord.com/api').describe('the address of the API, if you use a proxy'),
};
export type DiscordSettings = SettingsOf<typeof settings>;

export const discord = defineMessenger({
  kind: 'discord',
  brief: 'a [chat](MESSENGERS.md) on Discord, where you can answer too',
  settings,
  problems: botTokenMissing,
  add: { usage: `--token-file ${tokenFile('discord')}`, flags: BOT_FLAGS, more: HOW_TO_GET_A_BOT },
  open: async (given, { env, clock }) => (await import('./service.ts')).openDiscord({ settings: given, env, clock }),
});
