// What is known not to be deliverable is not decided by a route either: the agent is told, and then the next step is asked.
import { describe, expect, it } from 'vitest';
import {
  asClaw,
  benches,
  chooses,
  claw,
  fakeAgent,
  named,
  never,
  reviews,
  route,
  SURE,
  turns,
  yesNo,
} from '../../test/support/auto-answer-harness.ts';
import type { Verdict } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Outcome } from '../auto-answer/answerers/answering-agent.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';

const WHY = 'these words would be typed as a command';
const set = benches(() => openSqliteJournal(':memory:'));
const noCommands = async (_: AskView, verdict: Verdict) =>
  verdict.kind === 'redirect' && verdict.message.startsWith('/') ? WHY : undefined;
const redirects = (message: string): Outcome => ({
  kind: 'replied',
  reply: { kind: 'redirect', message, ...SURE },
  effort: { via: 'fake' },
});
const nothing = async () => WHY;

describe('an answering agent', () => {
  it('is told once that its reply cannot be delivered, and decides with its second', async () => {
    const agent = fakeAgent('claw', (_, __, attempt) => redirects(attempt === 1 ? '/clear and begin again' : 'begin again'));
    const at = set(route(claw()), [agent], { cannotDeliver: noCommands });
    expect(await at.ask()).toMatchObject({ state: 'answered', decision: { kind: 'redirect', message: 'begin again' } });
    expect(await at.story()).toEqual(['claw asked', 'claw sent-back', 'claw answered']);
    expect(agent.asked[1]?.brief).toContain(WHY);
  });

  it('that repeats it leaves the ask to the next step, and nothing is decided', async () => {
    const agent = fakeAgent('claw', () => redirects('/clear'));
    const at = set(route(claw()), [agent], { cannotDeliver: noCommands });
    const view = await at.ask();
    expect(view).toMatchObject({ state: 'open', route: { waitingFor: { kind: 'people' } } });
    expect(view.decision).toBeUndefined();
    expect(await at.story()).toEqual(['claw asked', 'claw sent-back', 'claw failed', 'people asked']);
    expect((await at.considered())[2]).toMatchObject({ reason: expect.stringContaining(WHY) });
  });

  it('whose dialog was closed during the review decides nothing, and the next step is asked', async () => {
    let isOpen = true;
    const reviewer = fakeAgent('eve', () => {
      isOpen = false;
      return reviews('pass');
    });
    const at = set(route({ ...claw(), review: 'eve' }), [fakeAgent('claw', () => chooses(1)), reviewer], {
      cannotDeliver: async () => (isOpen ? undefined : WHY),
    });
    expect((await at.ask()).decision).toBeUndefined();
    expect((await at.considered()).at(-2)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining(WHY),
      review: { by: 'eve' },
    });
  });

  it('is told at once about an answer that it sends with its own command', async () => {
    const at = set(route(claw()), [fakeAgent('claw', never)], { cannotDeliver: nothing });
    const view = await at.ask();
    const decided = await at.broker.decide(view, { kind: 'answers', answers: [1] }, { by: asClaw, key: 'k', ...SURE });
    expect(decided).toMatchObject({ kind: 'undeliverable', reason: WHY });
  });
});

it('a rule passes with the reason, and the next step is asked', async () => {
  const at = set(named({ rule: { choose: 'Yes' } }), [], { cannotDeliver: nothing });
  const view = await at.ask({ questions: [yesNo] });
  expect(view.decision).toBeUndefined();
  expect(await at.considered()).toMatchObject([
    { outcome: 'passed', reason: expect.stringContaining(WHY) },
    { answerer: { kind: 'people' }, outcome: 'asked' },
  ]);
});

it('a step that was stopped with the broker is not recorded as a failure: nothing can be delivered any more', async () => {
  let stop = async () => {};
  const at = set(named({ rule: { choose: 'Yes' } }), [], {
    cannotDeliver: async () => {
      void stop();
      return WHY;
    },
  });
  stop = at.autoAnswer.stop;
  await at.ask({ questions: [yesNo] });
  await turns();
  expect(await at.considered()).toEqual([]);
});
