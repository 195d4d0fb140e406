// Commands for deciding: answer, redirect, decline, retry.
import { command } from './command.ts';
import { examples, flag, id, json, openIds, plain, several, signFlags, text } from './parameters.ts';

export const answer = command(async () => (await import('../commands/decide.ts')).answer, {
  parameters: {
    flags: {
      words: several('Answer in your own words', 'words'),
      note: several('A note sent with the answer; with several questions "2: note" or "Header: note"', 'note'),
      plain,
      yes: flag('Do not ask before sending a choice that has a warning (⚠)'),
      ...signFlags,
    },
    positional: {
      kind: 'array',
      parameter: { parse: text, brief: 'The ask, then one choice per question', placeholder: 'id choice', proposeCompletions: openIds },
      minimum: 1,
    },
    aliases: { m: 'words', y: 'yes' },
  },
  docs: {
    brief: 'Answer an ask',
    fullDescription: examples(
      'One argument per question: an option by number or label, several as 1,3 where that is allowed, `other` with -m for your own words, - to skip a question. The first answer wins. Without a choice, on a terminal, a dialog opens.',
      [
        'answerback answer k3f9',
        'answerback answer k3f9 2',
        'answerback answer k3f9 Postgres --note "but keep it small"',
        'answerback answer k3f9 1,3 -m "and logging"',
        'answerback answer k3f9 2 other - -m "call it Ada"',
      ],
    ),
    customUsage: ['<id> <choice>… [-m words]… [--note note]… [--reason why] [--risk risk] [--by who] [--json]', '<id> [--plain]'],
  },
});

export const redirect = command(async () => (await import('../commands/decide.ts')).redirect, {
  parameters: {
    flags: signFlags,
    positional: { kind: 'tuple', parameters: [id, { parse: text, brief: 'What is wrong with the question', placeholder: 'message' }] },
  },
  docs: {
    brief: 'Reply with a message instead of an answer',
    fullDescription: examples('For a question that is wrong: the agent reads your message and continues.', [
      'answerback redirect k3f9 "we have no database at all, see README"',
    ]),
  },
});

export const decline = command(async () => (await import('../commands/decide.ts')).decline, {
  parameters: {
    flags: signFlags,
    positional: {
      kind: 'tuple',
      parameters: [id, { parse: text, brief: 'What to tell the agent', placeholder: 'message', optional: true }],
    },
  },
  docs: {
    brief: 'Refuse to answer',
    fullDescription: examples('The agent is told that you declined, with your message if you give one.', [
      'answerback decline k3f9',
      'answerback decline k3f9 "not now"',
    ]),
  },
});

export const retry = command(async () => (await import('../commands/retry.ts')).retry, {
  parameters: { flags: { json }, positional: { kind: 'tuple', parameters: [id] } },
  docs: {
    brief: 'Retry a failed delivery',
    fullDescription: examples(
      'A decision that did not reach its agent is kept, with the reason (answerback show). When the cause is gone, for example after you leave copy mode, this delivers it.',
      ['answerback retry k3f9'],
    ),
  },
});
