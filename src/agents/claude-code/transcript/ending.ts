// How an ask ended, according to the transcript.

import type { Ending } from '../../../ask/ending.ts';
import type { AskView, Reread } from '../../../ask/schema/history.ts';
import { isUnidentified } from '../../../ask/screen-id.ts';
import { identified } from './identify.ts';
import { endingInTranscript, hasEnded } from './read.ts';

/** `reread` is what the call says about an ask that was read from the screen without its call. */
export type Ended = { readonly ending: Ending; readonly reread?: Reread };

/** Undefined while the lines say nothing about it. */
export function endingOf(lines: readonly string[], view: AskView): Ended | undefined {
  const reread = view.kind !== 'idle' && isUnidentified(view) ? identified(lines, view) : undefined;
  const ask = { ...view, ...reread };
  const ending = endingInTranscript(lines, ask.toolUseId, ask);
  return ending && { ending, ...(reread ? { reread } : {}) };
}

/** Whether its call has ended. */
export const isOverIn = (lines: readonly string[], view: AskView): boolean =>
  isUnidentified(view) ? identified(lines, view) !== undefined : hasEnded(lines, view.toolUseId);
