// For any content, any input and any window size: the inbox fits, contains no control characters, and shows the selected row.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyAsk, anyKey as dialogKey } from '../../../test/support/dialog-samples.ts';
import { anyKey, anyUpdate, open } from '../../../test/support/inbox-samples.ts';
import { aQuestion, awkwardText } from '../../../test/support/samples.ts';
import { apply } from '../../ask/lifecycle.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { press } from '../../dialog/inbox/press.ts';
import { receive, type Update } from '../../dialog/inbox/receive.ts';
import { EMPTY, type Inbox } from '../../dialog/inbox/state.ts';
import { width } from '../../text/width.ts';
import { type Size, textOf } from '../canvas.ts';
import { inboxPainting } from './paint.ts';

const anySize: fc.Arbitrary<Size> = fc.oneof(
  fc.record({ columns: fc.integer({ min: 20, max: 200 }), rows: fc.integer({ min: 5, max: 60 }) }),
  fc.record({ columns: fc.integer({ min: 1, max: 40 }), rows: fc.integer({ min: 1, max: 10 }) }),
  fc.constantFrom({ columns: 20, rows: 5 }, { columns: 60, rows: 15 }, { columns: 80, rows: 24 }),
);

/** Every text that comes from an agent or an answerer is awkward here. */
const hostileView: fc.Arbitrary<AskView> = fc
  .record({ ask: anyAsk, n: fc.nat(9), text: awkwardText, over: fc.nat(5), deadline: fc.option(fc.nat(99), { nil: undefined }) })
  .map(({ ask, n, text, over, deadline }) => {
    const detail =
      over % 2 === 0 ? ({ kind: 'permission', tool: text, input: { command: text } } as const) : ({ kind: 'plan', plan: text } as const);
    const whole = { ...ask, id: `h${n}`, program: text, project: `/${text}`, agent: text, session: text, detail, deadline };
    const asked = apply(undefined, { kind: 'asked', ask: whole }, n);
    if (over < 2) return asked;
    if (over === 2) return apply(asked, { kind: 'withdrawn', reason: text }, 9);
    const by = { kind: 'person', name: text, surface: text } as const;
    const settled = apply(asked, { kind: 'settled', decision: { kind: 'redirect', message: text, key: 'k', by, at: 9, reason: text } }, 9);
    const failed = apply(apply(settled, { kind: 'delivering', way: text }, 9), { kind: 'delivery-failed', way: text, reason: text }, 9);
    const differences = [{ what: text, intended: text, recorded: text }];
    return over === 3
      ? failed
      : apply(failed, { kind: 'receipt', receipt: { verdict: 'mismatched', evidence: text, at: 9, differences } }, 9);
  });
const hostileUpdate: fc.Arbitrary<Update> = fc.oneof(
  hostileView.map((view) => ({ kind: 'ask' as const, view })),
  anyUpdate,
  awkwardText.map((text) => ({
    kind: 'session' as const,
    session: { id: text, program: text, project: text, machine: text, pane: text, terminal: text, version: text, startedAt: 0, seenAt: 0 },
  })),
  fc
    .tuple(fc.nat(9), awkwardText)
    .map(([n, text]) => ({ kind: 'context' as const, ask: `h${n}`, context: { precedents: [], lastWords: text } })),
  fc
    .tuple(fc.nat(9), awkwardText)
    .map(([n, text]) => ({ kind: 'story' as const, ask: `h${n}`, story: [{ at: 0, actor: text, what: text }] })),
  awkwardText.map((reason) => ({ kind: 'lost' as const, at: 0, reason })),
  awkwardText.map((message) => ({ kind: 'refused' as const, ask: '', message })),
);

function expectFits(inbox: Inbox, size: Size): void {
  const { lines, cursor } = inboxPainting(inbox, size, 5_000);
  expect(lines.length).toBeLessThanOrEqual(size.rows);
  for (const each of lines) {
    const text = textOf(each);
    expect(width(text), text).toBeLessThanOrEqual(size.columns);
    expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u);
  }
  if (cursor) {
    expect(cursor.x).toBeLessThan(size.columns);
    expect(cursor.y).toBeLessThan(size.rows);
  }
}

const screen = (inbox: Inbox, size: Size): string => inboxPainting(inbox, size, 5_000).lines.map(textOf).join('\n');

describe('an inbox of any size', () => {
  test('fits, and contains no control characters', () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: hostileUpdate },
        fc.oneof(anyKey, dialogKey).map((key) => ({ key })),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(steps, anySize, (all, size) => {
        const inbox = all.reduce<Inbox>(
          (each, step) => ('key' in step ? press(each, step.key, inboxPainting(each, size, 5_000)).inbox : receive(each, step)),
          EMPTY,
        );
        expectFits(inbox, size);
      }),
      { numRuns: 400 },
    );
  });

  test('says what is wrong with the configuration while it lasts', () => {
    const problem = 'config.yaml:2:1: rotues: unknown field; did you mean "routes"?';
    const broken = receive(EMPTY, { kind: 'problems', problems: [problem] });
    expect(screen(broken, { columns: 100, rows: 20 })).toContain(`✗ ${problem}  (answerback config check)`);
    expect(screen(receive(broken, { kind: 'problems', problems: [] }), { columns: 100, rows: 20 })).not.toContain('config.yaml');
  });

  test('shows the selected ask among a thousand, wherever it is', () => {
    const asks = Array.from({ length: 1000 }, (_, n) => ({
      ...open(1),
      id: `a${n}`,
      createdAt: 1000 - n,
      questions: [aQuestion({ text: `Is this number ${n}?` })],
    }));
    const inbox = receive(EMPTY, { kind: 'asks', asks });
    fc.assert(
      fc.property(
        fc.nat(999),
        fc.record({ columns: fc.integer({ min: 40, max: 200 }), rows: fc.integer({ min: 8, max: 60 }) }),
        (n, size) => {
          const at = { ...inbox, selected: { ...inbox.selected, asks: `a${n}` } };
          expect(screen(at, size)).toContain(`❯ Is this number ${n}?`);
        },
      ),
    );
  });

  test.each([
    [20, 5],
    [10, 2],
    [33, 30],
  ])('shows the number of open asks if nothing else fits: %i×%i', (columns, rows) => {
    expect(screen(receive(EMPTY, { kind: 'asks', asks: [open(1)] }), { columns, rows })).toContain('1 open ask'.slice(0, columns - 1));
  });
});

test('a stale inbox says so in every tab and above an opened ask', () => {
  const inbox = receive(receive(EMPTY, { kind: 'asks', asks: [open(1), open(2)] }), { kind: 'lost', at: 0, reason: 'nobody listens' });
  for (const key of ['1', '2', '3', '?'])
    expect(screen(press(inbox, { kind: 'char', text: key }).inbox, { columns: 120, rows: 20 })).toContain(
      'The broker cannot be reached; this is from',
    );
  expect(screen(press(inbox, { kind: 'enter' }).inbox, { columns: 120, rows: 20 })).toContain('retrying (nobody listens)');
});
