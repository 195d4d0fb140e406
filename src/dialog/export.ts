// Asks with their decisions for spreadsheets (CSV) and other programs (a line of JSON each): for `answerback export` and the page.

import type { AskView } from '../ask/schema/history.ts';
import { decisionLine } from '../ask/summary.ts';
import { printable, printableJson } from '../text/printable.ts';

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

export const csvHeader = (): string => COLUMNS.map(([name]) => name).join(',');
export const csvRow = (view: AskView): string => COLUMNS.map(([, value]) => cell(value(view))).join(',');
export const jsonLine = (view: AskView): string => printableJson(view);

/** A spreadsheet would run a text that begins like a formula. */
function cell(text: string): string {
  const safe = printable(text.replaceAll(/(?<!\s)\s*\n\s*/g, ' '));
  const inert = /^[=+\-@\t]/.test(safe) ? `'${safe}` : safe;
  return /[",]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const iso = (time: number): string => new Date(time).toISOString();
