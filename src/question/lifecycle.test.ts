// The life of an ask.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAsk } from '../../test/support/samples.ts';
import { type AskView, allows, apply, fold, type Happening, IllegalTransition } from './lifecycle.ts';
import type { Consideration, Decision, Receipt } from './words.ts';

const by = { kind: 'person', name: 'ada', surface: 'cli' } as const;
const answered: Decision = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }], key: 'k', by, at: 2 };
const declined: Decision = { kind: 'decline', key: 'k', by, at: 2 };
const receipt = (verdict: Receipt['verdict']): Happening => ({
  kind: 'receipt',
  receipt: { verdict, evidence: 'test', at: 3, differences: [] },
});
const asked: Happening = { kind: 'asked', ask: anAsk() };
const lived = (...happenings: Happening[]): AskView => fold([asked, ...happenings].map((happening, at) => ({ happening, at }))) as AskView;

const considered = (outcome: Consideration['outcome'], until?: number): Happening => ({
  kind: 'considered',
  route: 'night',
  step: 1,
  answerer: { kind: 'agent', name: 'claw' },
  outcome,
  ...(until === undefined ? {} : { until }),
});

const EVERYTHING: Happening[] = [
  asked,
  considered('asked', 5),
  considered('passed'),
  { kind: 'told', to: 'claw', outcome: 'told', attempts: 1 },
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

  it('can be confirmed late, but a confirmation is never taken back', () => {
    expect(lived({ kind: 'settled', decision: answered }, receipt('unconfirmed'), receipt('verified')).state).toBe('verified');
    expect(() => lived({ kind: 'settled', decision: answered }, receipt('verified'), receipt('mismatched'))).toThrow(IllegalTransition);
  });

  it('is answered once', () => {
    expect(() => lived({ kind: 'settled', decision: answered }, { kind: 'settled', decision: declined })).toThrow(
      'is answered: "settled" cannot happen',
    );
  });

  it('says who decides and until when, as long as that is the case', () => {
    expect(lived(considered('asked', 500)).route).toEqual({
      name: 'night',
      step: 1,
      waitingFor: { kind: 'agent', name: 'claw' },
      until: 500,
    });
    expect(lived(considered('asked', 500), considered('timed-out')).route).toEqual({ name: 'night', step: 1 });
    expect(lived(considered('woken'), { kind: 'settled', decision: answered }).route).toEqual({ name: 'night', step: 1 });
    expect(lived(considered('asked'), { kind: 'expired' }).route).toEqual({ name: 'night', step: 1 });
    expect(lived().route).toBeUndefined();
  });

  it('is not considered any more once it is over, and nobody is told of a mismatch unless there is one', () => {
    expect(() => lived({ kind: 'settled', decision: answered }, considered('asked'))).toThrow(IllegalTransition);
    const told: Happening = { kind: 'told', to: 'claw', outcome: 'told', attempts: 1 };
    expect(() => lived({ kind: 'settled', decision: answered }, receipt('verified'), told)).toThrow(IllegalTransition);
    expect(lived({ kind: 'settled', decision: answered }, receipt('mismatched'), told)).toMatchObject({
      state: 'mismatched',
      told: { to: 'claw', outcome: 'told', attempts: 1 },
    });
  });

  it('is asked once, and first', () => {
    expect(() => lived(asked)).toThrow(IllegalTransition);
    expect(() => fold([{ happening: { kind: 'expired' }, at: 1 }])).toThrow(IllegalTransition);
  });
});

it('for any order of events: an illegal event changes nothing, a decision is never replaced, and a final state is final', () => {
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
        if (happening.kind === 'considered' || happening.kind === 'told') {
          expect(view.state).toBe(before.state);
          continue;
        }
        expect(['verified', 'mismatched', 'withdrawn', 'expired']).not.toContain(before.state);
      }
    }),
    { numRuns: 3_000 },
  );
});
