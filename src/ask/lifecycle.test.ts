// The life of an ask.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAsk } from '../../test/support/samples.ts';
import { allows, apply, fold, IllegalTransition, isPending, undeliveredReason } from './lifecycle.ts';
import type { Decision, Receipt } from './schema/decision.ts';
import type { AskView, Happening } from './schema/history.ts';
import type { Consideration } from './schema/route.ts';

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
  { kind: 'reread', questions: [] },
  { kind: 'told', to: 'claw', outcome: 'told', attempts: 1 },
  { kind: 'overruled', by, message: 'use SQLite', key: 'o' },
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

  const undelivered: Happening[] = [
    { kind: 'settled', decision: answered },
    { kind: 'delivering', way: 'keys' },
    { kind: 'delivery-failed', way: 'keys', reason: 'copy mode' },
  ];

  it('is undelivered when its delivery failed, and remembers why', () => {
    const view = lived(...undelivered);
    expect(view).toMatchObject({ state: 'undelivered', delivery: { done: false, failures: [{ way: 'keys', reason: 'copy mode' }] } });
    expect(undeliveredReason(view)).toBe('copy mode');
    expect(isPending(view)).toBe(true);
  });

  it('can be delivered again, answered at the keyboard or withdrawn when it is undelivered', () => {
    expect(lived(...undelivered, { kind: 'delivering', way: 'hook' }, { kind: 'delivered', way: 'hook' })).toMatchObject({
      state: 'delivered',
      delivery: { way: 'hook', failures: [{ way: 'keys' }] },
    });
    expect(lived(...undelivered, receipt('mismatched')).state).toBe('mismatched');
    expect(lived(...undelivered, { kind: 'withdrawn', reason: 'the agent moved on' }).state).toBe('withdrawn');
  });

  it('can be decided anew when it is undelivered; nothing is left of the old delivery', () => {
    const told: Happening = { kind: 'told', to: 'claw', about: 'undelivered', outcome: 'told', attempts: 1 };
    const view = lived(...undelivered, told, { kind: 'settled', decision: declined });
    expect(view).toMatchObject({ state: 'declined', decision: declined });
    expect([view.delivery, view.told]).toEqual([undefined, undefined]);
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

  it('is not considered any more once it is over, and nobody is told of a decision before there is one', () => {
    expect(() => lived({ kind: 'settled', decision: answered }, considered('asked'))).toThrow(IllegalTransition);
    const told: Happening = { kind: 'told', to: 'claw', outcome: 'told', attempts: 1 };
    expect(() => lived(told)).toThrow(IllegalTransition);
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

it('keeps its state when it is overruled, and forgets that when it is decided anew', () => {
  const overruled: Happening = { kind: 'overruled', by, message: 'use SQLite', key: 'o' };
  expect(() => lived(overruled)).toThrow(IllegalTransition);
  const settled: Happening = { kind: 'settled', decision: answered };
  expect(lived(settled, receipt('verified'), overruled)).toMatchObject({ state: 'verified', overruled: { message: 'use SQLite', at: 3 } });
  const failed: Happening[] = [
    { kind: 'delivering', way: 'keys' },
    { kind: 'delivery-failed', way: 'keys', reason: 'copy mode' },
  ];
  expect(lived(settled, overruled, ...failed, settled).overruled).toBeUndefined();
});

it('for any order of events: an illegal event changes nothing, a decision is replaced only if it did not arrive, and a final state is final', () => {
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
        if (before.decision && before.state !== 'undelivered') expect(view.decision).toBe(before.decision);
        if (['considered', 'reread', 'told', 'overruled'].includes(happening.kind)) {
          expect(view.state).toBe(before.state);
          continue;
        }
        expect(['verified', 'mismatched', 'withdrawn', 'expired']).not.toContain(before.state);
      }
    }),
    { numRuns: 3_000 },
  );
});
