// `answerback show`.
import { command } from './command.ts';
import { examples, flag, id, json, plain } from './parameters.ts';

export const show = command(async () => (await import('../commands/show.ts')).show, {
  parameters: {
    flags: {
      json,
      events: flag('Include all its events'),
      answer: flag('Answer it, in a dialog'),
      plain,
    },
    positional: { kind: 'tuple', parameters: [id] },
  },
  docs: {
    brief: 'Show one ask in full',
    fullDescription: examples('The beginning of an id is enough.', [
      'answerback show k3f9',
      'answerback show k3f9 --events',
      'answerback show k3f9 --answer',
    ]),
  },
});
