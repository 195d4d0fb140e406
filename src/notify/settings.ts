// Settings of notifiers in the user's file: what they show, when, and through what. Secrets are never in the file, only the paths to them.
import { z } from 'zod';
import { duration, hours, oneOrMore } from '../ask/match/fields.ts';
import { ownCriteria } from '../ask/match/schema.ts';

const where = z.string().min(1, 'name a file or an environment variable');
const url = z.url({ protocol: /^https?$/, error: 'write an address that begins with https:// or http://' });

const everyNotifier = {
  show: z
    .enum(['full', 'header', 'nothing'], 'say full, header or nothing')
    .default('full')
    .describe('full: the question and its options; header: project and headers; nothing: only that something waits'),
  about: oneOrMore(z.enum(['asks', 'finished', 'died', 'undelivered', 'mismatched'], 'say asks, finished, died, undelivered or mismatched'))
    .default(['asks'])
    .describe(
      'asks: questions, permissions and plans; finished: an agent ended its turn; died: an agent crashed or was killed; undelivered, mismatched: what became of a decision',
    ),
  when: ownCriteria.default({}).describe('only about these asks: all of these must hold'),
  unless: ownCriteria
    .refine((given) => Object.keys(given).length > 0, 'say which asks it is not for, or leave unless out')
    .optional()
    .describe('but not about these: if all of them hold'),
  after: duration.optional().describe('only if nobody has decided for this long: 10m'),
  away: duration.optional().describe('only when no person was active for this long: 2m'),
  quiet: oneOrMore(hours).optional().describe('what comes in these hours waits until they are over: 22:00-07:00'),
};

const commandSettings = z.strictObject({
  kind: z.literal('command'),
  run: z
    .array(z.string().min(1))
    .min(1, 'give the program and its arguments as a list, e.g. [my-notifier, --loud]')
    .describe('the program and its arguments; no shell reads them'),
  withdraw: z.boolean().default(false).describe('also run it when the ask is over, with "event": "withdrawn"'),
  ...everyNotifier,
});

const desktopSettings = z.strictObject({
  kind: z.literal('desktop'),
  on: oneOrMore(z.enum(['desktop', 'terminals'], 'say desktop or terminals'))
    .default(['desktop', 'terminals'])
    .describe('desktop: a notification of notify-send or macOS; terminals: the terminals that are attached to tmux'),
  ...everyNotifier,
});

const webhookSettings = z.strictObject({
  kind: z.literal('webhook'),
  url: url.describe('where the message is sent as JSON'),
  'secret-file': where.optional().describe('a file with the secret that requests are signed with'),
  'secret-env': where.optional().describe('or an environment variable of the broker that has it'),
  ...everyNotifier,
});

const ntfySettings = z.strictObject({
  kind: z.literal('ntfy'),
  url: url.default('https://ntfy.sh').describe('the server'),
  topic: z
    .string()
    .regex(/^[-_A-Za-z0-9]{1,64}$/, 'a topic has up to 64 letters, digits, - and _')
    .describe('whoever knows it can read the messages'),
  'token-file': where.optional().describe('a file with the access token'),
  'token-env': where.optional().describe('or an environment variable of the broker that has it'),
  priority: z.int().min(1).max(5).optional().describe('1 to 5; 3 is the usual one'),
  links: url.optional().describe('an address under which your phone reaches the broker: options become buttons'),
  ...everyNotifier,
});

/** `kind` of a chat service is also the surface in the record of what people decide there. */
const telegramSettings = z.strictObject({
  kind: z.literal('telegram'),
  'token-file': where.optional().describe('a file with the token of the bot, from @BotFather'),
  'token-env': where.optional().describe('or an environment variable of the broker that has it'),
  'api-root': url.default('https://api.telegram.org').describe('the server of the Bot API, if it is your own'),
  ...everyNotifier,
});

const webPushSettings = z.strictObject({
  kind: z.literal('web-push'),
  devices: oneOrMore(z.string().min(1))
    .optional()
    .describe('only these devices, by their names (answerback web devices); without it, all that have notifications on'),
  contact: z
    .url({ protocol: /^(https|mailto)$/, error: 'write mailto: and an address, or an address with https://' })
    .default('mailto:answerback@example.com')
    .describe('whom the push services of browsers may write to: mailto:you@example.com'),
  services: oneOrMore(url).optional().describe('push services in your own network; all others must be public'),
  ...everyNotifier,
});

/** For devices that have notifications on, if the configuration does not mention them. */
export const USUAL_WEB_PUSH = webPushSettings.parse({ kind: 'web-push' }, { jitless: true });

const slackSettings = z.strictObject({
  kind: z.literal('slack'),
  'token-file': where.optional().describe('a file with the bot token (xoxb-…)'),
  'token-env': where.optional().describe('or an environment variable of the broker that has it'),
  'app-token-file': where.optional().describe('a file with the app-level token (xapp-…), for Socket Mode'),
  'app-token-env': where.optional().describe('or an environment variable of the broker that has it'),
  'api-root': url.default('https://slack.com/api/').describe('the address of the Web API, for workspaces that have another one'),
  ...everyNotifier,
});

const discordSettings = z.strictObject({
  kind: z.literal('discord'),
  'token-file': where.optional().describe('a file with the token of the bot'),
  'token-env': where.optional().describe('or an environment variable of the broker that has it'),
  'api-root': url.default('https://discord.com/api').describe('the address of the API, if you use a proxy'),
  ...everyNotifier,
});

const NAME = /^[\w-]{1,40}$/;
const settings = z
  .discriminatedUnion(
    'kind',
    [commandSettings, desktopSettings, webhookSettings, ntfySettings, webPushSettings, telegramSettings, slackSettings, discordSettings],
    { error: 'kind: say command, desktop, webhook, ntfy, web-push, telegram, slack or discord' },
  )
  .superRefine((given, context) => {
    const wrong = (message: string, path: string) => context.addIssue({ code: 'custom', message, path: [path] });
    if (given.kind === 'webhook' && given['secret-file'] === undefined && given['secret-env'] === undefined)
      wrong('say where the secret is that requests are signed with: secret-file or secret-env', 'secret-file');
    if (isChat(given) && given['token-file'] === undefined && given['token-env'] === undefined)
      wrong('say where the token of the bot is: token-file or token-env', 'token-file');
    if (given.kind === 'slack' && given['app-token-file'] === undefined && given['app-token-env'] === undefined)
      wrong('say where the app-level token (xapp-…) is: app-token-file or app-token-env', 'app-token-file');
  });

export const notifyShape = {
  notify: z
    .record(z.string().regex(NAME, 'name a notifier with up to 40 letters, digits, - and _'), settings)
    .default({})
    .describe('who is told when an ask waits for people'),
};

export type NotifierSettings = z.output<typeof settings>;
export type CommandNotifier = z.output<typeof commandSettings>;
export type DesktopNotifier = z.output<typeof desktopSettings>;
export type WebhookNotifier = z.output<typeof webhookSettings>;
export type NtfyNotifier = z.output<typeof ntfySettings>;
export type WebPushNotifier = z.output<typeof webPushSettings>;
export type TelegramChat = z.output<typeof telegramSettings>;
export type SlackChat = z.output<typeof slackSettings>;
export type DiscordChat = z.output<typeof discordSettings>;
/** The chat services: people answer there, too. */
export type ChatSettings = TelegramChat | SlackChat | DiscordChat;
export const CHATS = ['telegram', 'slack', 'discord'] as const satisfies readonly ChatSettings['kind'][];
export function isChat(given: NotifierSettings): given is ChatSettings {
  return CHATS.some((kind) => kind === given.kind);
}
/** What decides whether and when somebody is told. */
export type Conditions = Pick<NotifierSettings, 'about' | 'when' | 'unless' | 'after' | 'away' | 'quiet'>;
export type Show = NotifierSettings['show'];
