import { expect, it } from 'vitest';
import { anAsk } from '../../../test/support/samples.ts';
import type { Decision } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { Consideration } from '../../ask/schema/route.ts';
import { type Reported, reportOf } from './report.ts';

const considers = (outcome: Consideration['outcome'], more: Partial<Consideration> = {}): Consideration => ({
  route: 'r',
  step: 0,
  answerer: { kind: 'agent', name: 'claw' },
  outcome,
  ...more,
});
const asked = (
  by: Decision['by'] | undefined,
  waited: number,
  considered: readonly Consideration[] = [],
  over: Partial<AskView> = {},
): Reported => {
  const decision: Decision | undefined = by && {
    kind: 'answers',
    answers: [{ kind: 'chosen', chosen: [1] }],
    key: 'k',
    by,
    at: 1_000 + waited,
  };
  return { view: { ...anAsk({ createdAt: 1_000 }), state: 'verified', version: 1, updatedAt: 1, decision, ...over }, considered };
};
const claw = { kind: 'agent', name: 'claw', surface: 'x' } as const;
const ada = { kind: 'person', name: 'ada', surface: 'cli' } as const;
const day = () => '2026-11-16';

it('counts what each answerer decided, passed and got wrong, with its tokens and what people would have taken', () => {
  const tokens = { effort: { via: 'x', inputTokens: 100, outputTokens: 5 } };
  const rows = reportOf(
    [
      asked(claw, 10, [considers('asked'), considers('answered', tokens)]),
      asked(claw, 20, [considers('answered', tokens)], { state: 'mismatched', overruled: { by: ada, message: 'no', key: 'k', at: 1 } }),
      asked(ada, 600, [considers('passed', tokens), considers('asked', { answerer: { kind: 'people', name: 'people' } })]),
      asked(ada, 500, [considers('held')]),
      asked(undefined, 0, [considers('timed-out'), considers('failed')]),
    ],
    day,
  );
  const zero = { passed: 0, failed: 0, held: 0, overruled: 0, mismatched: 0, tokens: 0 };
  const where = { day: '2026-11-16', project: anAsk().project };
  expect(rows).toEqual([
    {
      ...where,
      answerer: 'agent claw',
      decided: 2,
      passed: 1,
      failed: 2,
      held: 1,
      overruled: 1,
      mismatched: 1,
      waitedMs: 30,
      savedMs: 600 - 10 + 600 - 20,
      tokens: 315,
    },
    { ...where, answerer: 'person ada', decided: 2, waitedMs: 1_100, ...zero },
  ]);
});

it('says nothing about time saved if people decided nothing to compare with', () => {
  expect(reportOf([asked(claw, 10)], day)[0]).not.toHaveProperty('savedMs');
});
