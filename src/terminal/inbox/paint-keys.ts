// The keys of the inbox: all of them on one page, and at the bottom as many as fit, the most useful first, and always how to leave.

import type { Hint } from '../../dialog/bindings.ts';
import { type Focus, inboxHelp, inboxHints, type Situation } from '../../dialog/inbox/keys.ts';
import type { Inbox } from '../../dialog/inbox/state.ts';
import { blank, edges, filledTo, type Line, line, type Size, type Span, span, widthOf } from '../canvas.ts';

const SIGNS: readonly (readonly [sign: string, means: string])[] = [
  ['✓ verified', 'the agent recorded what was decided'],
  ['✗ MISMATCHED', 'it recorded something else'],
  ['? unconfirmed', 'there is no record to compare with'],
];

export function helpLines(inbox: Inbox, { columns, rows }: Size): Line[] {
  const all: Line[] = [
    ...inboxHelp.map(({ keys, says }): Line => [span(`  ${keys.padEnd(16)}`, 'bold'), span(says)]),
    blank,
    ...SIGNS.map(([sign, means]): Line => [span(`  ${sign.padEnd(16)}`, 'accent'), span(means)]),
    blank,
    line('  An opened ask has keys of its own; ? shows them there.', 'dim'),
  ];
  const height = Math.max(0, rows - 1);
  // If the page is too low, the legend is left out first.
  return [...filledTo(all.slice(0, height), height), footer('help', { inbox, more: false }, '', columns)];
}

/** `right` is the position in the list or on the page. */
export function footer(place: Focus, situation: Situation, right: string, columns: number): Line {
  const { first, always } = inboxHints(place, situation);
  const where = right === '' ? [] : line(`${right} `, 'dim');
  const end = always.flatMap(words);
  let shown: readonly Span[] = [];
  for (const each of first) {
    const more = [...shown, ...words(each)];
    if (1 + widthOf(more) + widthOf(end) + widthOf(where) + 2 > columns) break;
    shown = more;
  }
  return edges([span(' '), ...shown, ...end], where, columns);
}

const words = ([key, does]: Hint): Span[] => [span(key, 'bold'), span(` ${does}   `, 'dim')];
