// Commands for what is kept: export, statistics, a backup.
import { command } from './command.ts';
import { filtersOnly, rangeFlags } from './filters.ts';
import { examples, flag, json, optionalText, text } from './parameters.ts';

export const exported = command(async () => (await import('../commands/export.ts')).exportAsks, {
  parameters: {
    flags: { json: flag('Print JSON, one ask per line (the default)'), csv: flag('Print CSV'), ...rangeFlags, ...filtersOnly },
  },
  docs: {
    brief: 'Print all asks with their decisions, as JSON lines or CSV',
    fullDescription: examples('Newest first. Secrets stay encrypted.', [
      'answerback export > asks.jsonl',
      'answerback export --csv --since 30d > asks.csv',
      'answerback export --project . --since 2026-11-01 --until 2026-12-01 | jq .state',
    ]),
  },
});

export const stats = command(async () => (await import('../commands/stats.ts')).stats, {
  parameters: { flags: { json, ...rangeFlags, ...filtersOnly } },
  docs: {
    brief: 'Show how many asks there were, who decided them, and how long they waited',
    fullDescription: examples('For the last 30 days, unless --since says otherwise.', [
      'answerback stats',
      'answerback stats --since 7d --project .',
    ]),
  },
});

export const report = command(async () => (await import('../commands/report.ts')).report, {
  parameters: {
    flags: { json, by: optionalText('Only this person, rule or agent', 'name'), ...rangeFlags, ...filtersOnly },
  },
  docs: {
    brief: 'Show who decided what, by day, project and answerer',
    fullDescription: examples(
      'Decided, passed, failed, left to people, overruled, mismatched, the time until a decision, the time saved compared with people, and tokens. For the last 7 days, unless --since says otherwise.',
      ['answerback report', 'answerback report --since 30d --project .', 'answerback report --json | jq ".[] | select(.overruled > 0)"'],
    ),
  },
});

export const backup = command(async () => (await import('../commands/backup.ts')).backup, {
  people: true,
  parameters: {
    flags: { json },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, brief: 'Where to write it; the file must not exist yet', placeholder: 'file' }],
    },
  },
  docs: {
    brief: 'Copy the journal to a file, while the broker runs',
    fullDescription: examples('The copy is complete and consistent, whatever happens in the meantime.', [
      'answerback backup ~/answerback-2026-11-16.db',
    ]),
  },
});
