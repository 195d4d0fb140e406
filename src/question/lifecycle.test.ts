// The life of an ask.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AskView, allows, apply, fold, type Happening, IllegalTransition } from './lifecycle.ts';
import { anAsk } from './samples.ts';
import type { Decision, Receipt } from './words.ts';

const by = { kind: 'person', name: 'ada', surface: 'cli' } as const;
const answered: Decision = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }], key: 'k', by, at: 2 };
const declined: Decision = { kind: 'decline', key: 'k', by, at: 2 };
const receipt = (verdict: Receipt['verdict']): Happening => ({
  kind: 'receipt',
  receipt: { verdict, evidence: 'test', at: 3, differences: [] },
});
const asked: Happening = { kind: 'asked', ask: anAsk() };
const lived = (...happenings: Happening[]): AskView => fold([asked, ...happenings].map((happening, at) => ({ happening, at }))) as AskView;

const EVERYTHING: Happening[] = [
  asked,
  { kind: 'settled', decision: answered },
  { kind: 'settled', decision: declined },
  { kind: 'delivering', way: 'keys' },
  { kind: 'delivery-failed', way: 'keys', reason: 'copy mode' },
  { kind: 'delivered', way: 'keys' },
  receipt('verified'),
  receipt('mismatched'),
  receipt('unconfirmed'),
  { kind: 'withdrawn', reason: 'gone' },
  { kind: 'expired' },
];

describe('an ask', () => {
  it('goes from open to verified', () => {
    const view = lived(
      { kind: 'settled', decision: answered },
      { kind: 'delivering', way: 'hook' },
      { kind: 'delivered', way: 'hook' },
      receipt('verified'),
    );
    expect(view).toMatchObject({
      state: 'verified',
      version: 5,
      decision: answered,
      delivery: { way: 'hook', done: true },
      receipt: { verdict: 'verified' },
    });
  });

  it('comes back to answered when a delivery fails, and remembers why', () => {
    const view = lived(
      { kind: 'settled', decision: answered },
      { kind: 'delivering', way: 'keys' },
      { kind: 'delivery-failed', way: 'keys', reason: 'copy mode' },
    );
    expect(view).toMatchObject({ state: 'answered', delivery: { done: false, failures: [{ way: 'keys', reason: 'copy mode' }] } });
    expect(
      lived({ kind: 'settled', decision: declined }, { kind: 'delivering', way: 'x' }, { kind: 'delivery-failed', way: 'x', reason: 'r' })
        .state,
    ).toBe('declined');
  });

  it('may be confirmed late, but a confirmation is never taken back', () => {
    expect(lived({ kind: 'settled', decision: answered }, receipt('unconfirmed'), receipt('verified')).state).toBe('verified');
    expect(() => lived({ kind: 'settled', decision: answered }, receipt('verified'), receipt('mismatched'))).toThrow(IllegalTransition);
  });

  it('is answered once', () => {
    expect(() => lived({ kind: 'settled', decision: answered }, { kind: 'settled', decision: declined })).toThrow(
      'is answered: "settled" cannot happen',
    );
  });

  it('is asked once, and first', () => {
    expect(() => lived(asked)).toThrow(IllegalTransition);
    expect(() => fold([{ happening: { kind: 'expired' }, at: 1 }])).toThrow(IllegalTransition);
  });
});

it('whatever happens in whatever order: an illegal event changes nothing, a decision is never replaced, an end stays an end', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVERYTHING), { maxLength: 12 }), (happenings) => {
      let view = lived();
      for (const happening of happenings) {
        const before = view;
        const legal = happening.kind !== 'asked' && allows(before.state, happening.kind);
        if (!legal) {
          expect(() => apply(before, happening, 9)).toThrow(IllegalTransition);
          continue;
        }
        view = apply(before, happening, 9);
        expect(view.version).toBe(before.version + 1);
        if (before.decision) expect(view.decision).toBe(before.decision);
        expect(['verified', 'mismatched', 'withdrawn', 'expired']).not.toContain(before.state);
      }
    }),
    { numRuns: 3_000 },
  );
});
