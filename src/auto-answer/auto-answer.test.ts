// Auto-answer: every failure moves on to the next step in time, and nothing is answered twice.
import { describe, expect, it } from 'vitest';
import {
  ada,
  asClaw,
  type Bench,
  bench,
  benches,
  chooses,
  claw,
  EXPIRE_AFTER_AN_HOUR,
  fails,
  fakeAgent,
  named,
  never,
  passes,
  route,
  SURE,
  turns,
  yesNo,
} from '../../test/support/auto-answer-harness.ts';
import { answers } from '../../test/support/samples.ts';
import type { Answerer } from '../ask/schema/decision.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';

const set = benches(() => openSqliteJournal(':memory:'));

describe('an ask with a route', () => {
  it('is answered by a rule at once, with its record in the same transaction', async () => {
    const at = set(named({ rule: 'affirm' }));
    const view = await at.ask({ questions: [yesNo] });
    expect(view).toMatchObject({
      state: 'answered',
      decision: { by: { kind: 'rule', name: 'affirm', surface: 'route' }, key: `${view.id}:0` },
    });
    expect(await at.considered()).toMatchObject([
      { route: 'night', step: 0, outcome: 'answered', reason: expect.any(String), durationMs: 0 },
    ]);
  });

  it('goes from a rule that passes to an agent to people, each with its reason', async () => {
    const agent = fakeAgent('claw', () => passes('the roadmap does not say'));
    const at = set(named({ rule: 'affirm' }, claw()), [agent]);
    const view = await at.ask();
    expect(await at.story()).toEqual(['affirm passed', 'claw asked', 'claw passed', 'people asked']);
    expect(view).toMatchObject({ state: 'open', route: { name: 'night', step: 2, waitingFor: { kind: 'people' } } });
    expect((await at.considered())[1]).toMatchObject({ brief: expect.stringContaining('Which database'), until: 130_000 });
    expect((await at.considered())[2]).toMatchObject({ reason: 'the roadmap does not say', effort: { via: 'fake' } });
  });

  it('is decided by the agent, with reason, confidence and effort on record', async () => {
    const agent = fakeAgent('claw', () => chooses(2, { reason: 'one user', confidence: 0.9 }));
    const at = set(route(claw()), [agent]);
    expect(await at.ask()).toMatchObject({
      state: 'answered',
      decision: { answers: [{ chosen: [2] }], by: { kind: 'agent', name: 'claw', surface: 'fake' }, reason: 'one user' },
      route: { name: 'night', step: 0 },
    });
    expect((await at.considered()).at(-1)).toMatchObject({ outcome: 'answered', reason: 'one user', confidence: 0.9 });
  });

  it('without a route is left to people, and nothing is recorded', async () => {
    const at = set({ routes: [{ when: { project: '/elsewhere' }, decide: [{ rule: 'affirm' }] }] });
    expect((await at.ask({ questions: [yesNo] })).route).toBeUndefined();
    expect(await at.story()).toEqual([]);
  });

  it('can be answered by a person at any time, which stops the agent', async () => {
    const agent = fakeAgent('claw', never);
    const at = set(route(claw()), [agent]);
    const view = await at.ask();
    expect(view.route?.waitingFor).toEqual({ kind: 'agent', name: 'claw' });
    expect(await at.broker.decide(view, answers(1), { by: ada, key: 'k' })).toMatchObject({ kind: 'won' });
    expect(agent.stopped()).toBe(1);
    await at.pass(3_600_000);
    expect(await at.story()).toEqual(['claw asked']);
    expect(at.clock.waiting()).toBe(0);
  });
});

describe('an agent that', () => {
  it('never answers is stopped when its time is up, and the next step follows', async () => {
    const agent = fakeAgent('claw', never);
    const at = set(route(claw('30s')), [agent]);
    await at.ask();
    await at.pass(29_999);
    expect(await at.story()).toEqual(['claw asked']);
    await at.pass(1);
    expect(await at.story()).toEqual(['claw asked', 'claw timed-out', 'people asked']);
    expect(agent.stopped()).toBe(1);
  });

  it('answers after its time is ignored', async () => {
    let answer = (_: ReturnType<typeof chooses>) => {};
    const agent = fakeAgent(
      'claw',
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const at = set(route(claw('30s')), [agent]);
    await at.ask();
    await at.pass(30_000);
    answer(chooses(1));
    await turns();
    expect((await at.now()).state).toBe('open');
    expect(await at.story()).toEqual(['claw asked', 'claw timed-out', 'people asked']);
  });

  it('cannot be reached is tried three times, two and four seconds apart', async () => {
    const agent = fakeAgent('claw', () => fails('connection refused', true));
    const at = set(route(claw()), [agent]);
    await at.ask();
    expect(agent.asked).toHaveLength(1);
    await at.pass(2_000);
    expect(agent.asked).toHaveLength(2);
    await at.pass(3_999);
    expect(agent.asked).toHaveLength(2);
    await at.pass(1);
    expect(agent.asked).toHaveLength(3);
    expect(await at.considered()).toMatchObject([
      {},
      { outcome: 'failed', reason: 'connection refused (3 attempts)' },
      { outcome: 'asked' },
    ]);
    expect(new Set(agent.asked.map(({ key }) => key)).size).toBe(1);
  });

  it('cannot be reached within its time is given up in time', async () => {
    const agent = fakeAgent('claw', () => fails('connection refused', true));
    const at = set(route(claw('3s')), [agent]);
    await at.ask();
    await at.pass(2_000);
    await at.pass(1_000);
    expect(await at.story()).toEqual(['claw asked', 'claw timed-out', 'people asked']);
  });

  it('succeeds at the second attempt decides', async () => {
    const agent = fakeAgent('claw', (_, __, attempt) => (attempt === 1 ? fails('busy', true) : chooses(3)));
    const at = set(route(claw()), [agent]);
    await at.ask();
    await at.pass(2_000);
    expect((await at.now()).decision).toMatchObject({ answers: [{ chosen: [3] }] });
  });

  it.each<[string, Parameters<typeof fakeAgent>[1], string]>([
    [
      'crashes',
      () => {
        throw new Error('kaboom');
      },
      'internal error: Error: kaboom',
    ],
    ['prints garbage', () => fails('there is no answer in it', false), 'there is no answer in it'],
    [
      'chooses an option that is not offered',
      () => chooses(9),
      'question 1 "Database" has no option 9; choose from 1 "Postgres", 2 "SQLite", 3 "Files"',
    ],
    [
      'answers too many questions',
      () => ({ kind: 'replied', reply: { kind: 'answers', answers: [1, 2] }, effort: { via: 'fake' } }),
      'the ask has 1 question, but 2 answers came; answer or skip every question, in order',
    ],
    [
      'redirects without a word',
      () => ({ kind: 'replied', reply: { kind: 'redirect', message: ' ' }, effort: { via: 'fake' } }),
      'a redirect needs a message: say what is wrong with the question',
    ],
  ])('%s moves on at once, with the reason', async (_, decide, reason) => {
    const agent = fakeAgent('claw', decide);
    const at = set(route(claw()), [agent]);
    await at.ask();
    // A reply that cannot be taken is sent back once.
    const sentBack = agent.asked.length === 2 ? [{ outcome: 'sent-back', reason }] : [];
    expect(sentBack.length).toBe(/option 9|answers came|a message/.test(reason) ? 1 : 0);
    expect(await at.considered()).toMatchObject([
      { outcome: 'asked' },
      ...sentBack,
      { outcome: 'failed', reason },
      { outcome: 'asked', answerer: { kind: 'people' } },
    ]);
  });

  it('does not exist is skipped', async () => {
    const at = set(route(claw()), [fakeAgent('claw', never)]);
    const gone = bench({
      journal: at.journal,
      routing: { ...route(claw()), answerers: { claw: { kind: 'command', run: ['true'] } } },
      clock: at.clock,
    });
    await at.stop();
    await gone.ask({ id: 'bbbbbbbbbbbb', toolUseId: 't2' });
    expect((await gone.considered('bbbbbbbbbbbb'))[0]).toMatchObject({ outcome: 'failed', reason: 'no answerer is called "claw"' });
    await gone.stop();
  });

  it('gets at most four asks at once, and asks that wait too long move on in time', async () => {
    let finish = () => {};
    const first = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const agent = fakeAgent('claw', (_, __, attempt) => (attempt === 1 ? first.then(() => chooses(1)) : never()));
    const at = set(route(claw('30s')), [agent]);
    const ids = Array.from({ length: 6 }, (_, i) => `ask00000000${i}`);
    for (const [i, id] of ids.entries()) await at.ask({ id, toolUseId: `t${i}` });
    expect(agent.asked.map(({ ask }) => ask.id)).toEqual(ids.slice(0, 4));
    finish();
    await turns();
    expect(agent.asked.map(({ ask }) => ask.id)).toEqual(ids.slice(0, 5));
    await at.pass(30_000);
    expect(await at.story(ids[5])).toEqual(['claw asked', 'claw timed-out', 'people asked']);
    expect((await at.considered(ids[5]))[1]?.reason).toBe('claw was busy with other asks');
    await at.ask({ id: 'later0000000', toolUseId: 'later' });
    expect(agent.asked).toHaveLength(6);
  });

  it('is woken decides by answering within its time', async () => {
    const agent = fakeAgent('claw', () => ({ kind: 'woken', effort: { via: 'hook' } }));
    const at = set(route(claw()), [agent]);
    const view = await at.ask();
    expect(view.route?.waitingFor).toEqual({ kind: 'agent', name: 'claw' });
    expect(await at.broker.decide(view, answers(2), { by: asClaw, key: 'k', ...SURE })).toMatchObject({ kind: 'won' });
    expect(await at.story()).toEqual(['claw asked', 'claw woken', 'claw answered']);
    expect(await at.broker.decide(view, answers(1), { by: asClaw, key: 'k2', ...SURE })).toMatchObject({ kind: 'taken' });
  });

  it.each([
    ['allow', 'answered', 'whatever risk you state'],
    ['people', 'open', 'then a person decides'],
  ] as const)('always answers and is unsure: with irreversible: %s the ask is %s, as its brief said', async (irreversible, state, said) => {
    const agent = fakeAgent('claw', () => chooses(2, { risk: 'unsure' }));
    const at = set({ routes: [{ name: 'night', irreversible, decide: [{ ...claw(), 'always-answers': true }] }] }, [agent]);
    expect((await at.ask()).state).toBe(state);
    expect(agent.asked[0]?.brief).toContain(said);
  });

  it('is woken and does not answer is given up', async () => {
    const at = set(route(claw('1m')), [fakeAgent('claw', () => ({ kind: 'woken', effort: { via: 'hook' } }))]);
    await at.ask();
    await at.pass(60_000);
    expect(await at.story()).toEqual(['claw asked', 'claw woken', 'claw timed-out', 'people asked']);
  });
});

describe('an answer in the name of an agent is refused', () => {
  const refused = async (at: Bench, by: Answerer, choice = 1) => {
    const result = await at.broker.decide(await at.now(), answers(choice), { by, key: 'k', ...SURE });
    return result.kind === 'refused' ? result.reason : result.kind;
  };

  it('when no route names it', async () => {
    const at = set({});
    await at.ask();
    expect(await refused(at, asClaw)).toBe('no route lets claw decide this ask');
  });

  it('when its time is up, or it is another agent’s turn', async () => {
    const at = set(route(claw('1m')), [fakeAgent('claw', never)]);
    await at.ask();
    expect(await refused(at, { ...asClaw, name: 'other' })).toBe('it is the turn of claw now, not of other');
    await at.pass(60_000);
    expect(await refused(at, asClaw)).toContain('people decide this ask now');
  });

  it('when auto-answer is paused', async () => {
    const at = set(route(claw()), [fakeAgent('claw', never)]);
    await at.ask();
    await at.pauses.pause({ kind: 'all' }, ada);
    expect(await refused(at, asClaw)).toBe('automatic answers were paused by ada');
  });

  it('and always in the name of a rule', async () => {
    const at = set(named({ rule: 'affirm' }));
    await at.ask();
    expect(await refused(at, { kind: 'rule', name: 'affirm', surface: 'cli' })).toContain('inside the broker');
  });
});

describe('people', () => {
  it('have their time, and then the next step follows', async () => {
    const agent = fakeAgent('claw', () => chooses(1));
    const at = set(route({ people: { within: '1h' } }, claw()), [agent]);
    expect(await at.ask()).toMatchObject({ route: { waitingFor: { kind: 'people' }, until: 3_610_000 } });
    await at.pass(3_599_999);
    expect(agent.asked).toHaveLength(0);
    await at.pass(1);
    expect((await at.now()).state).toBe('answered');
  });

  it('who never answer leave the ask open, or let it expire; silence never chooses an option', async () => {
    const open = set(route({ people: { within: '1h' } }));
    await open.ask();
    await open.pass(3_600_000);
    expect(await open.now()).toMatchObject({ state: 'open', route: { name: 'night', step: 0 } });
    const expiring = set(route(EXPIRE_AFTER_AN_HOUR));
    await expiring.ask();
    await expiring.pass(3_600_000);
    expect(await expiring.now()).toMatchObject({ state: 'expired' });
    expect(await expiring.story()).toEqual(['people asked', 'people timed-out']);
  });
});

describe('a project’s own file', () => {
  it('may forbid auto-answer', async () => {
    const at = set(named({ rule: 'affirm' }), [], {
      project: () => ({ kind: 'ok', file: '/srv/app/.answerback.yaml', value: { forbid: ['rules', 'agents'], routes: [], ignored: [] } }),
    });
    expect((await at.ask({ questions: [yesNo] })).state).toBe('open');
    expect(await at.story()).toEqual(['people asked']);
  });

  it('that is invalid leaves everything to people, and is reported', async () => {
    const at = set(named({ rule: 'affirm' }), [], {
      project: () => ({ kind: 'broken', file: '/srv/app/.answerback.yaml', problem: '/srv/app/.answerback.yaml: no' }),
    });
    expect((await at.ask({ questions: [yesNo] })).state).toBe('open');
    expect(at.problems).toEqual(['/srv/app/.answerback.yaml: no']);
  });
});
