// Reads the state of Claude Code from a screen. Never throws; when in doubt it returns `unknown` with a reason.
import { bottomOf } from './bottom.ts';
import { readBox } from './box.ts';
import { colourAt, EMPTY, rowAt } from './cells.ts';
import { readPermission } from './permission.ts';
import { readPlan } from './plan.ts';
import { readQuestion } from './question.ts';
import { readReview } from './review.ts';
import type { Screen, ScreenState } from './state.ts';

/** Dialogs are read from the bottom up. Claude Code draws nothing below a dialog, so something with text below it cannot be one. */
export function readScreen(drawn: Screen): ScreenState {
  const screen = withoutBadge(drawn);
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

/**
 * Since 2.1.328, a dialog that is taller than the pane says in the blank row above its last rows how much of it is out of sight. Only the last such
 * row, close to the bottom, in a colour of its own: anything else may be the agent's text.
 */
function withoutBadge(screen: Screen): Screen {
  const y = screen.rows.findLastIndex((row) => BADGE.test(row.text) && colourAt(row, 1) !== '');
  const below = screen.rows.slice(y + 1).filter((row) => row.text !== '').length;
  return y < 0 || below > MOST_BELOW_BADGE ? screen : { ...screen, rows: screen.rows.with(y, EMPTY) };
}
const BADGE = /^ [↑↓] \d+ more lines?$/;
/** The footer, wrapped, and a countdown. */
const MOST_BELOW_BADGE = 5;

function unread(last: string): ScreenState {
  if (/^Select with numbers \[/.test(last)) return { kind: 'unknown', why: 'Claude Code is in its screen-reader mode' };
  if (/^ +Showing detailed transcript · /.test(last)) return { kind: 'unknown', why: 'Claude Code shows its transcript' };
  if (/^ *(?:.* · )?(?:Esc|Enter\S*) to [a-z]/.test(last)) return { kind: 'unknown', why: 'this is a menu that Answerback cannot read' };
  return { kind: 'nothing' };
}
