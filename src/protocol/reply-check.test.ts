// The reply check, which works without zod, agrees with the schemas and says what is wrong.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAsk } from '../../test/support/samples.ts';
import { replyMisfit } from './reply-check.ts';
import { ROUTES } from './routes.ts';

const view = { ...anAsk(), state: 'open', version: 1, updatedAt: 2 };
const by = { kind: 'person', name: 'ada', surface: 'cli' };
const decided = {
  ...view,
  state: 'verified',
  decision: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }], key: 'k', by, at: 3 },
  delivery: { way: 'hook', at: 4, done: true, failures: [] },
  receipt: { verdict: 'verified', evidence: 'transcript', at: 5, differences: [] },
};

describe('a page of asks', () => {
  it('fits, even with unknown fields', () => {
    expect(replyMisfit('GET /v1/asks', { asks: [view, decided], next: 3 })).toBeUndefined();
    expect(replyMisfit('GET /v1/asks', { asks: [{ ...view, mood: 'fine' }], more: true })).toBeUndefined();
  });

  it.each([
    [undefined, 'the whole of it must be of type object'],
    ['hello', 'the whole of it must be of type object'],
    [{}, 'asks is missing'],
    [{ asks: {} }, 'asks must be of type array'],
    [{ asks: [view, { ...view, state: 'happy' }] }, 'asks[1].state must be one of open, answered'],
    [{ asks: [{ ...view, questions: [{ text: 'a' }] }] }, 'asks[0].questions[0].options is missing'],
    [
      { asks: [{ ...decided, decision: { ...decided.decision, by: { ...by, name: 7 } } }] },
      'asks[0].decision.by.name must be of type string',
    ],
    [{ asks: [{ ...decided, decision: { ...decided.decision, kind: 'shrug' } }] }, 'asks[0].decision.kind must be "decline"'],
    [{ asks: [], next: 'soon' }, 'next must be of type integer'],
  ])('with an error is detected: %j', (reply, message) => {
    expect(replyMisfit('GET /v1/asks', reply)).toContain(message);
  });
});

it('both a result and the reply "no result yet" fit their route', () => {
  expect(replyMisfit('GET /v1/asks/:id/result', { id: 'a', outcome: 'open' })).toBeUndefined();
  expect(replyMisfit('GET /v1/asks/:id/result', { id: 'a', outcome: 'expired', answers: [], text: '', at: 1 })).toBeUndefined();
  expect(replyMisfit('GET /v1/asks/:id/result', { id: 'a', outcome: 'lost' })).toBeDefined();
});

it('the values of a map have a type, whatever their keys are', () => {
  const statistics = { asks: 1, perDay: [], projects: { shop: 1 }, categories: {}, decidedBy: {}, states: { open: 1 }, medianWaitMs: null };
  const whole = { ...statistics, answerers: [], waitedForPeopleMs: 0 };
  expect(replyMisfit('GET /v1/statistics', whole)).toBeUndefined();
  expect(replyMisfit('GET /v1/statistics', { ...whole, states: { ...whole.states, 'of another version': 2 } })).toBeUndefined();
  expect(replyMisfit('GET /v1/statistics', { ...whole, projects: { shop: 'one' } })).toBe('projects.shop must be of type integer');
});

it('agrees with the schema on replies with random damage, except that it does not check how long or large a value is', () => {
  const whole = { asks: [view, decided] };
  const schema = ROUTES['GET /v1/asks'].replies[200];
  const path = fc.array(fc.nat(20), { minLength: 1, maxLength: 8 });
  const junk = fc.oneof(
    fc.constant(undefined),
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string(),
    fc.constant([]),
    fc.constant({}),
  );
  fc.assert(
    fc.property(path, junk, (steps, value) => {
      const damaged = JSON.parse(JSON.stringify(damage(whole, steps, value))) as unknown;
      const { error } = schema.safeParse(damaged);
      const isMisfit = error?.issues.some(({ code }) => code !== 'too_small' && code !== 'too_big') ?? false;
      expect(replyMisfit('GET /v1/asks', damaged) !== undefined).toBe(isMisfit);
    }),
    { numRuns: 500 },
  );
});

/** The same value with `junk` somewhere inside it. */
function damage(value: unknown, [step = 0, ...rest]: readonly number[], junk: unknown): unknown {
  if (typeof value !== 'object' || value === null) return junk;
  const entries = Object.entries(value);
  if (entries.length === 0) return junk;
  const [key, inner] = entries[step % entries.length] as [string, unknown];
  const changed = rest.length === 0 ? junk : damage(inner, rest, junk);
  return Array.isArray(value) ? value.map((item, i) => (String(i) === key ? changed : item)) : { ...value, [key]: changed };
}
