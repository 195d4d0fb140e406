// Whether a route names its questions by their text. A text that fits anything names nothing.
import type { Pattern } from '../../ask/match/fields.ts';
import { found } from '../../ask/match/pattern.ts';
import type { Route } from './route.ts';

export function namesQuestion({ when: { text = [] } }: Pick<Route, 'when'>): boolean {
  return text.length > 0 && text.every(namesSomething);
}

/** Tried on texts that say nothing: what is found in one of them would be found in nearly any question. */
function namesSomething(pattern: Pattern): boolean {
  return /[\p{L}\p{N}]/u.test(pattern.source) && !SAYING_NOTHING.some((text) => found(pattern, text));
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'].join(' ');
const SAYING_NOTHING: readonly string[] = [
  '',
  '?',
  `${LETTERS} ${LETTERS.toUpperCase()} 0 1 2 3 4 5 6 7 8 9 . , : ; ! ? - _ / ( ) " '`,
  'Qxzvk wjpfgh vzq xkwjv?',
  'QXZVK WJPFGH\nVZQ XKWJV.',
];
