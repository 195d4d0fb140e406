// Sealed answers: only the asker can open them, and they say nothing about the text.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOpener, sealed, sealedVerdict } from './seal.ts';

test('any text is read by the one it was sealed for, and by nobody else', () => {
  const [asker, other] = [createOpener(), createOpener()];
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const closed = sealed(text, asker.publicKey);
      expect(asker.open(closed)).toBe(text);
      expect(() => other.open(closed)).toThrow();
    }),
    { numRuns: 50 },
  );
});

test('the same short text looks different each time, and as long as another', () => {
  const { publicKey } = createOpener();
  expect(sealed('yes', publicKey)).not.toBe(sealed('yes', publicKey));
  expect(sealed('yes', publicKey)).toHaveLength(sealed('a much longer password', publicKey).length);
});

test('a changed text is refused', () => {
  const asker = createOpener();
  const closed = sealed('hunter2', asker.publicKey);
  expect(() => asker.open(`${closed.slice(0, -2)}${closed.endsWith('AA') ? 'BB' : 'AA'}`)).toThrow();
});

test('only answers to secret questions are sealed', () => {
  const { publicKey, open } = createOpener();
  const question = { text: 'Token?', options: [], multiSelect: false };
  const words = { kind: 'words', words: 'hunter2' } as const;
  const verdict = sealedVerdict(
    { questions: [question, { ...question, secret: publicKey }] },
    { kind: 'answers', answers: [words, words] },
  );
  expect(verdict.answers[0]).toEqual(words);
  expect(open((verdict.answers[1] as typeof words).words)).toBe('hunter2');
});
