// Commands for notifications: who is told when an ask waits for people, and mutes.
import { buildRouteMap } from '@stricli/core';
import * as code from '../commands/notify.ts';
import * as people from '../commands/notify-people.ts';
import { command } from './command.ts';
import { session } from './filters.ts';
import { examples, flag, json, optionalText, text } from './parameters.ts';
import { signFlags } from './sign-flags.ts';

const dryRun = flag('Only show what would be written');
const as = optionalText('In a chat: the name of the person who pairs, for the record (default: yours)', 'name');
const noWait = flag('In a chat: print the code and do not wait until it is used');
const notifier = { parse: text, brief: 'The notifier, by its name', placeholder: 'name' } as const;

const notify = buildRouteMap({
  routes: {
    list: command(code.list, {
      parameters: { flags: { json } },
      docs: { brief: 'List notifiers, and whether their messages get through' },
    }),
    add: command(code.add, {
      people: true,
      parameters: {
        flags: {
          json,
          dryRun,
          name: optionalText('What to call it (default: its kind)', 'name'),
          url: optionalText('webhook, ntfy: the address', 'url'),
          topic: optionalText('ntfy: the topic', 'topic'),
          secretFile: optionalText('webhook: a file with the secret that requests are signed with (default: a new one)', 'file'),
          tokenFile: optionalText('ntfy, telegram, slack, discord: a file with the token, readable only by you', 'file'),
          appTokenFile: optionalText('slack: a file with the app-level token (xapp-…)', 'file'),
          apiRoot: optionalText('telegram, slack, discord: the address of the API, if it is not the usual one', 'url'),
          as,
          noWait,
          links: optionalText('ntfy: an address under which your phone reaches the broker, for buttons', 'url'),
          show: { kind: 'enum', values: ['full', 'header', 'nothing'], brief: 'How much of the question is shown', optional: true },
          after: optionalText('Only if nobody has decided for this long', 'time'),
          away: optionalText('Only when no person was active for this long', 'time'),
          quiet: optionalText('Hours in which messages wait, such as 22:00-07:00', 'hours'),
        },
        positional: {
          kind: 'array',
          parameter: {
            parse: text,
            brief: 'desktop, command, webhook, ntfy, telegram, slack or discord; for command, then the program and its arguments',
            placeholder: 'kind',
          },
          minimum: 1,
        },
      },
      docs: {
        brief: 'Add a notifier to the configuration',
        fullDescription: examples(
          'Writes a few lines into your configuration and leaves the rest of it alone. docs/NOTIFICATIONS.md has every setting.',
          [
            'answerback notify add desktop --away 2m',
            'answerback notify add ntfy --topic a-name-nobody-guesses --after 10m --show header',
            'answerback notify add webhook --url https://example.com/hook --dry-run',
            'answerback notify add command my-program its-argument',
            'answerback notify add command --name loud -- my-program --loud   # what follows -- belongs to the program',
            'answerback notify add telegram --token-file ~/.config/answerback/telegram-token',
            'answerback notify add slack --token-file ~/.config/answerback/slack-token --app-token-file ~/.config/answerback/slack-app-token',
            'answerback notify add discord --token-file ~/.config/answerback/discord-token',
          ],
        ),
      },
    }),
    pair: command(people.pair, {
      people: true,
      parameters: { flags: { json, as, noWait }, positional: { kind: 'tuple', parameters: [notifier] } },
      docs: {
        brief: 'Let a person answer in a chat, with a one-time code',
        fullDescription: examples(
          'The person sends the code to the bot, in a private chat or in a group. It is valid once, and for ten minutes.',
          ['answerback notify pair telegram', 'answerback notify pair telegram --as grace'],
        ),
      },
    }),
    people: command(people.people, {
      parameters: { flags: { json } },
      docs: { brief: 'List who may answer in which chat' },
    }),
    unpair: command(people.unpair, {
      people: true,
      parameters: {
        flags: { json },
        positional: {
          kind: 'tuple',
          parameters: [notifier, { parse: text, brief: 'The person, by the name in the record', placeholder: 'person' }],
        },
      },
      docs: {
        brief: 'Stop a person from answering in a chat',
        fullDescription: examples('', ['answerback notify unpair telegram grace']).trimStart(),
      },
    }),
    test: command(code.test, {
      parameters: { flags: { json }, positional: { kind: 'tuple', parameters: [{ ...notifier, optional: true }] } },
      docs: {
        brief: 'Send a test message',
        fullDescription: examples('Without a name, through all of them. Exit code 1 if one did not get through.', [
          'answerback notify test',
          'answerback notify test phone',
        ]),
      },
    }),
    remove: command(code.remove, {
      people: true,
      parameters: { flags: { json, dryRun }, positional: { kind: 'tuple', parameters: [notifier] } },
      docs: {
        brief: 'Remove a notifier from the configuration',
        fullDescription: examples('', ['answerback notify remove phone']).trimStart(),
      },
    }),
  },
  docs: { brief: 'Set up notifications' },
});

const mute = command(code.mute, {
  people: true,
  parameters: {
    flags: { json, for: optionalText('How long: 30m, 2h (default: 1h)', 'time'), by: signFlags.by },
    positional: { kind: 'tuple', parameters: [session] },
  },
  docs: {
    brief: 'Mute notifications for a session',
    fullDescription: examples('When it ends, you are notified of what still waits for you. Asks and answers are not affected.', [
      'answerback mute shop',
      'answerback mute shop --for 3h',
    ]),
  },
});

const unmute = command(code.unmute, {
  people: true,
  parameters: { flags: { json, by: signFlags.by }, positional: { kind: 'tuple', parameters: [{ ...session, optional: true }] } },
  docs: {
    brief: 'Unmute a session, or all of them',
    fullDescription: examples('', ['answerback unmute shop', 'answerback unmute']).trimStart(),
  },
});
export const commands = { notify, mute, unmute };
