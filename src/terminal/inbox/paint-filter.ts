// The active filter, and how to clear it.

import { isFiltering } from '../../dialog/inbox/filter.ts';
import type { Inbox } from '../../dialog/inbox/state.ts';
import { projectName } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { cut, graphemes, width } from '../../text/width.ts';
import { edges, type Line, line, span } from '../canvas.ts';

/** Undefined when there is no filter and none is being typed. */
export function filterLine(inbox: Inbox, columns: number): { readonly line: Line; readonly cursor?: number } | undefined {
  const { filter, typing } = inbox;
  if (!typing && !isFiltering(filter)) return undefined;
  const others = [
    filter.project === undefined ? [] : [`project ${projectName(filter.project)}`],
    filter.kind === undefined ? [] : [`kind ${filter.kind}`],
  ].flat();
  if (!typing) {
    const text = filter.text === '' ? [] : [`“${printable(filter.text)}”`];
    return { line: edges([span(' only ', 'warn'), span([...others, ...text].join(' · '), 'bold')], line('c shows all ', 'dim'), columns) };
  }
  const typed = tail(printable(filter.text), Math.max(4, columns - 24));
  const right = line(others.length > 0 ? `and ${others.join(', ')} ` : 'enter keeps it, esc clears it ', 'dim');
  return { line: edges([span(' / ', 'accent', 'bold'), span(typed)], right, columns), cursor: 3 + width(typed) };
}

export function nothingMatches(inbox: Inbox, count: number): Line[] {
  const { text, project, kind } = inbox.filter;
  const wanted = [
    text === '' ? [] : [`“${cut(printable(text), 40)}”`],
    project === undefined ? [] : [`project ${projectName(project)}`],
    kind === undefined ? [] : [`kind ${kind}`],
  ];
  return [line(`Nothing here matches ${wanted.flat().join(' and ')}.`, 'bold'), [], line(`c shows all ${count} again.`, 'dim')];
}

/** The end of a text that is being typed; its beginning is cut off. */
function tail(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let kept = '';
  let room = columns - 1;
  for (const [grapheme, own] of [...graphemes(text)].reverse()) {
    room -= own;
    if (room < 0) break;
    kept = grapheme + kept;
  }
  return `…${kept}`;
}
