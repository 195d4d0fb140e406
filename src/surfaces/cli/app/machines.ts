// Commands for auto-answer: pauses, routes, and replies of chat agents.
import { buildRouteMap } from '@stricli/core';
import { command } from './command.ts';
import { examples, id, json, optionalText, signFlags, text } from './parameters.ts';

const scopeFlags = {
  json,
  project: optionalText('Only in this project: a folder (. is this one) or its name', 'project'),
  session: optionalText('Only for this agent session', 'id'),
  by: signFlags.by,
} as const;

export const pause = command(async () => (await import('../commands/pause.ts')).pause, {
  people: true,
  parameters: { flags: { ...scopeFlags, for: optionalText('How long: 30m, 2h (default: until `unpause`)', 'time') } },
  docs: {
    brief: 'Pause auto-answer',
    fullDescription: examples(
      'Rules and answering agents stop until `unpause`, even if an agent is working on an ask. People can still answer.',
      ['answerback pause', 'answerback pause --for 2h', 'answerback pause --project .'],
    ),
  },
});

export const unpause = command(async () => (await import('../commands/pause.ts')).unpause, {
  people: true,
  parameters: { flags: scopeFlags },
  docs: {
    brief: 'Resume auto-answer',
    fullDescription: examples('Asks that are still open continue on their routes.', [
      'answerback unpause',
      'answerback unpause --project .',
    ]),
  },
});

export const route = buildRouteMap({
  routes: {
    explain: command(async () => (await import('../commands/route.ts')).explain, {
      parameters: {
        flags: {
          json,
          from: optionalText('A hypothetical ask: JSON as `show --json` prints it, or - for standard input', 'file|-'),
        },
        positional: { kind: 'tuple', parameters: [{ ...id, optional: true }] },
      },
      docs: { brief: 'Show which route an ask takes, and why' },
    }),
    test: command(async () => (await import('../commands/route-test.ts')).test, {
      parameters: {
        flags: { json },
        positional: {
          kind: 'tuple',
          parameters: [
            {
              parse: text,
              brief: 'Past asks, as `log --json` prints them (default: your history)',
              placeholder: 'file',
              optional: true,
            },
          ],
        },
      },
      docs: { brief: 'Test the routes against past decisions; no agent is run' },
    }),
    check: command(async () => (await import('../commands/route.ts')).check, {
      parameters: { flags: { json } },
      docs: { brief: 'Check the configuration and show the lines with errors' },
    }),
  },
  docs: { brief: 'Show and test who answers which asks automatically' },
});

export const reply = command(async () => (await import('../commands/reply.ts')).reply, {
  parameters: {
    flags: { json, by: optionalText('Who wrote the text: agent:openclaw, person:ada', 'who') },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, brief: 'The text (default: standard input)', placeholder: 'text', optional: true }],
    },
  },
  docs: {
    brief: 'Find answers in what a chat agent wrote, and send them',
    fullDescription: examples(
      'Finds <answer ask="id">2</answer> and <cc_answer project="name">2</cc_answer> anywhere in the text. Exit code 0 if all were accepted, 1 if one was not, 2 if there was none.',
      [
        `answerback reply --by agent:claw 'I looked into it. <answer ask="k3f9">2</answer>'`,
        'chat-agent | answerback reply --by agent:claw',
      ],
    ),
  },
});

export const roster = command(async () => (await import('../commands/reply.ts')).roster, {
  parameters: { flags: { json } },
  docs: { brief: 'Print running agents and open asks as text for chat agents' },
});
