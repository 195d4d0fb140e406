// answerback export: every ask with its decision, for spreadsheets and other programs.
import { csvHeader, csvRow, jsonLine } from '../../dialog/export.ts';
import { command } from '../app/command.ts';
import { filtersOnly, rangeFlags } from '../app/filters.ts';
import { examples, flag } from '../app/parameters.ts';
import { asksWithin, type FilterFlags, filters } from '../ask-query.ts';
import type { Context } from '../context.ts';
import { type RangeFlags, rangeOf } from '../time-range.ts';

const exportCommand = command(exportAsks, {
  parameters: {
    flags: { json: flag('Print JSON, one ask per line (the default)'), csv: flag('Print CSV'), ...rangeFlags, ...filtersOnly },
  },
  docs: {
    fullDescription: examples('Newest first. Secrets stay encrypted.', [
      'answerback export > asks.jsonl',
      'answerback export --csv --since 30d > asks.csv',
      'answerback export --project . --since 2026-11-01 --until 2026-12-01 | jq .state',
    ]),
  },
});
export const commands = { export: exportCommand };

type ExportFlags = FilterFlags & RangeFlags & { readonly csv: boolean; readonly json: boolean };

/** Streams: a journal of any size needs no more memory than a page of it. */
async function exportAsks(this: Context, flags: ExportFlags): Promise<void> {
  const range = rangeOf(flags, this.now());
  if (flags.csv) this.out.line(csvHeader());
  for await (const view of asksWithin(this.client(), filters(flags), range)) this.out.line(flags.csv ? csvRow(view) : jsonLine(view));
}
