// Wrapped lines fit, and no word is lost.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable } from './printable.ts';
import { width } from './width.ts';
import { wrap } from './wrap.ts';

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...'abc    é中ﾞ\u1161\u0301\u200d\ufe0f\u0915\u094d\u093e', '👩', '❤', '🏽', '🇩', '\u0d4e', 'word '),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 60,
  })
  .map(printable);
const columns = fc.integer({ min: 2, max: 30 });

describe('wrap', () => {
  test.each([
    ['nothing', '', 10, ['']],
    ['what fits, as it is', '  a  b ', 10, ['  a  b ']],
    ['words', 'one two three', 8, ['one two', 'three']],
    ['words, keeping the gaps inside a line', 'a  b  cccc', 5, ['a  b', 'cccc']],
    ['an indented line', '  if (ready) go()', 12, ['  if (ready)', 'go()']],
    ['a word longer than a line', 'see abcdefgh', 4, ['see', 'abcd', 'efgh']],
    ['wide characters', '質問する', 5, ['質問', 'する']],
    ['only spaces', '     ', 2, ['']],
  ])('wraps %s', (_, text, columns, expected) => {
    expect(wrap(text, columns)).toEqual(expected);
  });

  test('makes no line too wide', () => {
    fc.assert(
      fc.property(text, columns, (text, columns) => {
        for (const line of wrap(text, columns)) expect(width(line)).toBeLessThanOrEqual(columns);
      }),
      { numRuns: 1000 },
    );
  });

  test('loses nothing but spaces', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 30 }), (text, columns) => {
        expect(wrap(text, columns).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
      { numRuns: 1000 },
    );
  });

  test('breaks no word that fits on a line', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,9}$/)), fc.integer({ min: 9, max: 30 }), (words, columns) => {
        expect(wrap(words.join(' '), columns).join(' ')).toBe(words.join(' '));
      }),
    );
  });
});
