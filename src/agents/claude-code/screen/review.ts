// Reads the review at the end of a form: the answers, and whether the pointer is on Submit or Cancel.
//
// It is recognised by its shape: the tab bar with the Submit tab marked or, when that is scrolled away, a menu of Submit and Cancel at the left
// edge; above the menu, the list of questions and answers. Sentences around the list come and go with versions, so none is required.
import type { Bottom } from './bottom.ts';
import { colourAt, isBlank, rowAt, slice, styleAt } from './cells.ts';
import { headerAbove, isWrappedTabBar } from './header.ts';
import { joined, joinedLines } from './join.ts';
import { type Menu, menuEndingAt, menuRows } from './menu.ts';
import { type Review, type Row, type Screen, type ScreenState, unreadDialog } from './state.ts';

export function readReview(screen: Screen, bottom: Bottom): ScreenState | undefined {
  const top = topOf(screen, bottom.last);
  if (top === undefined) return undefined;
  const state = read(screen, bottom, top);
  return typeof state === 'string' ? unreadDialog('review', state, screen, top.y) : state;
}

/** The tab bar, if it is on the screen. `tabs` is empty if it takes two rows, because we do not read it then. */
type Top = { readonly y: number; readonly tabs: Review['tabs']; readonly cut: boolean };

function topOf(screen: Screen, last: number): Top | undefined {
  if (!MENU_ROW.test(rowAt(screen, last).text)) return undefined;
  const header = headerAbove(screen, last);
  const isReview = header !== undefined && header.tabs.length > 0 && header.current === header.tabs.length;
  if (isReview) return { y: header.y, tabs: header.tabs, cut: false };
  const wrapped = screen.rows.findLastIndex((_, y) => y > 0 && y < last && isWrappedTabBar(screen, y));
  const named = [SUBMIT_ROW.test(rowAt(screen, last - 1).text), CANCEL_ROW.test(rowAt(screen, last).text)].filter(Boolean);
  // One of the two may be worded differently, if the pointer of a menu is there.
  if (named.length < 2 && (typeof menuEndingAt(screen, last) === 'string' || (named.length === 0 && wrapped < 0))) return undefined;
  return wrapped > 0 ? { y: wrapped + 1, tabs: [], cut: false } : { y: -1, tabs: [], cut: true };
}

const MENU_ROW = /^[❯ ] [1-9]\. \S/;
const SUBMIT_ROW = /^[❯ ] [1-9]\. Submit\b/;
const CANCEL_ROW = /^[❯ ] [1-9]\. Cancel$/;

function read(screen: Screen, bottom: Bottom, top: Top): Review | string {
  const menu = menuEndingAt(screen, bottom.last);
  if (typeof menu === 'string') return menu;
  if (menu.base !== 0 || menu.editing) return 'the pointer is not at the left edge';
  const rows = menuRows(menu, screen.columns);
  const submit = rows.filter(({ label }) => label.startsWith('Submit'));
  if (submit.length !== 1 || rows.length < 2)
    return `its choices are ${rows.map(({ label }) => `“${label}”`).join(', ')}, and not one of several submits`;
  const list = listIn(screen, top, menu);
  if (typeof list === 'string') return list;
  const answers = answersIn(list.rows, screen.columns, list.cut);
  if (typeof answers === 'string') return answers;
  return {
    kind: 'review',
    tabs: top.tabs,
    warning: list.warning,
    answers,
    cut: top.cut,
    pointer: menu.pointed.number,
    submit: submit[0]?.number ?? 0,
    ...(bottom.countdown === undefined ? {} : { countdown: bottom.countdown }),
  };
}

type List = { readonly rows: readonly Row[]; readonly warning: boolean; readonly cut: boolean };

/** The rows between the title and the menu. What stands at the left edge before or after the list, which is indented, is a remark. */
function listIn(screen: Screen, top: Top, menu: Menu): List | string {
  const title = screen.rows.findLastIndex((row, y) => y > top.y && y < menu.top && isTitle(row));
  const rows = screen.rows.slice(Math.max(top.y, title) + 1, menu.top);
  const start = rows.findIndex(isIndented);
  const end = rows.findLastIndex(isIndented) + 1;
  const list = start < 0 ? [] : rows.slice(start, end);
  // Without the title, nothing but the warning can stand above the list.
  const [remark] = [...list, ...(title < 0 ? rows.slice(0, Math.max(0, start)) : [])].filter(
    (row) => !isBlank(row) && !isIndented(row) && !isWarning(row),
  );
  if (remark) return `it has a row that is neither a question nor an answer: “${remark.text}”`;
  if (title < 0 && list.length === 0) return 'there are no answers above its choices';
  const warning = rows.slice(0, Math.max(0, start)).some(isWarning) || (start < 0 && rows.some(isWarning));
  return { rows: list, warning, cut: title < 0 };
}

const isIndented = ({ text }: Row): boolean => text.startsWith(' ');
const isWarning = ({ text }: Row): boolean => text.startsWith('⚠ ');

const isTitle = (row: Row): boolean => row.text !== '' && row.text[0] !== ' ' && styleAt(row, 0).bold;

/** Only answers are in colour, so an arrow in a question does not make it an answer. A question of several rows may have a bar in front. */
function answersIn(rows: readonly Row[], columns: number, cut: boolean): Review['answers'] | string {
  const found: { question: string[]; answer: string[]; barred: boolean }[] = [];
  for (const row of rows) {
    if (isBlank(row)) continue;
    const current = found.at(-1);
    const barred = isBarred(row);
    const column = barred ? 5 : 3;
    const text = slice(row, column);
    if (/^ (?:│ )?● /.test(row.text)) found.push({ question: [text], answer: [], barred });
    else if (!barred && !row.text.startsWith('   ')) return `it has a row that is neither a question nor an answer: “${row.text.trim()}”`;
    else if (current === undefined) {
      if (!cut) return 'there is an answer without a question';
    } else if (barred || colourAt(row, 3) === '') {
      if (current.answer.length > 0) return 'a question is interrupted by an answer';
      current.question.push(text);
    } else if (current.answer.length > 0) current.answer.push(text);
    else if (text.startsWith('→ ')) current.answer.push(text.slice(2));
    else return `it has an answer that begins in another way: “${text}”`;
  }
  const bare = found.find(({ answer }) => answer.length === 0);
  if (bare) return `it has a question without an answer that could be recognised: “${bare.question.join(' ')}”`;
  return found.map(({ question, answer, barred }) => ({
    question: barred ? joinedLines(question, columns - 5) : joined(question, columns - 3),
    answer: joinedLines(answer, columns - 3),
  }));
}

const isBarred = (row: Row): boolean => /^ │(?: |$)/.test(row.text) && styleAt(row, 1).dim;
