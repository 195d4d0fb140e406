// Reads the top of a question or review: the tab bar, or the header of a single question, and the question itself.
import { isBlank, isRule, rowAt, slice, styleAt } from './cells.ts';
import { joined, joinedLines } from './join.ts';
import type { Row, Screen, Tab } from './state.ts';

export type Header = { readonly y: number; readonly tabs: readonly Tab[]; readonly current: number | undefined; readonly header: string };

/** A tab bar that is too narrow for its headers wraps to two rows. We do not read it then. */
export function isWrappedTabBar(screen: Screen, y: number): boolean {
  const first = rowAt(screen, y).text;
  return /^← .*→$/.test(first) && isRule(rowAt(screen, y - 1), screen.columns) && rowAt(screen, y + 1).text.startsWith('  ');
}

/** The nearest header above a row. There is a rule above it, unless that is scrolled away. */
export function headerAbove(screen: Screen, below: number): Header | undefined {
  for (let y = below - 1; y >= 0; y--) {
    const row = rowAt(screen, y);
    const first = row.text[0];
    if (first !== ' ' && first !== '←') continue;
    if (y > 0 && !isRule(rowAt(screen, y - 1), screen.columns)) continue;
    const header = first === ' ' ? singleHeader(row, y) : tabBar(row, y);
    if (header !== undefined) return header;
  }
  return undefined;
}

function singleHeader(row: Row, y: number): Header | undefined {
  const match = /^ [☐☒] (.+)$/.exec(row.text);
  if (match === null || styleAt(row, 1).background === '') return undefined;
  return { y, tabs: [], current: undefined, header: match[1] ?? '' };
}

function tabBar(row: Row, y: number): Header | undefined {
  if (!/^← {2}[☐☒] .* {2}✔ Submit {2}→$/.test(row.text)) return undefined;
  const marked = markedRange(row);
  if (marked === undefined) return undefined;
  const tabs: Tab[] = [];
  let current: number | undefined;
  for (const { 0: text, index } of row.text.slice(0, -3).matchAll(TAB)) {
    if (marked.from < index && marked.to > index) current = tabs.length;
    if (text.startsWith('✔')) break;
    tabs.push({ header: unquoted(text.slice(2)), answered: text.startsWith('☒'), cut: text.endsWith('…') });
  }
  if (current === undefined) return undefined;
  return { y, tabs, current, header: tabs[current]?.header ?? '' };
}

/** A header that looks like several tabs, or begins or ends in a space, is drawn in quotes. */
const TAB = /(?<= {2})[☐☒✔] (?:"(?:[^"\\]|\\.)*"|.*?)(?= {2}[☐☒✔] |$)/g;

function unquoted(header: string): string {
  if (!/^"(?:.* {2}.*| .*|.* )"$/.test(header)) return header;
  try {
    return String(JSON.parse(header));
  } catch {
    return header;
  }
}

/** The current tab, and a blank on either side of it, have a background colour. Undefined unless there is exactly one such range. */
function markedRange(row: Row): { from: number; to: number } | undefined {
  let at = 0;
  let found: { from: number; to: number } | undefined;
  for (const { style, text } of row.spans) {
    if (style.background !== '') {
      if (found !== undefined) return undefined;
      found = { from: at, to: at + text.length };
    }
    at += text.length;
  }
  return found;
}

type QuestionText = { readonly text: string; readonly cut: boolean; readonly end: number };

/** The question between the header (or the top of the screen) and the list. `end` is the row after the blank row below it. */
export function questionBelow(screen: Screen, header: Header | undefined, limit: number): QuestionText | string {
  const start = header === undefined ? 0 : header.y + 1;
  const lead = isBlank(rowAt(screen, start));
  if (header !== undefined && !lead) return 'the row below the header is not blank';
  let y = lead ? start + 1 : start;
  const from = y;
  while (y < limit && (isQuestionRow(rowAt(screen, y)) || (y > from && isWrappedRow(rowAt(screen, y))) || isBetween(screen, y, from))) y++;
  if (y === from) return header === undefined ? { text: '', cut: true, end: from } : 'there is no question below the header';
  if (y >= limit || !isBlank(rowAt(screen, y))) return 'the question does not end in a blank row';
  return { text: textOf(screen.rows.slice(from, y), screen.columns), cut: header === undefined && !lead, end: y + 1 };
}

/** A question is bold. With several rows, each has a grey bar in front. No row of a list starts like that. */
function isQuestionRow(row: Row): boolean {
  if (isBlank(row)) return false;
  return isBarred(row) || (row.text[0] !== ' ' && styleAt(row, 0).bold);
}

/** In 2.1.150, a row may begin with the blank at which it was wrapped. */
function isWrappedRow({ text, spans }: Row): boolean {
  return /^ [^ ❯]/.test(text) && styleAt({ text, spans }, 1).bold;
}

/** In older versions, a question of several paragraphs has no bar in front, and blank rows in it. */
function isBetween(screen: Screen, y: number, from: number): boolean {
  const isBold = (row: Row) => isQuestionRow(row) && !isBarred(row);
  if (y === from || !isBlank(rowAt(screen, y)) || !isBold(rowAt(screen, from))) return false;
  const next = screen.rows.findIndex((row, at) => at > y && !isBlank(row));
  return next > y && isBold(rowAt(screen, next));
}

function isBarred(row: Row): boolean {
  return row.text[0] === '│' && styleAt(row, 0).dim && (row.text === '│' || row.text[1] === ' ');
}

function textOf(rows: readonly Row[], columns: number): string {
  if (rows.some(isBlank))
    return joinedLines(
      rows.map(({ text }) => text),
      columns,
    );
  if (!rows.every(isBarred))
    return joined(
      rows.map((row) => row.text),
      columns,
    );
  return joinedLines(
    rows.map((row) => slice(row, 2)),
    columns - 2,
  );
}
