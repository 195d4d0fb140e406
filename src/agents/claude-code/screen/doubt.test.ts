// The reader returns a state for any screen, and does not misread a damaged dialog.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedScreen, recordedScreens } from '../../../../test/support/claude-code/screens/recorded.ts';
import { parseScreen } from './parse.ts';
import { readScreen } from './read.ts';
import type { OptionRow, Row, Screen, ScreenState, Span } from './state.ts';

const kinds = ['nothing', 'question', 'review', 'permission', 'plan', 'idle', 'busy', 'unknown'];

const dialogs = recordedScreens.filter((name) =>
  ['question', 'review', 'permission', 'plan'].includes(readScreen(recordedScreen(name)).kind),
);

const anyDialog = fc.constantFrom(...dialogs);
const isDialog = (state: ScreenState) => ['question', 'review', 'permission', 'plan'].includes(state.kind);

/** Where the pointer is, in any dialog; undefined when it is scrolled away. */
function pointerOf(state: ScreenState): unknown {
  return 'pointer' in state ? state.pointer : undefined;
}

function labels(state: ScreenState): Map<number, string> {
  const rows: readonly { number: number; label: string }[] = 'rows' in state ? state.rows : [];
  return new Map(rows.map(({ number, label }) => [number, label.replaceAll(/\s/g, '')]));
}

/** The pointer must not be wrong, but it may be missing (taken as scrolled away). */
function expectSamePointer(now: ScreenState, before: ScreenState): void {
  if (!isDialog(now)) return;
  expect(now.kind).toBe(before.kind);
  if (pointerOf(now) !== undefined) expect(pointerOf(now)).toEqual(pointerOf(before));
}

function isSubsequence(short: string, long: string): boolean {
  const wanted = [...short];
  let at = 0;
  for (const character of long) if (character === wanted[at]) at += 1;
  return at === wanted.length;
}

describe('the reader', { timeout: 60_000 }, () => {
  it('returns a state for any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '\n',
        '❯ 1. ',
        '  2. ',
        '─'.repeat(60),
        'Chat about this',
        ' ☐ X',
        '\x1b[38;5;246m',
        '\x1b[39m',
        '│ ',
        '←  ☐ A  ✔ Submit  →',
      ),
      fc.constantFrom(
        '\nEnter to select · ↑/↓ to navigate · Esc to cancel',
        '\n❯ 1. Submit answers\n  2. Cancel',
        '\n Esc to cancel · Tab to amend',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(60), fc.nat(40), fc.integer({ min: 0, max: 120 }), (pieces, x, y, columns) => {
        expect(kinds).toContain(readScreen(parseScreen(pieces.join(''), { x, y }, columns)).kind);
      }),
      { numRuns: 5000, seed: 325 },
    );
  });

  it('does not misread a screen that lost rows', () => {
    fc.assert(
      fc.property(anyDialog, fc.nat(60), fc.integer({ min: 1, max: 3 }), fc.boolean(), (name, at, count, follow) => {
        const screen = recordedScreen(name);
        const before = readScreen(screen);
        const rows = screen.rows.filter((_, y) => y < at || y >= at + count);
        const lost = screen.rows.length - rows.length;
        const y = follow && screen.cursor.y >= at ? Math.max(0, screen.cursor.y - lost) : screen.cursor.y;
        const now = readScreen({ ...screen, rows: [...rows, ...blank(lost)], cursor: { ...screen.cursor, y } });
        expectSamePointer(now, before);
        if (isDialog(now))
          for (const [number, label] of labels(now)) expect(isSubsequence(label, labels(before).get(number) ?? '')).toBe(true);
      }),
      { numRuns: 6000, seed: 325 },
    );
  });

  it('does not misread a screen with a changed cell', () => {
    const character = fc.constantFrom(' ', '❯', '1', '2', '3', '4', '.', '[', ']', '✔', '─', '│', '↑', '↓', 'x', '☐', '☒', '·', 'é');
    fc.assert(
      fc.property(anyDialog, fc.nat(59), fc.nat(40), character, (name, y, x, replacement) => {
        const screen = recordedScreen(name);
        const before = readScreen(screen);
        // The dot and the blank before it are all that separates a hint from its label.
        if (/^ ?·/.test(screen.rows[y]?.text.slice(x) ?? '')) return;
        const now = readScreen({ ...screen, rows: screen.rows.map((row, index) => (index === y ? changed(row, x, replacement) : row)) });
        expectSamePointer(now, before);
        if (!isDialog(now)) return;
        expect([...labels(now).keys()]).toEqual([...labels(before).keys()]);
        for (const [number, label] of labels(now))
          expect(Math.abs(label.length - (labels(before).get(number) ?? '').length)).toBeLessThan(2);
        expect(ticks(now)).toEqual(ticks(before));
      }),
      { numRuns: 10000, seed: 325 },
    );
  });

  it('marks labels that may be cut off because the pane shrank', () => {
    fc.assert(
      fc.property(anyDialog, fc.integer({ min: 20, max: 119 }), (name, columns) => {
        const screen = recordedScreen(name);
        const before = readScreen(screen);
        const now = readScreen(cropped(screen, Math.min(columns, screen.columns)));
        expectSamePointer(now, before);
        if (now.kind !== 'question') return;
        for (const row of now.rows) if (row.atEdge !== true) expect(row.label.replaceAll(/\s/g, '')).toBe(labels(before).get(row.number));
      }),
      { numRuns: 5000, seed: 325 },
    );
  });

  it('never finds a pointer on a half-drawn screen that neither the old nor the new screen had', () => {
    fc.assert(
      fc.property(anyDialog, anyDialog, fc.nat(40), (one, other, at) => {
        const [old, fresh] = [recordedScreen(one), recordedScreen(other)];
        if ([old, fresh].map(readScreen).some(hasTwoPointers)) return;
        if (at > fresh.cursor.y || old.columns !== fresh.columns || old.rows.length !== fresh.rows.length) return;
        const now = readScreen({ ...fresh, rows: [...old.rows.slice(0, at), ...fresh.rows.slice(at)] });
        if (isDialog(now) && pointerOf(now) !== undefined)
          expect([old, fresh].map(readScreen).map(pointerOf)).toContainEqual(pointerOf(now));
      }),
      { numRuns: 5000, seed: 325 },
    );
  });
});

function blank(count: number): Row[] {
  return Array.from({ length: count }, () => ({ text: '', spans: [] }));
}

/** In the preview layout, the chat row has a second pointer. */
function hasTwoPointers(state: ScreenState): boolean {
  return state.kind === 'question' && state.layout === 'preview' && state.pointer?.on === 'chat';
}

function ticks(state: ScreenState): unknown {
  return state.kind === 'question' ? state.rows.map((row: OptionRow) => row.ticked) : undefined;
}

function changed(row: Row, x: number, replacement: string): Row {
  const spans = row.spans.map((span): Span => {
    const at = x - span.x;
    if (at < 0 || at >= span.columns || span.columns !== span.text.length) return span;
    return { ...span, text: span.text.slice(0, at) + replacement + span.text.slice(at + 1) };
  });
  return withText(spans);
}

function withText(spans: readonly Span[]): Row {
  return {
    spans,
    text: spans
      .map((span) => span.text)
      .join('')
      .trimEnd(),
  };
}

function cropped(screen: Screen, columns: number): Screen {
  const rows = screen.rows.map((row) =>
    withText(
      row.spans
        .filter((span) => span.x < columns)
        .map((span) => (span.columns === span.text.length && span.x + span.columns > columns ? cut(span, columns - span.x) : span)),
    ),
  );
  return { ...screen, rows, columns };
}

function cut(span: Span, columns: number): Span {
  return { ...span, columns, text: span.text.slice(0, columns) };
}
