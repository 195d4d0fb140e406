// Reads the state of Claude Code from a screen. Never throws; when in doubt it returns `unknown` with a reason.
import { bottomOf } from './bottom.ts';
import { readBox } from './box.ts';
import { rowAt } from './cells.ts';
import { readPermission } from './permission.ts';
import { readPlan } from './plan.ts';
import { readQuestion } from './question.ts';
import { readReview } from './review.ts';
import type { Screen, ScreenState } from './state.ts';

/** Dialogs are read from the bottom up. Claude Code draws nothing below a dialog, so something with text below it cannot be one. */
export function readScreen(screen: Screen): ScreenState {
  const bottom = bottomOf(screen);
  if (bottom === undefined) return { kind: 'nothing' };
  return (
    readQuestion(screen, bottom) ??
    readReview(screen, bottom) ??
    readPermission(screen, bottom) ??
    readPlan(screen, bottom) ??
    readBox(screen) ??
    unread(rowAt(screen, bottom.last).text)
  );
}

function unread(last: string): ScreenState {
  if (/^Select with numbers \[/.test(last)) return { kind: 'unknown', why: 'Claude Code is in its screen-reader mode' };
  if (/^ +Showing detailed transcript · /.test(last)) return { kind: 'unknown', why: 'Claude Code shows its transcript' };
  if (/^ *(?:.* · )?(?:Esc|Enter\S*) to [a-z]/.test(last)) return { kind: 'unknown', why: 'this is a menu that Answerback cannot read' };
  return { kind: 'nothing' };
}
