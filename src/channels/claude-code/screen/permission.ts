// Reads a permission dialog: to run a command, to write or edit a file, to fetch a page.
import type { Bottom } from './bottom.ts';
import { colourAt, indentOf, isBlank, isRule, rowAt } from './cells.ts';
import { joined } from './join.ts';
import { menuEndingAt, menuRows } from './menu.ts';
import type { Permission, Screen, ScreenState } from './state.ts';

const FOOTER = /^ Esc to cancel(?: · Tab to amend)?(?: · ctrl\+\S+ to .+)?$/;

export function readPermission(screen: Screen, { last }: Bottom): ScreenState | undefined {
  const footer = FOOTER.test(rowAt(screen, last).text) && isBlank(rowAt(screen, last - 1));
  const end = footer ? last - 2 : last;
  if (!footer && !/^ [❯ ] [2-9]\. No, .*\(esc\)$/.test(rowAt(screen, end).text)) return undefined;
  const state = read(screen, end, footer ? last : undefined);
  return typeof state === 'string' ? { kind: 'unknown', why: state } : state;
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
  const rule = screen.rows.findLastIndex((row, y) => y < top && isRule(row, screen.columns));
  const title = rule < 0 ? undefined : rowAt(screen, rule + 1);
  if (title !== undefined && indentOf(title) !== 1) return 'there is no title below the rule';
  return {
    kind: 'permission',
    title: title?.text.trim(),
    detail: details(screen, rule < 0 ? 0 : rule + 2, top),
    question,
    rows,
    pointer: menu.pointed.number,
    editing: menu.editing,
  };
}

/** The question is right above the menu, below a blank row or a dotted line. */
function topOfQuestion(screen: Screen, menu: number): number {
  let y = menu;
  while (y > 0 && indentOf(rowAt(screen, y - 1)) === 1) y--;
  return y;
}

function details(screen: Screen, from: number, to: number): string[] {
  const rows = screen.rows.slice(from, to).map((row) => row.text.replace(/^ /, ''));
  return rows.filter((text) => text !== '' && !/^╌+↓?$/.test(text));
}
