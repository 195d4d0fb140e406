// Answering by machine: pauses, routes, and replies of chat agents.
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
  parameters: { flags: { ...scopeFlags, for: optionalText('For this long: 30m, 2h; until `unpause` otherwise', 'time') } },
  docs: {
    brief: 'Stop all machine answering at once',
    fullDescription: examples(
      'Rules and appointed agents answer nothing until `unpause`; an agent that is at work on an ask is taken off it. People answer as before.',
      ['answerback pause', 'answerback pause --for 2h', 'answerback pause --project .'],
    ),
  },
});

export const unpause = command(async () => (await import('../commands/pause.ts')).unpause, {
  people: true,
  parameters: { flags: scopeFlags },
  docs: {
    brief: 'Let the machines answer again',
    fullDescription: examples('They take up what is still open where they were.', ['answerback unpause', 'answerback unpause --project .']),
  },
});

export const route = buildRouteMap({
  routes: {
    explain: command(async () => (await import('../commands/route.ts')).explain, {
      parameters: {
        flags: {
          json,
          from: optionalText('An ask that was never made: JSON as `show --json` prints it, or - for standard input', 'file|-'),
        },
        positional: { kind: 'tuple', parameters: [{ ...id, optional: true }] },
      },
      docs: { brief: 'Which route an ask takes, and why: every criterion' },
    }),
    test: command(async () => (await import('../commands/route-test.ts')).test, {
      parameters: {
        flags: { json },
        positional: {
          kind: 'tuple',
          parameters: [
            {
              parse: text,
              brief: 'Past asks, as `log --json` prints them; your own history otherwise',
              placeholder: 'file',
              optional: true,
            },
          ],
        },
      },
      docs: { brief: 'Try the routes on what people decided before; agents are named, not asked' },
    }),
    check: command(async () => (await import('../commands/route.ts')).check, {
      parameters: { flags: { json } },
      docs: { brief: 'Whether the configuration is understood, with the line of what is wrong' },
    }),
  },
  docs: { brief: 'Who decides which asks in your place' },
});

export const reply = command(async () => (await import('../commands/reply.ts')).reply, {
  parameters: {
    flags: { json, by: optionalText('Whose words these are: agent:openclaw, person:ada', 'who') },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, brief: 'The text; standard input otherwise', placeholder: 'text', optional: true }],
    },
  },
  docs: {
    brief: 'Take the answers out of what a chat agent wrote',
    fullDescription: examples(
      'Finds <answer ask="id">2</answer> and <cc_answer project="name">2</cc_answer> anywhere in the text. Exit code 0 when all were taken, 1 when one was not, 2 when there was none.',
      [
        `answerback reply --by agent:claw 'I looked into it. <answer ask="k3f9">2</answer>'`,
        'chat-agent | answerback reply --by agent:claw',
      ],
    ),
  },
});

export const roster = command(async () => (await import('../commands/reply.ts')).roster, {
  parameters: { flags: { json } },
  docs: { brief: 'What runs and what is pending, as a text for chat agents' },
});
