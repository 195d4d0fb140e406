// The keys that matter here, as many as there is room for; the most useful ones first, help and quitting always.
import { isFiltering } from '../../views/inbox/filter.ts';
import type { Inbox } from '../../views/inbox/state.ts';
import { edges, type Line, line, type Span, span, widthOf } from '../canvas.ts';

type Hint = readonly [key: string, does: string];

export function footer(inbox: Inbox, place: string, columns: number): Line {
  return inbox.typing ? keysLine(TYPING, place, columns, []) : keysLine(hints(inbox, place !== ''), place, columns);
}

export function keysLine(hints: readonly Hint[], place: string, columns: number, always: readonly Hint[] = ALWAYS): Line {
  const right = place === '' ? [] : line(`${place} `, 'dim');
  const end = always.flatMap(hint);
  let shown: readonly Span[] = [];
  for (const each of hints) {
    const more = [...shown, ...hint(each)];
    if (1 + widthOf(more) + widthOf(end) + widthOf(right) + 2 > columns) break;
    shown = more;
  }
  return edges([span(' '), ...shown, ...end], right, columns);
}

const ALWAYS: readonly Hint[] = [
  ['?', 'help'],
  ['q', 'quit'],
];

const TYPING: readonly Hint[] = [
  ['enter', 'keep'],
  ['esc', 'drop'],
  ['↑↓', 'choose'],
];
const CHOOSING: readonly Hint[] = [
  ['↑↓', 'choose'],
  ['enter', 'open'],
];

function hints(inbox: Inbox, any: boolean): readonly Hint[] {
  return [
    ...(any ? CHOOSING : []),
    ['/', 'find'],
    ['p', 'project'],
    ['t', 'kind'],
    ...(isFiltering(inbox.filter) ? [['c', 'all'] as const] : []),
    ...(inbox.room === 'sessions' ? [['e', inbox.ended ? 'hide ended' : 'ended'] as const] : []),
    ['tab', 'room'],
  ];
}

const hint = ([key, does]: Hint): Span[] => [span(key, 'bold'), span(` ${does}   `, 'dim')];
