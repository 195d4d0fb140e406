// Commands for reading: the inbox, lists, one ask, the log, the events.
import { command } from './command.ts';
import { askId, examples, filterFlags, flag, id, json, numberFrom, optionalText, plain, states } from './parameters.ts';

export const inbox = command(async () => (await import('../commands/inbox.ts')).inbox, {
  people: true,
  parameters: {
    flags: {
      plain: flag('Numbered lists and prompts instead of a screen'),
      bell: flag('Ring the bell when an ask arrives'),
      notify: flag('Let the terminal show a notification when an ask arrives'),
      mouse: { kind: 'boolean', brief: 'Click and scroll; --no-mouse leaves the mouse to the terminal', default: true },
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

export const list = command(async () => (await import('../commands/list.ts')).list, {
  parameters: {
    flags: {
      json,
      all: flag('Include asks that are over'),
      jsonl: flag('Print JSON, one ask per line'),
      format: optionalText('Print a line per ask: "{id}\\t{question}"', 'format'),
      state: states,
      ...filterFlags,
    },
    aliases: { a: 'all', n: 'limit' },
  },
  docs: {
    brief: 'List open asks',
    fullDescription: examples('Newest first. The numbers can be used instead of ids until the next list: answerback answer @1 2.', [
      'answerback list',
      'answerback list --all --project . -n 200',
      "answerback list --format '{id}\\t{question}'",
      'answerback list --jsonl | jq -r .id',
    ]),
  },
});

export const count = command(async () => (await import('../commands/count.ts')).count, {
  parameters: { flags: { json } },
  docs: {
    brief: 'Print how many asks are open',
    fullDescription: examples(
      'For status lines: it reads a file that the broker keeps, and asks nobody. answerback tmux install uses it.',
      ['answerback count'],
    ),
  },
});

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
    brief: 'Who decided what, when, where, why, and whether it arrived',
    fullDescription: examples('The latest decision first.', [
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
