// Whether a text matches a pattern: whole words in any case ("ok" is not in "token"), or the user's regular expression.
import { comparable } from '../../question/same-question.ts';
import type { Pattern } from './fields.ts';

/** Only this much of a text is read. A longer text is never treated as harmless. */
export const MOST_MATCHED = 20_000;

export function found(pattern: Pattern, text: string): boolean {
  return pattern.kind === 'regex' ? pattern.regex.test(text) : hasWords(text, pattern.source);
}

/** The words appear together in this order, with no letter or digit right before or after them. */
export function hasWords(text: string, words: string): boolean {
  const [within, wanted] = [comparable(text), comparable(words)];
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (!joins(wanted, 'first', within.slice(Math.max(0, at - 2), at)) && !joins(wanted, 'last', within.slice(end, end + 2))) return true;
  }
  return false;
}

const WORD_BEFORE = /[\p{L}\p{N}\p{M}_]$/u;
const WORD_AFTER = /^[\p{L}\p{N}\p{M}_]/u;

/** Whether a letter or digit follows the words at this edge. Only the next character is read, because a text may consist of nothing but hits. An edge like in "c++" never joins. */
function joins(words: string, edge: 'first' | 'last', rest: string): boolean {
  return edge === 'first' ? WORD_AFTER.test(words) && WORD_BEFORE.test(rest) : WORD_BEFORE.test(words) && WORD_AFTER.test(rest);
}
