// What printable text may contain, and that all of the original stays visible.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable, printableJson, printableLines } from './printable.ts';

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...'ab1#é\x1b\n\r\t\x7f\x9b\u061c\u200b\u200c\u200d\u200e\u202e\u2028\u2066\ufe0e\ufe0f\ufeff\u0301\u20e3\u0915\u094d ',
      '👩',
      '❤',
    ),
    fc.constantFrom(
      '\u{e0041}',
      '\u{e0100}',
      '\ud83d',
      '\udc69',
      '\ufdd0',
      '\ue000',
      '\u0378',
      '\u3164',
      '\\',
      '"',
      '🏽',
      '\r\n',
      '\x1b]0;',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 40,
});

/** A deny-list on purpose: a second opinion on the allow-list. */
function violations(line: string): string[] {
  return [
    ...(line.match(/(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu) ?? []),
    ...(line.match(/(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{DI}/gu) ?? []),
    ...(line.match(/(?:^|\p{Z})\p{M}|(?:(?!\p{DI})\p{M}\u200c?\u200d?){9}/gu) ?? []),
    ...(line.match(/(?:^|[\p{Z}\u200c\u200d])[\u200c\u200d]|[\u200c\u200d](?:$|\p{Z})|[!-~][\u200c\u200d][!-~]/gu) ?? []),
    ...(line.match(/(?<!\p{ExtPict})[\ufe0e\ufe0f](?!\u20e3)/gu) ?? []),
  ];
}

/** Planes 0 to 3 and 14; the others contain only private-use characters. */
function everyCodePoint(): string[] {
  return Array.from({ length: 0x50000 }, (_, index) => String.fromCodePoint(index < 0x40000 ? index : index + 0xa0000));
}

describe('printable', () => {
  test.each([
    ['plain ASCII', 'rm -rf ./build && echo "done" # ~'],
    ['accents, composed and not', 'Größe, naïve, e\u0301'],
    ['right-to-left letters', 'שלום مرحبا'],
    ['joiners where a script needs them', 'می\u200cخواهم PDF\u200cها ක\u0dca\u200dර র\u200d\u09cdয'],
    ['Chinese, Japanese, Korean', '質問：これでいいですか？ 한국어 \u1112\u1161\u11ab'],
    ['Indic and Thai', 'क्षत्रिय தமிழ் กำลัง'],
    ['emoji', '😀 👍🏽 👩🏽‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥 👁️‍🗨️ 1️⃣ #️⃣ 🇩🇪 ☎︎ ©️'],
    ['signs and box drawing', '→ ✓ € ½ │─┐ ⠀ …'],
  ])('leaves %s unchanged', (_, text) => {
    expect(printable(text)).toBe(text);
  });

  test.each([
    ['colours', '\x1b[31mred', '␛[31mred'],
    ['titles', '\x1b]0;gone\x07', '␛]0;gone␇'],
    ['newlines', 'a\nb\r\nc', 'a ⏎ b ⏎ c'],
    ['a lone carriage return', 'safe\revil', 'safe␍evil'],
    ['tabs', 'a\tb', 'a b'],
    ['delete', 'a\x7f', 'a␡'],
    ['C1 controls', '\x9b31m\x85', '<U+009B>31m<U+0085>'],
    ['bidi controls', 'a\u202eb\u2066c\u061c', 'a<U+202E>b<U+2066>c<U+061C>'],
    ['zero-width characters', 'a\u200bb\ufeff\u00ad\u2060', 'a<U+200B>b<U+FEFF><U+00AD><U+2060>'],
    ['letters that are blank', '\u3164\u115f\uffa0', '<U+3164><U+115F><U+FFA0>'],
    ['tag characters', 'ok\u{e0072}\u{e006d}', 'ok<U+E0072><U+E006D>'],
    ['separators', 'a\u2028b\u2029', 'a<U+2028>b<U+2029>'],
    ['halves of surrogate pairs', '\ude00a\ud83d', '<U+DE00>a<U+D83D>'],
    ['noncharacters, private and unassigned', '\ufdd0\ue000\u0378', '<U+FDD0><U+E000><U+0378>'],
    ['selectors that select nothing', 'a\ufe0f1\ufe0f中\u{e0100}', 'a<U+FE0F>1<U+FE0F>中<U+E0100>'],
    ['joiners that join nothing', '\u200da\u200d b\u200cc', '<U+200D>a<U+200D> b<U+200C>c'],
    ['a mark without a base', '\u0301a \u0301', '◌\u0301a ◌\u0301'],
    ['zalgo', `a${'\u0301'.repeat(10)}`, `a${'\u0301'.repeat(8)}◌\u0301\u0301`],
  ])('shows %s', (_, text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  test('allows nothing that hides or moves, for any text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(violations(printable(text))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('holds for every code point there is', () => {
    const output = printable(everyCodePoint().join('x'));
    expect(violations(output)).toEqual([]);
    expect(printable(output)).toBe(output);
  });

  test('leaves every letter of every script unchanged', () => {
    const letters = everyCodePoint().filter((character) => /(?!\p{DI})\p{L}/u.test(character));
    expect(printable(letters.join(''))).toBe(letters.join(''));
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(printable(printable(text))).toBe(printable(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('handles megabytes', () => {
    const text = `中${'a'.repeat(10_000_000)}`;
    expect(printable(text) === text).toBe(true);
  });

  test('is empty only for an empty text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(printable(text) === '').toBe(text === '');
      }),
    );
  });
});

describe('printableLines', () => {
  test('breaks lines only at newlines', () => {
    expect(printableLines('a\r\n\tb\rc\n')).toEqual(['a', '  b␍c', '']);
  });

  test('gives printable lines', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(printableLines(text).flatMap(violations)).toEqual([]);
      }),
    );
  });
});

describe('printableJson', () => {
  const values = fc.oneof(
    hostile,
    fc.array(hostile),
    fc.dictionary(hostile, fc.oneof(hostile, fc.array(hostile))),
    fc.jsonValue({ stringUnit: 'binary' }),
  );
  const indents = fc.constantFrom(undefined, 0, 2);

  test('parses to the same data', () => {
    fc.assert(
      fc.property(values, indents, (value, indent) => {
        expect(JSON.stringify(JSON.parse(printableJson(value, indent)))).toBe(JSON.stringify(value));
      }),
      { numRuns: 1000 },
    );
  });

  test('is harmless line by line', () => {
    fc.assert(
      fc.property(values, indents, (value, indent) => {
        expect(printableJson(value, indent).split('\n').flatMap(violations)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('escapes what must not reach a terminal and leaves the rest readable', () => {
    expect(printableJson({ é: '質問 \u202e\x9b\x7f\u{e0041}\n' })).toBe(String.raw`{"é":"質問 \u202e\u009b\u007f\udb40\udc41\n"}`);
  });

  test('never combines a mark with a quote or an escape', () => {
    expect(printableJson('\u0338\n\u0338')).toBe(String.raw`"\u0338\n\u0338"`);
  });

  test('writes null for what JSON cannot express', () => {
    expect(printableJson(undefined)).toBe('null');
  });
});
