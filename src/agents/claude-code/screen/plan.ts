// Reads the dialog that approves a plan, or that leaves plan mode without one.
import type { Bottom } from './bottom.ts';
import { indentOf, isBlank, rowAt, slice } from './cells.ts';
import { isPlaceholder } from './entry.ts';
import { named } from './hints.ts';
import { joined, joinedLines } from './join.ts';
import { labelOf, type Menu, type MenuEntry, menuEndingAt } from './menu.ts';
import { type Plan, type Screen, type ScreenState, unreadDialog } from './state.ts';

const HINT = 'shift+tab to approve with this feedback';

export function readPlan(screen: Screen, { last }: Bottom): ScreenState | undefined {
  const menu = endOfMenu(screen, last);
  if (menu === undefined) return undefined;
  const state = read(screen, menu.end);
  if (typeof state !== 'string') return menu.unfamiliar === undefined ? state : { ...state, unfamiliar: menu.unfamiliar };
  return menu.unfamiliar === undefined ? unreadDialog('plan', state, screen, 0) : undefined;
}

/** Below the menu is a hint on how to edit the plan, on up to three rows. Without a plan there is only Yes and No. */
function endOfMenu(screen: Screen, last: number): { readonly end: number; readonly unfamiliar?: string } | undefined {
  if (/^ +(?:❯ )?2\. No$/.test(rowAt(screen, last).text)) return { end: last };
  for (let y = last; y > Math.max(1, last - 3); y--) {
    const row = rowAt(screen, y);
    if (indentOf(row) === 0 || /^ +(?:❯ )?[1-9]\. /.test(row.text)) return undefined;
    if (!isBlank(rowAt(screen, y - 1))) continue;
    return { end: y - 2, ...(/^ +ctrl[+-]g to edit/.test(row.text) ? {} : { unfamiliar: named(row.text.trim()) }) };
  }
  return undefined;
}

function read(screen: Screen, end: number): Plan | string {
  const menu = menuEndingAt(screen, end);
  if (typeof menu === 'string') return menu;
  const hinted = menu.entries.filter(({ rows }) => rows.slice(1).some((row) => row.text.trim() === HINT));
  const question = hinted.length > 0 ? questionWithPlan(screen, menu) : questionWithoutPlan(screen, menu);
  if (question === undefined) return 'there is no question about a plan above the menu';
  const last = menu.entries.at(-1);
  if (hinted.length > 0 && (hinted.length > 1 || hinted[0] !== last)) return 'the feedback is not in the last row';
  const feedback = hinted[0] === undefined ? undefined : feedbackIn(hinted[0], menu, screen.columns);
  if (feedback !== undefined && feedback.number < 3) return 'a row is missing above the feedback';
  if (menu.editing !== (feedback?.focused === true)) return 'the cursor is not in the row of the pointer';
  return {
    kind: 'plan',
    plan: planAbove(screen, menu),
    question,
    rows: menu.entries.map(({ number, rows, column, pointer }) => {
      const label = number === feedback?.number ? feedback.label : labelOf({ rows, column }, screen.columns);
      return { number, label, pointer };
    }),
    pointer: menu.pointed.number,
    ...(feedback === undefined ? {} : { feedback: { number: feedback.number, content: feedback.content, focused: feedback.focused } }),
  };
}

/** The plan is between two dotted lines. */
function planAbove({ rows }: Screen, { top, base }: Menu): string {
  const dotted = rows.slice(0, top).flatMap((row, y) => (/^ *╌+$/.test(row.text) ? [y] : []));
  const [from, to] = dotted.length > 1 ? dotted.slice(-2) : [-1, ...dotted];
  return rows
    .slice((from ?? -1) + 1, to ?? 0)
    .map((row) => slice(row, base))
    .join('\n')
    .trim();
}

/** Between question and menu is a blank row, which a small pane has no room for. */
function questionWithPlan(screen: Screen, { top, base }: Menu): string | undefined {
  const end = isBlank(rowAt(screen, top - 1)) ? top - 1 : top;
  let from = end;
  while (from > 0 && indentOf(rowAt(screen, from - 1)) === base) from--;
  const rows = screen.rows.slice(from, end).map((row) => row.text.trim());
  const question = joined(rows, screen.columns - base);
  if (!question.endsWith('Would you like to proceed?')) return undefined;
  return isFrame(screen, from - 1, base - 1) || isBelowPlan(screen, from - 1, base - 1) ? question : undefined;
}

/** Older versions have no line above the question, but a blank row below the dotted line that ends the plan. */
function isBelowPlan({ rows, columns }: Screen, y: number, indent: number): boolean {
  return indent === 0 && rows[y]?.text === '' && rows[y - 1]?.text === '╌'.repeat(columns);
}

/** The line above the question has the full width or, inside the fullscreen frame, a margin of two columns: on the left only in older versions. */
function isFrame({ rows, columns }: Screen, y: number, indent: number): boolean {
  if (indent !== 0 && indent !== 2) return false;
  return y < 0 || [indent, 2 * indent].some((margins) => rows[y]?.text === ' '.repeat(indent) + '─'.repeat(Math.max(0, columns - margins)));
}

function questionWithoutPlan(screen: Screen, { top, base }: Menu): string | undefined {
  const [asked, blank, title] = [top - 2, top - 3, top - 4].map((y) => rowAt(screen, y));
  if (!isBlank(rowAt(screen, top - 1)) || asked?.text.trim() !== 'Claude wants to exit plan mode' || blank?.text !== '') return undefined;
  return title?.text.trim() === 'Exit plan mode?' && isFrame(screen, top - 5, base - 2) ? 'Exit plan mode?' : undefined;
}

function feedbackIn(entry: MenuEntry, menu: Menu, columns: number) {
  const rows = entry.rows.filter((row) => row.text.trim() !== HINT);
  const column = menu.base + 5;
  const first = rows[0];
  const label = joinedLines(
    rows.map((row) => slice(row, column)),
    columns - column - menu.base,
  );
  const empty = first === undefined || isPlaceholder(first, column, menu.grey);
  return { number: entry.number, label, content: empty ? '' : label, focused: entry.pointer };
}
