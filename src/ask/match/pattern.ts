// Whether a text matches a pattern: whole words in any case ("ok" is not in "token"), or the user's regular expression.
import { comparable } from '../same-question.ts';
import type { Pattern } from './fields.ts';

/** Only this much of a text is read. A longer text is never treated as harmless. */
export const MOST_MATCHED = 20_000;

export function found(pattern: Pattern, text: string): boolean {
  return pattern.kind === 'regex' ? pattern.regex.test(text) : hasWords(text, pattern.source);
}

/** The words appear together in this order, with no letter or digit right before or after them. */
export function hasWords(text: string, words: string): boolean {
  const { within, places, isInWord } = read(text);
  const wanted = comparable(words);
  const endsFreely = (at: number): boolean => !(ENDS_IN_WORD.test(wanted) && isInWord[at + wanted.length] === 1);
  const [first] = FIRST_WORD.exec(wanted) ?? [];
  if (first !== undefined) return (places.get(first) ?? []).some((at) => within.startsWith(wanted, at) && endsFreely(at));
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) if (endsFreely(at)) return true;
  return false;
}

/**
 * A text as it is compared with many patterns: where each of its words begins, and which places are inside a word. Patterns and texts may both be a
 * stranger's, so a pattern is only tried where its first word is.
 */
type ReadText = {
  readonly within: string;
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly isInWord: Uint8Array;
};

function read(text: string): ReadText {
  const known = lately.get(text);
  if (known) return known;
  const within = comparable(text);
  const places = new Map<string, number[]>();
  const isInWord = new Uint8Array(within.length);
  for (const { 0: word, index } of within.matchAll(WORDS)) {
    const at = places.get(word);
    if (at) at.push(index);
    else places.set(word, [index]);
    isInWord.fill(1, index, index + word.length);
  }
  if (lately.size >= MOST_KEPT) lately.clear();
  const made = { within, places, isInWord };
  lately.set(text, made);
  return made;
}

/** The texts of one ask are compared with one route after the other. */
const lately = new Map<string, ReadText>();
const MOST_KEPT = 20;

const WORDS = /[\p{L}\p{N}\p{M}_]+/gu;
const FIRST_WORD = /^[\p{L}\p{N}\p{M}_]+/u;
/** Only the last character is read. */
const ENDS_IN_WORD = /[\p{L}\p{N}\p{M}_]$/u;
