// Telegram as a kind of messenger: its settings, and how it is added.
import { type SettingsOf, secret, url } from '../../../notify/settings.ts';
import { BOT_FLAGS, botTokenMissing, defineMessenger, HOW_TO_GET_A_BOT, tokenFile } from '../../messenger-kind.ts';

const settings = {
  ...secret('token', 'a file with the token of the bot, from @BotFather'),
  'api-root': url.default('https://api.telegram.org').describe('the server of the Bot API, if it is your own'),
};
export type TelegramSettings = SettingsOf<typeof settings>;

export const telegram = defineMessenger({
  kind: 'telegram',
  brief: 'a [chat](MESSENGERS.md) on Telegram, where you can answer too',
  settings,
  problems: botTokenMissing,
  add: { usage: `--token-file ${tokenFile('telegram')}`, flags: BOT_FLAGS, more: HOW_TO_GET_A_BOT },
  open: async (given, { env, clock }) => (await import('./service.ts')).openTelegram({ settings: given, env, clock }),
});
