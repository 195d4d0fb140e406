// Slack as a kind of messenger: its settings, and how it is added.
import { type SettingsOf, secret, secretMissing, url } from '../../../notify/settings.ts';
import { BOT_FLAGS, botTokenMissing, defineMessenger, HOW_TO_GET_A_BOT, tokenFile } from '../../messenger-kind.ts';

const settings = {
  ...secret('token', 'a file with the bot token (xoxb-…)'),
  ...secret('app-token', 'a file with the app-level token (xapp-…), for Socket Mode'),
  'api-root': url.default('https://slack.com/api/').describe('the address of the Web API, for workspaces that have another one'),
};
export type SlackSettings = SettingsOf<typeof settings>;

export const slack = defineMessenger({
  kind: 'slack',
  brief: 'a [chat](MESSENGERS.md) on Slack, where you can answer too',
  settings,
  problems: (given) => [...botTokenMissing(given), ...secretMissing(given, 'app-token', 'the app-level token (xapp-…) is')],
  add: {
    usage: `--token-file ${tokenFile('slack')} --app-token-file ${tokenFile('slack-app')}`,
    flags: {
      'token-file': BOT_FLAGS['token-file'],
      'app-token-file': {
        brief: 'a file with the app-level token (xapp-…)',
        placeholder: 'file',
        missing: 'where is the app-level token (xapp-…)?',
      },
      'api-root': BOT_FLAGS['api-root'],
    },
    more: HOW_TO_GET_A_BOT,
  },
  open: async (given, { env, clock }) => (await import('./service.ts')).openSlack({ settings: given, env, clock }),
});
