// answerback export: every ask with its decision, for spreadsheets and other programs.
import { csvHeader, csvRow, jsonLine } from '../../dialog/export.ts';
import { type FilterFlags, filters } from '../ask-query.ts';
import { asksWithin } from '../asks-within.ts';
import type { Context } from '../context.ts';
import { type RangeFlags, rangeOf } from '../time-range.ts';

type ExportFlags = FilterFlags & RangeFlags & { readonly csv: boolean; readonly json: boolean };

/** Streams: a journal of any size needs no more memory than a page of it. */
export async function exportAsks(this: Context, flags: ExportFlags): Promise<void> {
  const range = rangeOf(flags, this.now());
  if (flags.csv) this.out.line(csvHeader());
  for await (const view of asksWithin(this.client(), filters(flags), range)) this.out.line(flags.csv ? csvRow(view) : jsonLine(view));
}
