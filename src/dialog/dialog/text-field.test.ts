// Editing text by visible characters, not by code units.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyKey } from '../../../test/support/dialog-samples.ts';
import { awkwardText } from '../../../test/support/samples.ts';
import type { NamedKey } from '../key.ts';
import { edit, fieldOf, type TextField } from './text-field.ts';

/** A field with the cursor at the bar. */
const field = (drawn: string): TextField => ({ text: drawn.replace('|', ''), cursor: drawn.indexOf('|') });
const drawn = ({ text, cursor }: TextField): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`;
const pressed = (start: string, ...names: NamedKey[]): string =>
  drawn(names.reduce((at, kind) => edit(at, { kind }) as TextField, field(start)));

describe('keys', () => {
  test.each<[string, NamedKey, string]>([
    ['ab|', 'left', 'a|b'],
    ['a|b', 'right', 'ab|'],
    ['ab|', 'backspace', 'a|'],
    ['|ab', 'delete', '|b'],
    ['👨‍👩‍👧|', 'backspace', '|'],
    ['🇩🇪🇫🇷|', 'left', '🇩🇪|🇫🇷'],
    ['e\u0301|', 'left', '|e\u0301'],
    ['中文|', 'backspace', '中|'],
    ['|', 'backspace', '|'],
    ['one two|', 'word-left', 'one |two'],
    ['|one two', 'word-right', 'one| two'],
    ['one two |', 'delete-word', 'one |'],
    ['a\nbc|d', 'home', 'a\n|bcd'],
    ['a\nb|cd', 'end', 'a\nbcd|'],
    ['a\nb|cd', 'delete-to-end', 'a\nb|'],
    ['a\nbc|d', 'delete-to-start', 'a\n|d'],
    ['abc\nd|', 'up', 'a|bc\nd'],
    ['ab|c\nd', 'down', 'abc\nd|'],
    ['a|b\nc', 'up', '|ab\nc'],
    ['\n|', 'backspace', '|'],
    ['|\n', 'home', '|\n'],
    ['a|', 'newline', 'a\n|'],
  ])('%s %s → %s', (start, name, expected) => {
    expect(pressed(start, name)).toBe(expected);
  });

  test('keys that do not edit are ignored', () => {
    expect(edit(fieldOf('a'), { kind: 'enter' })).toBeUndefined();
    expect(edit(fieldOf('a'), { kind: 'tab' })).toBeUndefined();
  });

  test('a paste keeps its lines, whatever its line endings', () => {
    expect(drawn(edit(field('a|b'), { kind: 'paste', text: '1\r\n2\r3' }) as TextField)).toBe('a1\n2\n3|b');
  });
});

test('the cursor is always between two characters', () => {
  const text = fc
    .array(fc.oneof(awkwardText, fc.constantFrom('🇩', '🇪', '👩', '\u200d', '\u0301', 'a', '\n', '한', '\u1100', '\u1161')))
    .map((t) => t.join(''));
  fc.assert(
    fc.property(
      text,
      fc.array(
        fc.oneof(
          anyKey,
          text.map((t) => ({ kind: 'paste' as const, text: t })),
        ),
        { maxLength: 30 },
      ),
      (start, keys) => {
        let at = fieldOf(start);
        for (const key of keys) {
          at = edit(at, key) ?? at;
          const borders = [...new Intl.Segmenter().segment(at.text)].map(({ index }) => index);
          expect([...borders, at.text.length]).toContain(at.cursor);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('editing after a paste of megabytes is as fast as after a word', () => {
  const huge = edit(fieldOf(''), { kind: 'paste', text: 'é中🇩🇪 '.repeat(200_000) }) as TextField;
  let at = huge;
  for (let i = 0; i < 200; i += 1) at = edit(edit(at, { kind: 'left' }) as TextField, { kind: 'backspace' }) as TextField;
  expect(at.text.length).toBeLessThan(huge.text.length);
});
