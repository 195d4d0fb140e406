// Commands for notifications: who is told when an ask waits for people, and mutes. What can be added comes from the lists of notifiers and messengers.
import type { MessengerKind } from '../../messengers/messenger-kind.ts';
import type { NotifierEntry, NotifierKind } from '../../notify/notifier-kind.ts';
import { alternatives } from '../../text/alternatives.ts';
import { type Cli, command, group } from '../app/command.ts';
import { session } from '../app/filters.ts';
import { examples, flag, json, optionalText, text } from '../app/parameters.ts';
import { signFlags } from '../app/sign-flags.ts';
import * as people from '../chat-people.ts';
import * as code from '../notifiers.ts';

const dryRun = flag('Only show what would be written');
const as = optionalText('In a chat: the name of the person who pairs, for the record (default: yours)', 'name');
const noWait = flag('In a chat: print the code and do not wait until it is used');
const notifier = { parse: text, brief: 'The notifier, by its name', placeholder: 'name' } as const;

export const commandsFor = (notifiers: readonly NotifierKind[], messengers: readonly MessengerKind[]) => ({
  commands: { notify: notifyCommands(notifiers, messengers) },
});

function notifyCommands(notifiers: readonly NotifierKind[], messengers: readonly MessengerKind[]) {
  const entries = [...notifiers, ...messengers].filter(({ add }) => add !== undefined);
  const kinds = entries.map(({ kind }) => kind);
  const chat = messengers[0]?.kind ?? 'team';
  return group({
    commands: {
      list: command(code.list, {
        parameters: { flags: { json } },
        docs: { brief: 'List notifiers, and whether their messages get through' },
      }),
      add: command(code.adding(entries, messengers), {
        people: true,
        parameters: {
          flags: {
            json,
            dryRun,
            name: optionalText('What to call it (default: its kind)', 'name'),
            ...settingFlags(entries),
            as,
            noWait,
            show: { kind: 'enum', values: ['full', 'header', 'nothing'], brief: 'How much of the question is shown', optional: true },
            after: optionalText('Only if nobody has decided for this long', 'time'),
            away: optionalText('Only when no person was active for this long', 'time'),
            quiet: optionalText('Hours in which messages wait, such as 22:00-07:00', 'hours'),
          },
          positional: {
            kind: 'array',
            parameter: {
              parse: text,
              brief: [
                alternatives(kinds),
                ...entries.flatMap(({ kind, add }) => (add?.words ? [`for ${kind}, then ${add.words.brief}`] : [])),
              ].join('; '),
              placeholder: 'kind',
              // Every word has the same parameter, and only the first is a kind.
              async proposeCompletions(this: Cli) {
                const before = this.process.argv.slice(0, -1);
                return kinds.some((kind) => before.includes(kind)) ? [] : entries.map(({ kind, add }) => `${kind}\t${add?.usage ?? ''}`);
              },
            },
            minimum: 1,
          },
        },
        docs: {
          brief: 'Add a notifier to the configuration',
          fullDescription: examples(
            'Writes a few lines into your configuration and leaves the rest of it alone. docs/NOTIFICATIONS.md has every setting.',
            entries.flatMap(({ kind, add }) =>
              (add?.examples ?? [add?.usage ?? '']).map((each) => `answerback notify add ${kind} ${each}`.trim()),
            ),
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
            [`answerback notify pair ${chat}`, `answerback notify pair ${chat} --as grace`],
          ),
        },
      }),
      people: command(people.people(messengers), {
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
          fullDescription: examples('', [`answerback notify unpair ${chat} grace`]).trimStart(),
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
  });
}

/** One for each setting that has a flag, by its name in the code. Kinds with the same setting share its flag. */
function settingFlags(entries: readonly NotifierEntry[]) {
  const flags = entries.flatMap(({ kind, add }) => Object.entries(add?.flags ?? {}).map(([setting, flag]) => ({ kind, setting, ...flag })));
  return Object.fromEntries(
    flags.map(({ setting, placeholder }) => {
      const same = flags.filter((each) => each.setting === setting);
      const briefs = [...new Set(same.map(({ brief }) => brief))].map((brief) => {
        const kinds = same.filter((each) => each.brief === brief).map(({ kind }) => kind);
        return `${kinds.join(', ')}: ${brief}`;
      });
      const name = setting.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return [name, optionalText(briefs.join('; '), placeholder)];
    }),
  );
}

const mute = command(code.mute, {
  people: true,
  parameters: {
    flags: { json, for: optionalText('How long: 30m, 2h (default: 1h)', 'time'), by: signFlags.by },
    positional: { kind: 'tuple', parameters: [session] },
  },
  docs: {
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
    fullDescription: examples('', ['answerback unmute shop', 'answerback unmute']).trimStart(),
  },
});

export const commands = { mute, unmute };
