// Commands for running agents: list them, send a prompt, watch a pane.
import { command } from './command.ts';
import { session } from './filters.ts';
import { examples, flag, json, maybe, optionalText, text } from './parameters.ts';
import { signFlags } from './sign-flags.ts';

export const sessions = command(async () => (await import('../commands/sessions.ts')).sessions, {
  parameters: {
    flags: { json, all: flag('Include ended sessions') },
    aliases: { a: 'all' },
  },
  docs: { brief: 'List running agents, and which of them are asking', fullDescription: examples('', ['answerback sessions']).trimStart() },
});

export const go = command(async () => (await import('../commands/go.ts')).go, {
  people: true,
  parameters: {
    flags: { json },
    positional: maybe('An ask (its id, or @1), or a session as for send (default: the newest ask)', 'ask|session'),
  },
  docs: {
    brief: 'Show the tmux pane of the agent that asks',
    fullDescription: examples('Inside tmux your terminal switches to the pane; outside, tmux attaches to it.', [
      'answerback go',
      'answerback go k3f9',
      'answerback go shop',
    ]),
  },
});

export const send = command(async () => (await import('../commands/send.ts')).send, {
  parameters: {
    flags: {
      json,
      list: flag('List waiting prompts'),
      all: flag('With --list: include prompts that were sent'),
      cancel: optionalText('Cancel a waiting prompt', 'id'),
      by: signFlags.by,
      reason: signFlags.reason,
      risk: signFlags.risk,
    },
    positional: {
      kind: 'array',
      parameter: {
        parse: text,
        brief: 'The session (the beginning of its id, its tmux session, or the name of its project), then prompts or /slash-commands',
        placeholder: 'session text',
      },
    },
  },
  docs: {
    brief: 'Give an agent its next prompt',
    fullDescription: examples(
      'It is sent when the agent is idle: one per turn, in order. In a tmux pane it is never typed into a draft or a dialog.',
      [
        'answerback send shop "run the tests again"',
        'answerback send shop /clear "/gsd:plan-phase 3"',
        'answerback send warden-main-4 "go on"',
        'answerback send --list',
        'answerback send --cancel k3f9',
      ],
    ),
  },
});

export const interrupt = command(async () => (await import('../commands/interrupt.ts')).interrupt, {
  people: true,
  parameters: {
    flags: { json },
    positional: { kind: 'tuple', parameters: [session] },
  },
  docs: {
    brief: 'Interrupt an agent',
    fullDescription: examples(
      'Like Esc at its keyboard: the agent stops and waits for its next prompt. Waiting prompts of an answering agent are cancelled.',
      ['answerback interrupt shop', 'answerback interrupt warden-main-4'],
    ),
  },
});

export const watchPane = command(async () => (await import('../commands/watch-pane.ts')).watchPane, {
  people: true,
  parameters: {
    flags: {
      json,
      socket: optionalText('The tmux server: its name (-L) or the path of its socket (-S)', 'socket'),
      program: optionalText('Which agent runs in it; needed only if several kinds of agents can be watched', 'program'),
      stop: flag('Stop watching the pane'),
    },
    positional: maybe('The pane, as tmux names it (default: this one)', 'pane'),
  },
  docs: {
    brief: 'Watch a tmux pane for questions from an agent',
    fullDescription: examples(
      'For agents whose dialogs are read from their screen (Claude Code). In tmux they are usually found automatically; use this where they are not: over ssh, in a container, under another user or folder.',
      ['answerback watch-pane work:1.0', 'answerback watch-pane %3 --socket /tmp/tmux-1000/default', 'answerback watch-pane %3 --stop'],
    ),
  },
});
