// Commands for deciding: answer, redirect, decline, retry, overrule.
import { command } from './command.ts';
import { allFlags } from './filters.ts';
import { examples, flag, id, json, openIds, plain, several, text } from './parameters.ts';
import { signFlags } from './sign-flags.ts';

const noWait = flag('Do not wait for the delivery to the agent');

export const answer = command(async () => (await import('../commands/decide.ts')).answer, {
  parameters: {
    flags: {
      words: several('Answer in your own words', 'words'),
      note: several('A note sent with the answer; with several questions "2: note" or "Header: note"', 'note'),
      plain,
      ...allFlags,
      yes: flag('With --all: do not ask first'),
      noWait,
      ...signFlags,
    },
    positional: {
      kind: 'array',
      parameter: { parse: text, brief: 'The ask, then one choice per question', placeholder: 'id choice', proposeCompletions: openIds },
    },
    aliases: { m: 'words', y: 'yes' },
  },
  docs: {
    brief: 'Answer an ask',
    fullDescription: examples(
      'One argument per question: an option by number or label, several as 1,3 where that is allowed, `other` with -m for your own words, - to skip a question. The ask may be left out if only one is open; @1 is the first of the last list. The first answer wins. Without a choice, on a terminal, a dialog opens. Waits until the agent has the answer: exit code 1 if it did not arrive.',
      [
        'answerback answer k3f9',
        'answerback answer k3f9 2',
        'answerback answer 2                                 the only open ask',
        'answerback answer @1 2                              the first of the last list',
        'answerback answer --all --project shop 1            every open ask there, after a summary',
        'answerback answer k3f9 Postgres --note "but keep it small"',
        'answerback answer k3f9 1,3 -m "and logging"',
        'answerback answer k3f9 2 other - -m "call it Ada"',
      ],
    ),
    customUsage: [
      '<id> <choice>… [-m words]… [--note note]… [--reason why] [--risk risk] [--by who] [--no-wait] [--json]',
      '<id> [--plain]',
      '--all [--project p] [--kind k] [--program p] [--session s] [--text t] <choice>… [--yes]',
    ],
  },
});

export const redirect = command(async () => (await import('../commands/decide.ts')).redirect, {
  parameters: {
    flags: { noWait, ...signFlags },
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
    flags: { ...allFlags, yes: flag('With --all: do not ask first'), noWait, stop: flag('Also interrupt the agent'), ...signFlags },
    positional: {
      kind: 'array',
      parameter: { parse: text, brief: 'The ask, then what to tell the agent', placeholder: 'id message', proposeCompletions: openIds },
      maximum: 2,
    },
    aliases: { y: 'yes' },
  },
  docs: {
    brief: 'Refuse to answer',
    fullDescription: examples('The agent is told that you declined, with your message if you give one.', [
      'answerback decline k3f9',
      'answerback decline k3f9 "not now"',
      'answerback decline --all --project shop "not now"',
      'answerback decline k3f9 --stop',
    ]),
    customUsage: ['<id> [message]', '--all [--project p] [--kind k] [--program p] [--session s] [--text t] [message] [--yes]'],
  },
});

export const overrule = command(async () => (await import('../commands/overrule.ts')).overrule, {
  people: true,
  parameters: {
    flags: { json, noPrompt: flag('Do not send it to the agent') },
    positional: {
      kind: 'tuple',
      parameters: [id, { parse: text, brief: 'What was wrong, and what to do instead', placeholder: 'message' }],
    },
  },
  docs: {
    brief: 'Say that a decision was wrong',
    fullDescription: examples(
      'The answerer that decided is told, and it does not count as a precedent. If the agent that asked still runs and takes prompts, your message is its next prompt.',
      [
        'answerback overrule k3f9 "we have no server; use SQLite"',
        'answerback overrule k3f9 "too late now, but next time ask me" --no-prompt',
      ],
    ),
  },
});

export const retry = command(async () => (await import('../commands/retry.ts')).retry, {
  parameters: { flags: { json }, positional: { kind: 'tuple', parameters: [id] } },
  docs: {
    brief: 'Retry a failed delivery',
    fullDescription: examples(
      'A decision that did not reach its agent is kept as undelivered, with the reason (answerback list). When the cause is gone, for example after you leave copy mode, this delivers it. You can also replace it (answer, redirect, decline), or leave the question to the agent’s own keyboard (withdraw).',
      ['answerback retry k3f9'],
    ),
  },
});
