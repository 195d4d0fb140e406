// `answerback list`.
import { command } from './command.ts';
import { filterFlags, states } from './filters.ts';
import { examples, flag, json, optionalText } from './parameters.ts';

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
