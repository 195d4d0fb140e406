// The top of a question or review: the tab bar or the lone chip, and the question itself.
import { isBlank, isRule, rowAt, slice, styleAt } from './cells.ts';
import { joined, joinedLines } from './join.ts';
import type { Row, Screen, Tab } from './state.ts';

export type Header = { readonly y: number; readonly tabs: readonly Tab[]; readonly current: number | undefined; readonly header: string };

/** The nearest header above a row. It stands under a rule, or at the very top when the rule is scrolled away. */
export function headerAbove(screen: Screen, below: number): Header | undefined {
  for (let y = below - 1; y >= 0; y--) {
    const row = rowAt(screen, y);
    const first = row.text[0];
    if (first !== ' ' && first !== '←') continue;
    if (y > 0 && !isRule(rowAt(screen, y - 1), screen.columns)) continue;
    const header = first === ' ' ? chip(row, y) : tabBar(row, y);
    if (header !== undefined) return header;
  }
  return undefined;
}

function chip(row: Row, y: number): Header | undefined {
  const match = /^ [☐☒] (.+)$/.exec(row.text);
  if (match === null || styleAt(row, 1).background === '') return undefined;
  return { y, tabs: [], current: undefined, header: match[1] ?? '' };
}

function tabBar(row: Row, y: number): Header | undefined {
  if (!/^← +[☐☒] .* ✔ Submit +→$/.test(row.text)) return undefined;
  const tabs: Tab[] = [];
  let current: number | undefined;
  for (const { at, text } of tabTexts(row)) {
    if (styleAt(row, at).background !== '') current = tabs.length;
    if (text.startsWith('✔')) break;
    const header = text.slice(1).trim();
    tabs.push({ header, answered: text.startsWith('☒'), cut: header.endsWith('…') });
  }
  if (current === undefined) return undefined;
  return { y, tabs, current, header: tabs[current]?.header ?? '' };
}

/** Tabs are separated by two blanks or by the edge of the current tab's background; a header may contain ☐, but hardly after two blanks. */
function tabTexts(row: Row): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = [];
  for (const match of row.text.matchAll(/(?<=^← {1,2}| {2}| (?= [✔☐☒]))[☐☒✔] .*?(?= {2}[☐☒✔] | {1,2}→$)/g)) {
    found.push({ at: columnAt(row, match.index), text: match[0] });
  }
  return found;
}

/** The column of a character, which differs from its index behind a wide character. */
function columnAt(row: Row, index: number): number {
  let passed = 0;
  for (const span of row.spans) {
    if (index < passed + span.text.length) return span.columns === span.text.length ? span.x + index - passed : span.x + wideOffset(span.text, index - passed);
    passed += span.text.length;
  }
  return index;
}

function wideOffset(text: string, index: number): number {
  return slice({ text, spans: [] }, 0).length + index;
}

export type Asked = { readonly text: string; readonly cut: boolean; readonly end: number };

/** The question between the header (or the top of the screen) and the list; `end` is the row after its closing blank row. */
export function questionBelow(screen: Screen, header: Header | undefined, limit: number): Asked | string {
  const start = header === undefined ? 0 : header.y + 1;
  const lead = isBlank(rowAt(screen, start));
  if (header !== undefined && !lead) return 'the row below the header is not blank';
  let y = lead ? start + 1 : start;
  const from = y;
  while (y < limit && isQuestionRow(rowAt(screen, y))) y++;
  if (y === from) return header === undefined ? { text: '', cut: true, end: from } : 'there is no question below the header';
  if (y >= limit || !isBlank(rowAt(screen, y))) return 'the question does not end in a blank row';
  return { text: textOf(screen.rows.slice(from, y), screen.columns), cut: header === undefined && !lead, end: y + 1 };
}

/** A question is bold, and has a grey bar before each row when it has several. Nothing in a list begins so. */
function isQuestionRow(row: Row): boolean {
  if (isBlank(row)) return false;
  if (row.text[0] === '│') return styleAt(row, 0).dim && (row.text === '│' || row.text[1] === ' ');
  return row.text[0] !== ' ' && styleAt(row, 0).bold;
}

function textOf(rows: readonly Row[], columns: number): string {
  if (rows[0]?.text.startsWith('│') !== true) return joined(rows.map((row) => row.text), columns);
  return joinedLines(rows.map((row) => slice(row, 2)), columns - 2);
}
