// Where an ask is on its route: each event in each state, and what holds whatever happens.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAsk } from '../../../test/support/samples.ts';
import type { AskView, JournalEvent } from '../../ask/schema/history.ts';
import type { Consideration, ReviewRecord } from '../../ask/schema/route.ts';
import type { Judged, ResolvedRoute } from '../judge.ts';
import type { Step } from '../route/route.ts';
import { affirm } from '../rules/affirm.ts';
import { deadlineOf, type Progress, type Reaction, type RunEvent, react, resumed, type State } from './progress.ts';

const ask: AskView = { ...anAsk(), state: 'open', version: 1, updatedAt: 0 };
const RULE: Step = { kind: 'rule', rule: { kind: affirm, settings: {} } };
const CLAW: Step = { kind: 'agent', agent: 'claw', withinMs: 60 };
const REVIEWED: Step = { ...CLAW, agent: 'night', review: 'judge' };
const HOUR: Step = { kind: 'people', withinMs: 100, silence: 'open' };
const LAST: Step = { kind: 'people', silence: 'open' };
const route = (...steps: readonly Step[]): ResolvedRoute => ({
  name: 'r',
  steps,
  documents: [],
  irreversible: false,
  named: false,
  notify: 'in-turn',
});

const effort = { via: 'test' };
const grounds = { risk: 'reversible', reason: 'why' } as const;
const verdict = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }] } as const;
const judgedAs = (judged: Judged): RunEvent => ({ kind: 'judged', judged, effort, route: route(LAST) });
const DECIDED = judgedAs({ kind: 'decided', verdict, grounds });
const HELD = judgedAs({ kind: 'held', verdict, grounds, reason: 'risky', missing: false });
const PASSED = judgedAs({ kind: 'passed', reason: 'not mine' });
const REFUSED = judgedAs({ kind: 'refused', reason: 'no such option' });
const review = (outcome: ReviewRecord['outcome']): RunEvent => ({ kind: 'reviewed', review: { by: 'judge', outcome, reason: 'so' } });
const SENT_BACK: RunEvent = { kind: 'sent-back', reason: 'no such option', effort, brief: 'again' };
const PAUSE: RunEvent = { kind: 'pause', reason: 'paused by ada' };
const RESUME: RunEvent = { kind: 'pause', reason: undefined };
const ready = (on: ResolvedRoute): RunEvent => ({ kind: 'ready', route: on, answererExists: true });

/** After these events, and what was recorded meanwhile: `step outcome`. */
function after(on: ResolvedRoute, events: readonly RunEvent[]): { readonly at: string; readonly recorded: readonly string[] } {
  let progress: Progress = { route: on, state: { kind: 'looking', step: 0 } };
  const recorded: string[] = [];
  for (const event of events) {
    const { record, expires, ...next } = react(ask, progress, event, 10);
    if (record) recorded.push(`${record.step} ${record.outcome}${expires ? ', expired' : ''}`);
    progress = next;
  }
  return { at: `${progress.state.kind} ${progress.state.step}`, recorded };
}

const AGENT = route(CLAW, LAST);
const WITH_REVIEW = route(REVIEWED, LAST);
const asked = (on: ResolvedRoute): readonly RunEvent[] => [ready(on), { kind: 'prepared', brief: 'brief' }];

describe('the states', () => {
  it.each<[string, ResolvedRoute, readonly RunEvent[], string, readonly string[]]>([
    ['a rule decides', route(RULE, LAST), [ready(route(RULE, LAST)), DECIDED], 'settling 0', []],
    ['a rule passes', route(RULE, LAST), [ready(route(RULE, LAST)), PASSED], 'looking 1', ['0 passed']],
    ['an agent is asked once its conversation is free', AGENT, asked(AGENT), 'deciding 0', ['0 asked']],
    ['an agent that does not exist', AGENT, [{ kind: 'ready', route: AGENT, answererExists: false }], 'looking 1', ['0 failed']],
    ['an agent decides', AGENT, [...asked(AGENT), DECIDED], 'settling 0', ['0 asked']],
    ['an answer that is held', AGENT, [...asked(AGENT), HELD], 'looking 1', ['0 asked', '0 held']],
    ['an answer that does not fit', AGENT, [...asked(AGENT), REFUSED], 'looking 1', ['0 asked', '0 failed']],
    ['a reply is sent back once', AGENT, [...asked(AGENT), SENT_BACK, SENT_BACK], 'deciding 0', ['0 asked', '0 sent-back']],
    ['no answer in time', AGENT, [...asked(AGENT), { kind: 'time' }], 'looking 1', ['0 asked', '0 timed-out']],
    [
      'woken, and no answer in time',
      AGENT,
      [...asked(AGENT), { kind: 'woken', effort }, { kind: 'time' }],
      'looking 1',
      ['0 asked', '0 woken', '0 timed-out'],
    ],
    [
      'a suspicious reply',
      AGENT,
      [...asked(AGENT), { kind: 'failed', reason: 'forged', effort, suspicious: true }],
      'looking 1',
      ['0 asked', '0 held'],
    ],
    ['a review that passes', WITH_REVIEW, [...asked(WITH_REVIEW), DECIDED, review('pass')], 'settling 0', ['0 asked']],
    ['a review that holds', WITH_REVIEW, [...asked(WITH_REVIEW), DECIDED, review('hold')], 'looking 1', ['0 asked', '0 held']],
    ['a review that fails', WITH_REVIEW, [...asked(WITH_REVIEW), DECIDED, review('failed')], 'looking 1', ['0 asked', '0 held']],
    ['a decision that is refused is made again', AGENT, [...asked(AGENT), DECIDED, { kind: 'refused' }], 'looking 0', ['0 asked']],
    [
      'a decision that cannot be delivered',
      AGENT,
      [...asked(AGENT), DECIDED, { kind: 'undeliverable', problem: 'gone' }],
      'looking 1',
      ['0 asked', '0 failed'],
    ],
    ['a pause stops the agent', AGENT, [...asked(AGENT), PAUSE], 'paused 0', ['0 asked', '0 skipped']],
    ['the end of a pause', AGENT, [PAUSE, RESUME], 'looking 0', ['0 skipped']],
    ['a step that was removed', AGENT, [{ kind: 'changed', route: route(LAST) }], 'looking 0', ['0 skipped']],
    ['a route that was removed', AGENT, [{ kind: 'changed' }], 'over 0', ['0 skipped']],
    ['a person should look', AGENT, [{ kind: 'person-needed', reason: 'enough', route: AGENT }], 'looking 1', ['0 skipped']],
    [
      'the agent passes by its own command',
      AGENT,
      [...asked(AGENT), { kind: 'own', step: 0, facts: { outcome: 'passed' } }],
      'looking 1',
      ['0 asked', '0 passed'],
    ],
    [
      'its own answer is for people',
      WITH_REVIEW,
      [...asked(WITH_REVIEW), DECIDED, { kind: 'own', step: 0, facts: { outcome: 'held' } }],
      'looking 1',
      ['0 asked', '0 held'],
    ],
    [
      'its own command for an earlier step',
      AGENT,
      [...asked(AGENT), { kind: 'own', step: 1, facts: { outcome: 'passed' } }],
      'deciding 0',
      ['0 asked'],
    ],
    [
      'people do not answer in time',
      route(HOUR, LAST),
      [ready(route(HOUR, LAST)), { kind: 'time' }],
      'looking 1',
      ['0 asked', '0 timed-out'],
    ],
    ['a pause does not concern people', route(LAST), [ready(route(LAST)), PAUSE], 'people 0', ['0 asked']],
    ['silence that expires', EXPIRING(), [ready(EXPIRING()), { kind: 'time' }], 'over 0', ['0 asked', '0 timed-out, expired']],
    ['the ask was decided', AGENT, [...asked(AGENT), { kind: 'ended' }, DECIDED], 'over 0', ['0 asked']],
  ])('%s', (_, on, events, at, recorded) => {
    expect(after(on, events)).toEqual({ at, recorded });
  });
});

function EXPIRING(): ResolvedRoute {
  return route({ kind: 'people', withinMs: 100, silence: 'expire' });
}

describe('whatever happens', () => {
  const step = fc.constantFrom(RULE, CLAW, REVIEWED, HOUR);
  const routes = fc
    .tuple(fc.array(step, { maxLength: 5 }), fc.constantFrom(LAST, ...EXPIRING().steps))
    .map(([steps, last]) => route(...steps, last));
  const event = (on: ResolvedRoute): fc.Arbitrary<RunEvent> =>
    fc.constantFrom<RunEvent>(
      ...[ready(on), ready(on), ready(on), { kind: 'prepared', brief: 'b' } as const, { kind: 'prepared', brief: 'b' } as const],
      ...[DECIDED, HELD, PASSED, REFUSED, SENT_BACK, review('pass'), review('hold'), review('timed-out'), PAUSE, RESUME],
      ...([
        { kind: 'time' },
        { kind: 'refused' },
        { kind: 'changed' },
        { kind: 'woken', effort },
        { kind: 'refreshed', step: 0, route: on },
      ] as const),
      { kind: 'changed', route: on },
      { kind: 'person-needed', reason: 'enough', route: on },
      { kind: 'undeliverable', problem: 'gone' },
      { kind: 'failed', reason: 'crashed', effort },
      { kind: 'own', step: 1, facts: { outcome: 'passed' } },
      { kind: 'own', step: 0, facts: { outcome: 'held' } },
    );
  const story = routes.chain((on) => fc.tuple(fc.constant(on), fc.array(event(on), { maxLength: 60 })));

  /** Every reaction with the state before it, and the records until then. */
  function* reactions(on: ResolvedRoute, events: readonly RunEvent[]) {
    let before: Progress = { route: on, state: { kind: 'looking', step: 0 } };
    const records: Consideration[] = [];
    for (const [i, each] of events.entries()) {
      const reaction = react(ask, before, each, i * 10);
      if (reaction.record) records.push(reaction.record);
      yield { before: before.state, event: each, reaction, records };
      before = reaction;
    }
  }
  const check = (holds: (each: { before: State; event: RunEvent; reaction: Reaction; records: readonly Consideration[] }) => void) =>
    fc.assert(
      fc.property(story, ([on, events]) => {
        for (const each of reactions(on, events)) holds(each);
      }),
      { numRuns: 1_000 },
    );
  const history = (records: readonly Consideration[]) =>
    records.map((record) => ({ happening: { kind: 'considered', ...record } }) as unknown as JournalEvent);

  it('no step is left without a record of it, and none is taken again once the next has begun', () =>
    check(({ before, reaction: { state, record } }) => {
      expect(state.step).toBeGreaterThanOrEqual(before.step);
      if (state.step > before.step) expect(record?.step).toBe(before.step);
    }));

  it('a decision is stored only after it was judged, and reviewed if the step says so', () =>
    check(({ before, event: came, reaction: { route: on, state } }) => {
      if (state.kind !== 'settling' || before.kind === 'settling') return;
      const current = on.steps[state.step];
      const isReviewed = current?.kind !== 'people' && current?.review !== undefined;
      expect(came).toEqual(isReviewed ? review('pass') : DECIDED);
      expect(before.kind).toBe(isReviewed ? 'reviewing' : 'deciding');
    }));

  it('after a restart, the journal leads to the same place', () =>
    check(({ reaction: { route: on, state, record }, records }) => {
      if (!record || state.kind === 'over') return;
      const again = resumed(history(records), on.steps.length - 1)?.state;
      if (record.outcome === 'skipped') return expect(again?.step).toBeLessThanOrEqual(state.step);
      expect(again?.step).toBe(state.step);
      expect(again?.begun?.until).toBe(deadlineOf(state));
      expect(again?.begun?.outcome).toBe('begun' in state ? state.begun?.outcome : undefined);
    }));

  it('a reply is sent back at most once each time an agent is asked', () =>
    check(({ records }) => {
      const outcomes = records.map(({ outcome }) => outcome).filter((outcome) => outcome === 'asked' || outcome === 'sent-back');
      expect(outcomes.join(' ')).not.toContain('sent-back sent-back');
    }));

  it('nothing follows the end', () =>
    check(({ before, reaction: { state, record } }) => {
      if (before.kind === 'over') expect([state.kind, record]).toEqual(['over', undefined]);
    }));

  /** What comes of a state if nobody decides and nothing is paused. */
  function usual(on: ResolvedRoute, { kind }: State): RunEvent {
    if (kind === 'paused') return RESUME;
    if (kind === 'preparing') return { kind: 'prepared', brief: 'b' };
    if (kind === 'deciding') return PASSED;
    if (kind === 'reviewing') return review('failed');
    if (kind === 'settling') return { kind: 'undeliverable', problem: 'gone' };
    return kind === 'looking' ? ready(on) : { kind: 'time' };
  }

  it('people get the ask in the end, unless it is over', () => {
    fc.assert(
      fc.property(story, ([on, events]) => {
        let progress: Progress = [...reactions(on, events)].at(-1)?.reaction ?? { route: on, state: { kind: 'looking', step: 0 } };
        for (let i = 0; i < 4 * on.steps.length + 4; i += 1) {
          if (progress.state.kind === 'people' && progress.state.step === on.steps.length - 1) break;
          progress = react(ask, progress, usual(on, progress.state), 1_000);
        }
        expect(['people', 'over']).toContain(progress.state.kind);
      }),
      { numRuns: 1_000 },
    );
  });
});
