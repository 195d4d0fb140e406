// Reads a permission dialog: to run a command, to write or edit a file, to fetch a page.
import type { Bottom } from './bottom.ts';
import { colourAt, indentOf, isBlank, isRule, rowAt, slice, styleAt } from './cells.ts';
import { hintsIn } from './hints.ts';
import { joined, joinedLines } from './join.ts';
import { menuEndingAt, menuRows } from './menu.ts';
import { type Permission, type Row, type Screen, type ScreenState, unreadDialog } from './state.ts';

const FOOTER = /^Esc to cancel(?: · Tab to amend)?(?: · ctrl\+\S+ to .+)?$/;
const HINT = /^(?:Esc to cancel|Tab to amend|ctrl\+\S+ to .+)$/;

export function readPermission(screen: Screen, { last }: Bottom): ScreenState | undefined {
  const { text } = rowAt(screen, last);
  const hints = /^ \S/.test(text) && isBlank(rowAt(screen, last - 1)) ? hintsIn(text.slice(1), FOOTER, HINT) : undefined;
  const end = hints ? last - 2 : last;
  if (!hints && !/^ [❯ ] [2-9]\. No, .*\(esc\)$/.test(rowAt(screen, end).text)) return undefined;
  const state = read(screen, end, hints ? last : undefined);
  if (typeof state !== 'string') return hints?.unfamiliar === undefined ? state : { ...state, unfamiliar: hints.unfamiliar };
  // Other menus have hints, too.
  return hints?.unfamiliar === undefined ? unreadDialog('permission', state, screen, ruleAbove(screen, end)) : undefined;
}

function read(screen: Screen, end: number, footer: number | undefined): Permission | string {
  const menu = menuEndingAt(screen, end);
  if (typeof menu === 'string') return menu;
  if (menu.base !== 1) return 'the menu is not indented like that of a permission';
  if (footer !== undefined && colourAt(rowAt(screen, footer), 1) !== menu.grey) return 'the footer is not grey';
  const rows = menuRows(menu, screen.columns);
  if (rows[0]?.label.startsWith('Yes') !== true || rows.at(-1)?.label.startsWith('No') !== true)
    return 'the menu does not begin with Yes and end with No';

  const top = topOfQuestion(screen, menu.top);
  const question = joined(
    screen.rows.slice(top, menu.top).map((row) => row.text.trim()),
    screen.columns - 1,
  );
  if (!question.startsWith('Do you want ')) return 'there is no permission question above the menu';
  const rule = ruleAbove(screen, top);
  const title = rule < 0 ? undefined : rowAt(screen, rule + 1);
  if (title !== undefined && indentOf(title) !== 1) return 'there is no title below the rule';
  const about = screen.rows.slice(rule < 0 ? 0 : rule + 2, top).filter((row) => !isBlank(row) && !isTip(row));
  const subject = UNNAMED.test(question) ? subjectIn(about, menu.grey, screen.columns) : '';
  return {
    kind: 'permission',
    title: title?.text.trim(),
    detail: about.filter((row) => !isDotted(row)).map((row) => row.text.replace(/^ /, '')),
    ...(subject === '' ? {} : { subject }),
    question,
    rows,
    pointer: menu.pointed.number,
    editing: menu.editing,
  };
}

const ruleAbove = (screen: Screen, below: number): number =>
  screen.rows.findLastIndex((row, y) => y < below && isRule(row, screen.columns));

/** The question is right above the menu, below a blank row or a dotted line. */
function topOfQuestion(screen: Screen, menu: number): number {
  let y = menu;
  while (y > 0 && indentOf(rowAt(screen, y - 1)) === 1) y--;
  return y;
}

/** Questions that do not name what they are about. */
const UNNAMED = /^Do you want to (?:proceed|allow Claude to fetch this content)\?$/;

/** What it is about is between two dotted lines, behind a bar if it has several rows. In older versions it comes first, further right. */
function subjectIn(about: readonly Row[], grey: string, columns: number): string {
  const [from = -1, to = -1] = about.flatMap((row, y) => (isDotted(row) ? [y] : []));
  const isOlder = from < 0;
  const end = about.findIndex((row) => indentOf(row) < 3 || colourAt(row, indentOf(row)) === grey);
  const rows = isOlder ? about.slice(0, Math.max(0, end)) : about.slice(from + 1, Math.max(0, to));
  const column = isOlder || rows.every((row) => row.text.startsWith(' │') && styleAt(row, 1).dim) ? 3 : 1;
  return joinedLines(
    rows.map((row) => slice(row, column)),
    columns - 2 * column,
  );
}

const isDotted = ({ text }: Row): boolean => /^ *╌+↓?$/.test(text);

/** Advice on how to use Claude Code is bold, below the title. */
const isTip = (row: Row): boolean => indentOf(row) === 1 && styleAt(row, 1).bold;
