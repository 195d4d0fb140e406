// Reads the state of Claude Code from a screen. Never throws; when in doubt it says that it does not know, and why.
import { bottomOf } from './bottom.ts';
import { readBox } from './box.ts';
import { rowAt } from './cells.ts';
import { readPermission } from './permission.ts';
import { readPlan } from './plan.ts';
import { readQuestion } from './question.ts';
import { readReview } from './review.ts';
import type { Screen, ScreenState } from './state.ts';

/** A dialog is read from the bottom up, since Claude Code draws nothing below one: whatever it looks like, text with something below it is text. */
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
  if (/^ *(?:.* · )?(?:Esc|Enter\S*) to [a-z]/.test(last))
    return { kind: 'unknown', why: 'this is a menu of Claude Code that we do not read' };
  return { kind: 'nothing' };
}
