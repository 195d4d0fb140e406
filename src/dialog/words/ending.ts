// The message when a dialog is over: who answered what, or why there will be no answer.

import type { AskView } from '../../ask/schema/history.ts';
import { decisionLine } from '../../ask/summary.ts';
import { printable } from '../../text/printable.ts';
import { cut } from '../../text/width.ts';

/** Longer answers are cut; the person who pasted one knows what is in it. */
const LONGEST_SAID = 400;

/** `over` also when the verdict was ours: the view says who decided. `left` means that the ask is still open. */
export type Ending =
  | { readonly kind: 'over'; readonly view: AskView; readonly ours: boolean }
  | { readonly kind: 'left'; readonly interrupted: boolean };

/** One line, printable. `id` is as much of the ask's id as is needed to reopen it. */
export function endingLine(ending: Ending, id: string): string {
  if (ending.kind === 'left') return `The question stays open. Reopen it with: answerback show ${id} --answer`;
  return overLine(ending.view, ending.ours);
}

export function overLine({ state, decision, ending, ...ask }: AskView, ours: boolean): string {
  if (state === 'expired') return 'The question has expired: nobody answered in time.';
  if (!decision) return `The question was withdrawn${ending === undefined ? '' : `: ${printable(ending)}`}. It no longer needs an answer.`;
  const said = cut(printable(decisionLine(ask, decision)), LONGEST_SAID);
  if (ours) return `✓ ${said}`;
  return `${printable(decision.by.name)} was first (${printable(decision.by.surface)}): ${said}`;
}
