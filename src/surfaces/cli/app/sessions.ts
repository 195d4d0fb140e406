// Commands for running agents: list them, send a prompt, watch a pane.
import { command } from './command.ts';
import { examples, flag, json, optionalText, signFlags, text } from './parameters.ts';

export const sessions = command(async () => (await import('../commands/sessions.ts')).sessions, {
  parameters: {
    flags: { json, all: flag('Include ended sessions') },
    aliases: { a: 'all' },
  },
  docs: { brief: 'Which agents run where, and who is asking', fullDescription: examples('', ['answerback sessions']).trimStart() },
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
      kind: 'tuple',
      parameters: [
        { parse: text, brief: 'The session: the beginning of its id, or the name of its project', placeholder: 'session', optional: true },
        { parse: text, brief: 'The prompt, or a /slash-command', placeholder: 'text', optional: true },
      ],
    },
  },
  docs: {
    brief: 'Give an agent its next prompt',
    fullDescription: examples(
      'It is typed into the tmux pane when the agent is idle: one per turn, in order, never into a draft or a dialog.',
      [
        'answerback send shop "run the tests again"',
        'answerback send shop /compact',
        'answerback send --list',
        'answerback send --cancel k3f9',
      ],
    ),
  },
});

export const watchPane = command(async () => (await import('../commands/watch-pane.ts')).watchPane, {
  people: true,
  parameters: {
    flags: {
      json,
      socket: optionalText('The tmux server: its name (-L) or the path of its socket (-S)', 'socket'),
      stop: flag('Stop watching the pane'),
    },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, brief: 'The pane, as tmux names it (default: this one)', placeholder: 'pane', optional: true }],
    },
  },
  docs: {
    brief: 'Watch a tmux pane for questions of an agent',
    fullDescription: examples(
      'Agents in tmux are found automatically; this is for those that are not: over ssh, in a container, under another user or folder.',
      ['answerback watch-pane work:1.0', 'answerback watch-pane %3 --socket /tmp/tmux-1000/default', 'answerback watch-pane %3 --stop'],
    ),
  },
});
