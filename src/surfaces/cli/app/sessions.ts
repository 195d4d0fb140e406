// The agents that run: which they are, their next prompt, and panes to be read.
import { command } from './command.ts';
import { examples, flag, json, optionalText, signFlags, text } from './parameters.ts';

export const sessions = command(async () => (await import('../commands/sessions.ts')).sessions, {
  parameters: {
    flags: { json, all: flag('Also those that ended') },
    aliases: { a: 'all' },
  },
  docs: { brief: 'Which agents run where, and who is asking', fullDescription: examples('', ['answerback sessions']).trimStart() },
});

export const send = command(async () => (await import('../commands/send.ts')).send, {
  parameters: {
    flags: {
      json,
      list: flag('Show the prompts that wait'),
      all: flag('Show all of them'),
      cancel: optionalText('Cancel one that waits', 'id'),
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
      stop: flag('Leave the pane alone again'),
    },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, brief: 'The pane, as tmux names it; this one unless said', placeholder: 'pane', optional: true }],
    },
  },
  docs: {
    brief: 'Read the questions of an agent off its tmux pane',
    fullDescription: examples(
      'Agents in tmux are found by themselves; this is for those that are not: over ssh, in a container, under another user or folder.',
      ['answerback watch-pane work:1.0', 'answerback watch-pane %3 --socket /tmp/tmux-1000/default', 'answerback watch-pane %3 --stop'],
    ),
  },
});
