// `answerback inbox`.
import { command } from './command.ts';
import { examples, flag } from './parameters.ts';

export const inbox = command(async () => (await import('../commands/inbox.ts')).inbox, {
  people: true,
  parameters: {
    flags: {
      plain: flag('Numbered lists and prompts instead of a screen'),
      bell: flag('Ring the bell when an ask arrives'),
      notify: flag('Let the terminal show a notification when an ask arrives'),
      mouse: { kind: 'boolean', brief: 'Leave the mouse to the terminal', default: true },
    },
  },
  docs: {
    brief: 'Show all open asks, live, and answer them',
    fullDescription: examples(
      'Open asks, what was decided and whether it arrived, and which agents run where. `answerback` alone opens it on a terminal. ? shows the keys.',
      ['answerback', 'answerback inbox --bell', 'answerback inbox --plain'],
    ),
  },
});
