// Other commands for reading: how many asks are open, the log, the events.
import { command } from './command.ts';
import { filterFlags } from './filters.ts';
import { askId, examples, json, numberFrom, optionalText } from './parameters.ts';

export const count = command(async () => (await import('../commands/count.ts')).count, {
  parameters: { flags: { json } },
  docs: {
    brief: 'Print how many asks are open',
    fullDescription: examples('For status lines: it only reads a file that the broker writes. answerback tmux install uses it.', [
      'answerback count',
    ]),
  },
});

export const log = command(async () => (await import('../commands/log.ts')).log, {
  parameters: {
    flags: {
      json,
      by: optionalText('Only what this person, rule or agent decided', 'name'),
      why: { ...optionalText('How this ask was decided: its route, each step, reasons, the brief', 'id'), parse: askId },
      ...filterFlags,
    },
    aliases: { n: 'limit' },
  },
  docs: {
    brief: 'Show who decided what, when, where and why, and whether it arrived',
    fullDescription: examples('Latest decision first.', [
      'answerback log',
      'answerback log --project . --json',
      'answerback log --by claw',
      'answerback log --why k3f9',
    ]),
  },
});

export const watch = command(async () => (await import('../commands/watch.ts')).watch, {
  parameters: {
    flags: {
      json,
      after: {
        kind: 'parsed',
        parse: (input: string) => numberFrom(input, 0),
        brief: 'Start after this event number; 0 for all',
        optional: true,
        placeholder: 'seq',
      },
    },
  },
  docs: {
    brief: 'Print events as they happen',
    fullDescription: examples('Continues across broker restarts. With --json, one event per line.', [
      'answerback watch',
      'answerback watch --json | jq .happening.kind',
    ]),
  },
});
