// For any ask, any input and any window size: the dialog fits, contains no control characters, and shows the row in focus.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answeringKey, anyAsk, anyKey } from '../../../test/support/dialog-samples.ts';
import { anAsk, aQuestion } from '../../../test/support/samples.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import { press } from '../../dialog/dialog/press.ts';
import { type DialogState, openDialog } from '../../dialog/dialog/state.ts';
import { width } from '../../text/width.ts';
import { type Size, textOf } from '../canvas.ts';
import { paintDialog } from './paint.ts';

const anySize: fc.Arbitrary<Size> = fc.oneof(
  fc.record({ columns: fc.integer({ min: 20, max: 200 }), rows: fc.integer({ min: 5, max: 60 }) }),
  fc.constantFrom({ columns: 20, rows: 5 }, { columns: 60, rows: 15 }, { columns: 80, rows: 24 }),
);

function expectFits(state: DialogState, size: Size): void {
  const { lines, cursor } = paintDialog(state, size, { now: 5_000, stale: true });
  expect(lines.length).toBeLessThanOrEqual(size.rows);
  for (const each of lines) {
    const text = textOf(each);
    expect(width(text), text).toBeLessThanOrEqual(size.columns);
    expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  }
  if (cursor) {
    expect(cursor.x).toBeLessThan(size.columns);
    expect(cursor.y).toBeLessThan(size.rows);
  }
}

const screen = (state: DialogState, size: Size): string =>
  paintDialog(state, size, { now: 5_000, stale: false }).lines.map(textOf).join('\n');

test('a notice is one line of the dialog, cut if the window is narrow', () => {
  const facts = { now: 5_000, stale: false, notice: `‖ Auto-answer: paused ${'x'.repeat(200)}` };
  const lines = paintDialog(openDialog(anAsk()), { columns: 60, rows: 20 }, facts).lines.map(textOf);
  expect(lines.filter((each) => each.includes('‖ Auto-answer: paused'))).toHaveLength(1);
  expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(60);
});

describe('a dialog of any size', () => {
  test('fits, and contains no control characters', () => {
    fc.assert(
      fc.property(anyAsk, fc.array(fc.oneof(anyKey, answeringKey), { maxLength: 25 }), anySize, (ask, keys, size) => {
        let state = openDialog(ask);
        for (const key of keys) state = press(state, key, paintDialog(state, size, { now: 0, stale: false }).range).state;
        expectFits(state, size);
      }),
      { numRuns: 300 },
    );
  });

  test('shows the row in focus', () => {
    const many = (n: number) =>
      anAsk({
        questions: [
          aQuestion({ options: Array.from({ length: n }, (_, i) => ({ label: `option-${i + 1}.`, description: 'd '.repeat(i * 7) })) }),
        ],
      });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(200), anySize, (n, down, size) => {
        let state = openDialog(many(n));
        for (let i = 0; i < down; i += 1) state = press(state, { kind: 'down' }).state;
        const row = down % (n + 1);
        expect(screen(state, size)).toMatch(new RegExp(`❯ \\( \\) .*${row === n ? 'Other' : `option-${row + 1}\\.`}`));
      }),
      { numRuns: 100 },
    );
  });

  test('keeps the cursor of a text field visible', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom('word ', '中文', '\n', '👩‍👩‍👧', 'x'.repeat(50)), fc.string({ unit: 'grapheme' }))),
        anySize,
        (texts, size) => {
          const text = texts.join('');
          const { state } = press(openDialog(anAsk()), { kind: 'paste', text: `${text}‖` });
          const { cursor, lines } = paintDialog(state, size, { now: 0, stale: false });
          expect(cursor).toBeDefined();
          expect(textOf(lines[cursor?.y ?? 0] ?? [])).toContain('‖');
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('hostile asks', () => {
  const evil = '\u001b]0;title\u0007\u001b[31mred\u001b[2J\r\b\u202eevil\u200b\u009b5m';
  const long = 'lorem ipsum '.repeat(900);
  const everywhere = (text: string): Ask =>
    anAsk({
      program: text,
      project: `/srv/${text}`,
      agent: text,
      questions: [1, 2].map(() => ({
        text,
        header: text,
        multiSelect: false,
        options: [{ label: text, description: text, preview: text }, { label: text }],
      })),
      detail: { kind: 'permission', tool: text, input: { command: text, description: text } },
      prefilled: [{ kind: 'words', words: text, note: text }, null],
    });
  const sizes: Size[] = [
    { columns: 20, rows: 5 },
    { columns: 60, rows: 15 },
    { columns: 80, rows: 24 },
    { columns: 200, rows: 60 },
  ];

  test.each<[string, Ask]>([
    ['control sequences in each field', everywhere(evil)],
    ['10,000 characters in each field', everywhere(long)],
    ['one word of 10,000 characters', everywhere('x'.repeat(10_000))],
    ['zero-width characters only', everywhere('\u200b\u200d\ufeff\u2060')],
    [
      '100 options',
      anAsk({ questions: [aQuestion({ options: Array.from({ length: 100 }, (_, i) => ({ label: `option ${i}`, description: evil })) })] }),
    ],
    ['fifty questions', anAsk({ questions: Array.from({ length: 50 }, (_, i) => aQuestion({ header: `質問 ${i}` })) })],
  ])('%s', (_, ask) => {
    for (const size of sizes) {
      const pages = [openDialog(ask)];
      for (const kind of ['tab', 'tab', 'tab', 'escape'] as const) pages.push(press(pages.at(-1) as DialogState, { kind }).state);
      for (const state of [
        ...pages,
        ...pages.map((s) => press(s, { kind: 'char', text: '?' }).state),
        ...pages.map((s) => press(s, { kind: 'char', text: 'n' }).state),
      ])
        expectFits(state, size);
    }
  });

  test('a label with nothing visible in it is shown as blank', () => {
    const ask = anAsk({ questions: [aQuestion({ options: [{ label: '\u200b\u200b' }, { label: 'b' }] })] });
    expect(screen(openDialog(ask), { columns: 80, rows: 24 })).toContain('❯ ( ) 1  ‹blank›');
  });
});
