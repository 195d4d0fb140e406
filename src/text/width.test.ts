// The width of graphemes, and fitting texts into columns.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable } from './printable.ts';
import { cut, graphemes, pad, width } from './width.ts';

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...'ab é…中ﾞ각\u1161\u0301\u200d\ufe0f\u0915\u094d\u093e', '👩', '❤', '🏽', '🇩', '1', '\u20e3', '\u0d4e'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 30,
  })
  .map(printable);
const columns = fc.integer({ min: 0, max: 40 });

describe('width', () => {
  test.each([
    ['', 0],
    ['plain', 5],
    ['naïve…', 6],
    ['e\u0301', 1],
    ['質問', 4],
    ['한', 2],
    ['\u1112\u1161\u11ab', 2],
    ['ｶﾞ', 2],
    ['กำ', 2],
    ['का', 2],
    ['क्ष', 2],
    ['😀', 2],
    ['👍🏽', 2],
    ['✌🏽', 2],
    ['❤', 1],
    ['❤️', 2],
    ['1️⃣', 2],
    ['🇩🇪', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['👩🏽‍❤️‍💋‍👨🏼', 2],
    ['🏳️‍🌈', 2],
  ])('of %j is %i', (text, expected) => {
    expect(width(text)).toBe(expected);
  });

  test('has a fast path that agrees with the slow one', () => {
    const characters = Array.from({ length: 0x3000 }, (_, code) => printable(String.fromCodePoint(code)));
    expect(characters.filter((character) => width(`${character}中`) !== width(character) + 2)).toEqual([]);
  });

  test('of a grapheme is at most two, and graphemes contain the whole text', () => {
    fc.assert(
      fc.property(text, (text) => {
        const all = [...graphemes(text)];
        expect(all.map(([grapheme]) => grapheme).join('')).toBe(text);
        expect(all.every(([, columns]) => columns <= 2)).toBe(true);
      }),
    );
  });

  test.each(['🇩🇪', '👩🏽‍💻', 'e\u0301', '中'])('finds every %s in a long text', (grapheme) => {
    expect([...graphemes(`é${grapheme.repeat(1000)}`)].slice(1).every(([found]) => found === grapheme)).toBe(true);
  });

  test('counts a chain of consonants as wide as terminals draw it', () => {
    expect(width('क्'.repeat(1000))).toBe(1000);
  });
});

describe('cut', () => {
  test.each([
    ['question', 8, 'question'],
    ['question', 5, 'ques…'],
    ['question', 1, '…'],
    ['question', 0, ''],
    ['質問する', 6, '質問…'],
    ['質問する', 5, '質問…'],
    ['a👩🏽‍💻b', 3, 'a…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ])('fits %j into %i columns', (text, columns, expected) => {
    expect(cut(text, columns)).toBe(expected);
  });

  test('is never too wide, and returns the whole text or its beginning', () => {
    fc.assert(
      fc.property(text, columns, (text, columns) => {
        const result = cut(text, columns);
        expect(width(result)).toBeLessThanOrEqual(columns);
        expect(result === text || text.startsWith(result.replace(/…$/, ''))).toBe(true);
        if (width(text) <= columns) expect(result).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('pad', () => {
  test('returns exactly the requested width', () => {
    expect(pad('質問', 6)).toBe('質問  ');
    expect(pad('質問する', 6)).toBe('質問… ');
    fc.assert(
      fc.property(text, columns, (text, columns) => {
        expect(width(pad(text, columns))).toBe(columns);
      }),
      { numRuns: 1000 },
    );
  });
});
