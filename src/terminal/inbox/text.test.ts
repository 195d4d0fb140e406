// Long texts: read only as far as they are visible, wrapped once, and sanitised.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { awkwardText } from '../../../test/support/samples.ts';
import { width } from '../../text/width.ts';
import { textOf } from '../canvas.ts';
import { folded, paragraph } from './text.ts';

test('a text longer than any screen says how much is left out', () => {
  const lines = paragraph('word '.repeat(5_000), 80).map(textOf);
  expect(lines.at(-1)).toBe('… and 5,000 more characters; answerback show prints all of it');
});

test('no more is read than is visible', () => {
  expect(paragraph('x'.repeat(100_000), 10, 5)).toHaveLength(5);
});

test('any text is sanitised and fits, even if it was wrapped for another width before', () => {
  fc.assert(
    fc.property(fc.array(awkwardText, { maxLength: 60 }), fc.integer({ min: 2, max: 80 }), (texts, columns) => {
      const text = texts.join(' ');
      folded(text, 40);
      for (const line of [...paragraph(text, columns), ...folded(text, columns)].map(textOf)) {
        expect(width(line)).toBeLessThanOrEqual(Math.max(2, columns));
        expect(line).not.toMatch(/\p{Cc}/u);
      }
    }),
  );
});

test('alternating between two widths gives the right lines for both', () => {
  const text = 'a word and '.repeat(40);
  const [narrow, wide] = [paragraph(text, 20).length, paragraph(text, 60).length];
  expect(narrow).toBeGreaterThan(wide);
  expect([paragraph(text, 20).length, paragraph(text, 60).length]).toEqual([narrow, wide]);
});
