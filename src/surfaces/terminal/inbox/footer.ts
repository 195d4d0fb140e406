// The keys at the bottom of the inbox: as many as fit, the most useful first, and always how to leave.
import type { Hint } from '../../views/bindings.ts';
import { inboxHints, type Place, type Situation } from '../../views/inbox/keys.ts';
import { edges, type Line, line, type Span, span, widthOf } from '../canvas.ts';

/** `right` is the position in the list or on the page. */
export function footer(place: Place, situation: Situation, right: string, columns: number): Line {
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
