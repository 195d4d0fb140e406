// Auto-answer while paused and after a restart.
import { describe, expect, it } from 'vitest';
import {
  ada,
  asClaw,
  type Bench,
  benches,
  chooses,
  claw,
  EXPIRE_AFTER_AN_HOUR,
  fakeAgent,
  named,
  never,
  route,
  SURE,
  turns,
  yesNo,
} from '../../test/support/auto-answer-harness.ts';
import { answers } from '../../test/support/samples.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import type { AnsweringAgent } from './answerers/answering-agent.ts';

const set = benches(() => openSqliteJournal(':memory:'));

describe('a pause', () => {
  it('stops the agent at once, is recorded, and can be ended by hand', async () => {
    const agent = fakeAgent('claw', (_, __, attempt) => (attempt === 1 ? never() : chooses(2)));
    const at = set(route(claw()), [agent]);
    await at.ask();
    await at.pauses.pause({ kind: 'project', project: '/srv/app' }, ada);
    await turns();
    expect(agent.stopped()).toBe(1);
    expect(await at.considered()).toMatchObject([
      { outcome: 'asked' },
      { outcome: 'skipped', reason: 'automatic answers were paused by ada' },
    ]);
    expect((await at.now()).route).toEqual({ name: 'night', step: 0 });
    await at.pass(10 * 60_000);
    expect((await at.now()).state).toBe('open');
    await at.pauses.lift(undefined, ada);
    await turns();
    expect((await at.now()).decision).toMatchObject({ answers: [{ chosen: [2] }] });
    expect(new Set(agent.asked.map(({ key }) => key)).size).toBe(2);
  });

  it('also applies to rules and to new asks, and ends when its time is up', async () => {
    const at = set(named({ rule: 'affirm' }));
    await at.pauses.pause({ kind: 'all' }, ada, at.clock.now() + 60_000);
    expect((await at.ask({ questions: [yesNo] })).state).toBe('open');
    await at.pass(60_000);
    expect((await at.now()).state).toBe('answered');
    expect(at.pauses.list()).toEqual([]);
    expect(await at.journal.pauses()).toEqual([]);
  });

  it('of another project does not stop the agent', async () => {
    const agent = fakeAgent('claw', never);
    const at = set(route(claw()), [agent]);
    await at.ask();
    await at.pauses.pause({ kind: 'session', session: 'other' }, ada);
    await at.pauses.lift(undefined, ada);
    await turns();
    expect(agent.stopped()).toBe(0);
    expect(await at.story()).toEqual(['claw asked']);
  });

  it('does not affect the time of people', async () => {
    const at = set(route(EXPIRE_AFTER_AN_HOUR));
    await at.ask();
    await at.pauses.pause({ kind: 'all' }, ada);
    await at.pass(3_600_000);
    expect((await at.now()).state).toBe('expired');
  });

  it('that comes just before an agent is asked still stops it', async () => {
    const agent = fakeAgent('claw', () => chooses(1));
    const at = set(route(claw()), [agent]);
    const asking = at.ask();
    await at.pauses.pause({ kind: 'all' }, ada);
    await asking;
    await turns();
    expect((await at.now()).state).toBe('open');
  });
});

describe('after a restart', () => {
  const again = (at: Bench, routing: unknown, agents: readonly AnsweringAgent[]) =>
    set(routing, agents, { journal: at.journal, clock: at.clock });

  it('an agent that was asked is asked again, with the same key, brief and limit', async () => {
    const first = fakeAgent('claw', never);
    const at = set(named({ rule: 'affirm' }, claw()), [first]);
    await at.ask();
    await at.stop();
    await at.pass(30_000);
    const second = fakeAgent('claw', never);
    const next = again(at, named({ rule: 'affirm' }, claw()), [second]);
    await next.resume();
    expect(second.asked.map(({ key, brief }) => ({ key, brief }))).toEqual(first.asked.map(({ key, brief }) => ({ key, brief })));
    await next.pass(90_000);
    expect(await next.story()).toEqual(['affirm passed', 'claw asked', 'claw timed-out', 'people asked']);
  });

  it('an agent that was woken is not woken again, and can still answer', async () => {
    const woken = () => ({ kind: 'woken', effort: { via: 'hook' } }) as const;
    const at = set(route(claw()), [fakeAgent('claw', woken)]);
    await at.ask();
    await at.stop();
    const second = fakeAgent('claw', woken);
    const next = again(at, route(claw()), [second]);
    await next.resume();
    expect(second.asked).toHaveLength(0);
    expect(await next.broker.decide(await next.now(), answers(1), { by: asClaw, key: 'k', ...SURE })).toMatchObject({ kind: 'won' });
  });

  it('time that passed while the broker was down counts', async () => {
    const at = set(route(claw('1m'), { people: { within: '1h' } }), [fakeAgent('claw', never)]);
    await at.ask();
    await at.stop();
    await at.pass(3_600_000);
    const next = again(at, route(claw('1m'), { people: { within: '1h' } }), [fakeAgent('claw', never)]);
    await next.resume();
    await next.pass(0);
    expect(await next.story()).toEqual(['claw asked', 'claw timed-out', 'people asked']);
  });

  it('a pause is still in effect', async () => {
    const at = set(named({ rule: 'affirm' }));
    await at.pauses.pause({ kind: 'all' }, ada);
    await at.ask({ questions: [yesNo] });
    await at.stop();
    const next = again(at, named({ rule: 'affirm' }), []);
    await next.resume();
    expect((await next.now()).state).toBe('open');
    await next.pauses.lift({ kind: 'all' }, ada);
    await turns();
    expect((await next.now()).state).toBe('answered');
  });

  it('if its route was removed, the ask goes to people, and this is recorded', async () => {
    const at = set(route(claw()), [fakeAgent('claw', never)]);
    await at.ask();
    await at.stop();
    const next = again(at, {}, []);
    await next.resume();
    expect(await next.now()).toMatchObject({ state: 'open', route: { name: 'night', step: 0 } });
    expect((await next.now()).route?.waitingFor).toBeUndefined();
    expect((await next.considered()).at(-1)).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('configuration') });
  });

  it('an ask that was not considered yet starts its route', async () => {
    const at = set({});
    await at.ask({ questions: [yesNo] });
    await at.stop();
    const next = again(at, named({ rule: 'affirm' }), []);
    await next.resume();
    expect((await next.now()).state).toBe('answered');
  });
});

it('after a restart, people have as long as the files say now', async () => {
  const journal = openSqliteJournal(':memory:');
  const file = (people: unknown) => ({ routes: [{ name: 'night', decide: [people] }] });
  const before = set(file({ people: { within: '2m', silence: 'expire' } }), [], { journal });
  await before.ask();
  await before.stop();
  const at = set(file('people'), [], { journal, clock: before.clock });
  await at.resume();
  await at.pass(180_000);
  expect(await at.story()).toEqual(['people asked']);
  expect((await at.now()).route).toMatchObject({ waitingFor: { kind: 'people' } });
});

it('at the end of a route, a limit without `silence: expire` hands the ask on to nobody: it stays with people', async () => {
  const at = set({ routes: [{ name: 'night', decide: [{ people: { within: '2m' } }] }] });
  await at.ask();
  await at.pass(180_000);
  expect(await at.story()).toEqual(['people asked']);
  expect(await at.now()).toMatchObject({ state: 'open', route: { waitingFor: { kind: 'people' } } });
});
