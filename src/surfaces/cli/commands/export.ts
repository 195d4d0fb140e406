// answerback export: every ask with its decision, for spreadsheets and other programs.
import type { AskView } from '../../../question/lifecycle.ts';
import { decisionLine } from '../../../question/summary.ts';
import { printable } from '../../../text/printable.ts';
import { type FilterFlags, filters } from '../ask-query.ts';
import { asksWithin } from '../asks-within.ts';
import type { Context } from '../context.ts';
import { type RangeFlags, rangeOf } from '../time-range.ts';

export type ExportFlags = FilterFlags & RangeFlags & { readonly csv: boolean; readonly json: boolean };

const COLUMNS: readonly (readonly [string, (view: AskView) => string])[] = [
  ['id', ({ id }) => id],
  ['asked', ({ createdAt }) => iso(createdAt)],
  ['kind', ({ kind }) => kind],
  ['state', ({ state }) => state],
  ['project', ({ project }) => project],
  ['program', ({ program }) => program],
  ['session', ({ session }) => session],
  ['question', ({ questions }) => questions.map(({ text }) => text).join(' / ')],
  ['answer', (view) => (view.decision ? decisionLine(view, view.decision) : '')],
  ['by', ({ decision }) => (decision ? `${decision.by.kind}:${decision.by.name}` : '')],
  ['where', ({ decision }) => decision?.by.surface ?? ''],
  ['decided', ({ decision }) => (decision ? iso(decision.at) : '')],
  ['reason', ({ decision }) => decision?.reason ?? ''],
];

/** Streams: a journal of any size needs no more memory than a page of it. */
export async function exportAsks(this: Context, flags: ExportFlags): Promise<void> {
  const range = rangeOf(flags, this.now());
  if (flags.csv) this.out.line(COLUMNS.map(([name]) => name).join(','));
  for await (const view of asksWithin(this.client(), filters(flags), range))
    if (flags.csv) this.out.line(COLUMNS.map(([, value]) => cell(value(view))).join(','));
    else this.out.json(view, false);
}

/** A spreadsheet would run a text that begins like a formula. */
function cell(text: string): string {
  const safe = printable(text.replaceAll(/\s*\n\s*/g, ' '));
  const inert = /^[=+\-@\t]/.test(safe) ? `'${safe}` : safe;
  return /[",]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const iso = (time: number): string => new Date(time).toISOString();
