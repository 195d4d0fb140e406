// Commands for auto-answer: pauses, routes, and replies of chat agents.
import { buildRouteMap } from '@stricli/core';
import { command } from './command.ts';
import { examples, flag, id, json, maybe, optionalText, text } from './parameters.ts';
import { signFlags } from './sign-flags.ts';

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
        positional: maybe('Past asks, as `log --json` prints them (default: your history)', 'file'),
      },
      docs: { brief: 'Test the routes against past decisions; no agent is run' },
    }),
    check: command(async () => (await import('../commands/config.ts')).check, {
      parameters: { flags: { json } },
      docs: { brief: 'The same as `answerback config check`' },
    }),
  },
  docs: { brief: 'Show and test who answers which asks automatically' },
});

export const brief = command(async () => (await import('../commands/brief.ts')).brief, {
  parameters: {
    flags: { json, by: optionalText('For this answerer (default: the first agent on the route of the ask)', 'name') },
    positional: { kind: 'tuple', parameters: [id] },
  },
  docs: {
    brief: 'Print what an answering agent is told about an ask',
    fullDescription: examples('The brief as it would be written now, with your own templates. `log --why` shows the one that was sent.', [
      'answerback brief k3f9',
      'answerback brief k3f9 --by claw',
    ]),
  },
});

export const reply = command(async () => (await import('../commands/reply.ts')).reply, {
  parameters: {
    flags: { json, by: optionalText('Who wrote the text: agent:openclaw, person:ada', 'who') },
    positional: maybe('The text (default: standard input)', 'text'),
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

export const chat = command(async () => (await import('../commands/chat.ts')).chat, {
  parameters: {
    flags: {
      json: flag('Print errors as JSON too'),
      jsonl: flag('One JSON object per line, in both directions'),
      as: { kind: 'parsed', parse: text, brief: 'The name of the agent in your configuration', placeholder: 'name' },
    },
  },
  docs: {
    brief: 'Connect a chat agent that receives asks and can answer them',
    fullDescription: examples(
      'For programs. Prints what the agent is told; reads {"reply": "…", "id": "…"} and {"ack": 12}. The answerer must be of the kind chat. docs/CHAT.md describes every line.',
      ['answerback chat --jsonl --as claw'],
    ),
  },
});
