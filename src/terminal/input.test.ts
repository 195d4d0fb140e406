// What terminals send, in all variants and split at any point.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Key } from '../dialog/key.ts';
import { decode, flushed, nothingPending } from './input.ts';

/** All keys of some chunks, including what a pause at the end turns the rest into. */
function keysOf(...chunks: readonly string[]): Key[] {
  let pending = nothingPending;
  const keys: Key[] = [];
  for (const chunk of chunks) {
    const decoded = decode(pending, chunk);
    keys.push(...decoded.keys);
    pending = decoded.pending;
  }
  return [...keys, ...flushed(pending).keys];
}
const named = (...kinds: readonly string[]) => kinds.map((kind) => ({ kind }));
const E = '\u001b';

describe('one key', () => {
  test.each<[string, string, unknown[]]>([
    ['Enter', '\r', named('enter')],
    ['Ctrl-J', '\n', named('newline')],
    ['Alt-Enter', `${E}\r`, named('newline')],
    ['Shift-Enter, CSI u', `${E}[13;2u`, named('newline')],
    ['Shift-Enter, modifyOtherKeys', `${E}[27;2;13~`, named('newline')],
    ['Enter, CSI u', `${E}[13u`, named('enter')],
    ['Enter of the keypad', `${E}OM`, named('enter')],
    ['Esc', E, named('escape')],
    ['Esc, CSI u', `${E}[27u`, named('escape')],
    ['Esc twice', E + E, named('escape', 'escape')],
    ['up', `${E}[A`, named('up')],
    ['up, application mode', `${E}OA`, named('up')],
    ['Ctrl-right', `${E}[1;5C`, named('word-right')],
    ['Alt-left, with Esc before', `${E}${E}[D`, named('word-left')],
    ['Alt-b', `${E}b`, named('word-left')],
    ['Home, three ways', `${E}[H${E}[1~${E}OH`, named('home', 'home', 'home')],
    ['page down', `${E}[6~`, named('page-down')],
    ['delete', `${E}[3~`, named('delete')],
    ['backspace, both', '\u007f\b', named('backspace', 'backspace')],
    ['Tab and back', `\t${E}[Z`, named('tab', 'back-tab')],
    ['Shift-Tab, CSI u', `${E}[9;2u`, named('back-tab')],
    ['Ctrl-C', '\u0003', named('interrupt')],
    ['Ctrl-C, CSI u', `${E}[99;5u`, named('interrupt')],
    ['Ctrl-C pressed and released, kitty', `${E}[99;5:1u${E}[99;5:3u`, named('interrupt')],
    ['Ctrl-W', '\u0017', named('delete-word')],
    ['a letter, CSI u', `${E}[97u`, [{ kind: 'char', text: 'a' }]],
    ['a capital letter, CSI u', `${E}[97;2u`, [{ kind: 'char', text: 'A' }]],
    ['a function key', `${E}[15~${E}OP${E}[[A`, []],
    ['an answer to a question nobody asked', `${E}[?1;2c`, []],
    ['a click', `${E}[<0;10;3M`, [{ kind: 'mouse', what: 'click', x: 9, y: 2 }]],
    ['the end of a click, and another button', `${E}[<0;10;3m${E}[<2;10;3M`, []],
    ['the wheel', `${E}[<64;1;1M${E}[<65;1;1M`, ['wheel-up', 'wheel-down'].map((what) => ({ kind: 'mouse', what, x: 0, y: 0 }) as Key)],
    ['typed characters', 'aé中👩‍💻', [{ kind: 'char', text: 'aé中👩‍💻' }]],
    ['characters and keys', 'ab\rc', [{ kind: 'char', text: 'ab' }, { kind: 'enter' }, { kind: 'char', text: 'c' }]],
  ])('%s', (_, sent, expected) => {
    expect(keysOf(sent)).toEqual(expected);
  });
});

describe('a paste', () => {
  test('is one key, and its control characters do nothing', () => {
    expect(keysOf(`${E}[200~one\r\ntwo\rthree\u0003\u001b[31m\tend${E}[201~\r`)).toEqual([
      { kind: 'paste', text: 'one\ntwo\nthree[31m\tend' },
      { kind: 'enter' },
    ]);
  });

  test('of megabytes in many pieces is one key', () => {
    const text = '日本語 and more\n'.repeat(100_000);
    const sent = `${E}[200~${text}${E}[201~`;
    const chunks = Array.from({ length: Math.ceil(sent.length / 4096) }, (_, i) => sent.slice(i * 4096, (i + 1) * 4096));
    expect(keysOf(...chunks)).toEqual([{ kind: 'paste', text }]);
  });

  test('that has not ended is not ended by a pause', () => {
    const { pending } = decode(nothingPending, `${E}[200~half`);
    expect(flushed(pending)).toEqual({ keys: [], pending });
  });
});

test('the result does not depend on how the input is split', () => {
  const pieces = fc.constantFrom(
    'a',
    '中',
    '\r',
    `${E}[A`,
    `${E}[1;5C`,
    `${E}OB`,
    `${E}[13;2u`,
    `${E}[200~p${E}a\r${E}[201~`,
    '\t',
    `${E}[3~`,
  );
  const joined = (keys: readonly Key[]): string =>
    keys
      .map((key) => (key.kind === 'char' || key.kind === 'paste' ? `${key.kind === 'paste' ? '‹p›' : ''}${key.text}` : `‹${key.kind}›`))
      .join('');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (sent, lengths) => {
      const whole = sent.join('');
      const chunks: string[] = [];
      for (let at = 0, i = 0; at < whole.length; i += 1) {
        const length = lengths[i % lengths.length] ?? 1;
        chunks.push(whole.slice(at, at + length));
        at += length;
      }
      expect(joined(keysOf(...chunks))).toBe(joined(keysOf(whole)));
    }),
    { numRuns: 500 },
  );
});

test('for any input, keys contain no control characters and nothing hangs', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(E, `${E}[`, `${E}[200~`, `${E}[201~`, ';', 'u', '~'))),
      (chunks) => {
        for (const key of keysOf(...chunks))
          if (key.kind === 'char' || key.kind === 'paste') expect(key.text).not.toMatch(/(?![\n\t])\p{Cc}/u);
      },
    ),
    { numRuns: 500 },
  );
});
