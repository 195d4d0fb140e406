// The configuration changes while asks are being decided: an answerer that was removed decides nothing more.
import { describe, expect, it } from 'vitest';
import {
  asClaw,
  type Bench,
  benches,
  chooses,
  claw,
  deletion,
  fails,
  fakeAgent,
  named,
  never,
  passes,
  reviews,
  route,
  turns,
  yesNo,
} from '../../test/support/auto-answer-harness.ts';
import { answers } from '../../test/support/samples.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import type { ReadProjectFile } from './files/files.ts';
import { PEOPLE_ONLY } from './route/schema.ts';

const set = benches(() => openSqliteJournal(':memory:'));

/** An agent that answers when the test says so. */
function slow(name = 'claw') {
  let answer = (_: ReturnType<typeof chooses>) => {};
  const agent = fakeAgent(
    name,
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  return { agent, answers };

  async function answers(choice: number): Promise<void> {
    answer(chooses(choice));
    await turns();
  }
}

const changed = expect.stringContaining('the configuration changed');

describe('an agent that is deciding', () => {
  it.each([
    ['the whole file', {}],
    ['its step', named({ rule: 'affirm' })],
    ['the name of its route', { routes: [{ name: 'day', decide: [claw()] }] }],
  ])('that lost %s is ignored, and people decide', async (_, file) => {
    const { agent, answers } = slow();
    const at = set(route(claw()), [agent]);
    await at.ask();
    at.configure(file);
    await answers(1);
    expect((await at.now()).state).toBe('open');
    expect((await at.considered())[1]).toMatchObject({ outcome: 'skipped', reason: changed, answerer: { name: 'claw' } });
    expect((await at.story()).slice(2).every((line) => line === 'people asked')).toBe(true);
    expect((await at.now()).route?.waitingFor?.kind ?? 'people').toBe('people');
  });

  it('is ignored once the project forbids it', async () => {
    let file: ReadProjectFile | undefined;
    const { agent, answers } = slow();
    const at = set(route(claw()), [agent], { project: () => file });
    await at.ask();
    file = { kind: 'ok', file: '/srv/app/.answerback.yaml', value: PEOPLE_ONLY };
    await answers(1);
    expect((await at.now()).state).toBe('open');
    expect(await at.story()).toEqual(['claw asked', 'claw skipped', 'people asked']);
  });

  it('is held back once irreversible answers are no longer allowed', async () => {
    const allowed = { routes: [{ name: 'night', decide: [claw()], irreversible: 'allow' }] };
    const { agent, answers } = slow();
    const at = set(allowed, [agent]);
    await at.ask({ questions: [deletion] });
    at.configure(route(claw()));
    await answers(1);
    expect((await at.now()).state).toBe('open');
  });

  it('is still accepted if something else changed', async () => {
    const { agent, answers } = slow();
    const at = set(route(claw()), [agent]);
    await at.ask();
    at.configure({ routes: [{ name: 'other', when: { project: '/elsewhere' }, decide: [{ rule: 'affirm' }] }, ...route(claw()).routes] });
    await answers(1);
    expect((await at.now()).state).toBe('answered');
  });

  it('is stopped and refused if it answers with its own command', async () => {
    const agent = fakeAgent('claw', never);
    const at = set(route(claw()), [agent]);
    const view = await at.ask();
    at.configure({});
    expect(await at.broker.decide(view, answers(1), { by: asClaw, key: 'k' })).toMatchObject({ kind: 'refused', reason: changed });
    await turns();
    expect(agent.stopped()).toBe(1);
    expect(await at.story()).toEqual(['claw asked', 'claw skipped']);
  });
});

it('an answer whose limits changed during its review is judged again, also if they were read meanwhile', async () => {
  let pass = () => {};
  const reviewer = fakeAgent(
    'judge',
    () =>
      new Promise((resolve) => {
        pass = () => resolve(reviews('pass'));
      }),
  );
  const decide = [{ ...claw(), review: 'judge' }];
  const at = set({ routes: [{ name: 'night', decide, irreversible: 'allow' }] }, [
    fakeAgent('claw', () => chooses(2, { risk: 'irreversible' })),
    reviewer,
  ]);
  const view = await at.ask();
  at.configure({ routes: [{ name: 'night', decide }] });
  expect(await at.autoAnswer.refuses(view, asClaw)).toBeUndefined();
  pass();
  await turns();
  expect((await at.now()).state).toBe('open');
  expect(await at.story()).toEqual(['claw asked', 'claw asked', 'claw held', 'people asked']);
});

describe('an agent that answers with its own command', () => {
  const woken = () => fakeAgent('claw', () => ({ kind: 'woken', effort: { via: 'fake' } }));
  const yes = answers(1);

  it('does not decide a permission after its step lost `permissions: true`', async () => {
    const file = (more: object) => ({ routes: [{ name: 'night', when: { kind: 'permission' }, decide: [{ ...claw(), ...more }] }] });
    const at = set(file({ permissions: true }), [woken()]);
    const view = await at.ask({ kind: 'permission', detail: { kind: 'permission', tool: 'Bash', input: { command: 'rm -rf x' } } });
    at.configure(file({}));
    expect(await at.broker.decide(view, yes, { by: asClaw, key: 'k', risk: 'reversible', reason: 'it fits' })).toMatchObject({
      kind: 'refused',
    });
    expect((await at.now()).state).toBe('open');
  });

  it('does not decide by what the route allowed before its review', async () => {
    let pass = () => {};
    const reviewer = fakeAgent(
      'judge',
      () =>
        new Promise((resolve) => {
          pass = () => resolve(reviews('pass'));
        }),
    );
    const file = (irreversible: string) => ({ routes: [{ name: 'night', irreversible, decide: [{ ...claw(), review: 'judge' }] }] });
    const at = set(file('allow'), [woken(), reviewer]);
    const view = await at.ask();
    const decided = at.broker.decide(view, yes, { by: asClaw, key: 'k', risk: 'irreversible', reason: 'it fits' });
    await turns();
    at.configure(file('people'));
    pass();
    expect(await decided).toMatchObject({ kind: 'refused', reason: changed });
    expect((await at.now()).state).toBe('open');
  });
});

it('a step that is removed before its turn is skipped', async () => {
  const agent = fakeAgent('claw', () => chooses(1));
  const at = set(route({ people: { within: '1h' } }, claw()), [agent]);
  await at.ask();
  at.configure(route({ people: { within: '1h' } }));
  await at.pass(3_600_000);
  expect(agent.asked).toEqual([]);
  expect(await at.story()).toEqual(['people asked', 'people timed-out', 'claw skipped', 'people asked']);
});

it('a rule that was removed in the meantime does not decide', async () => {
  const at: Bench = set(named(claw(), { rule: 'affirm' }), [
    fakeAgent('claw', () => {
      at.configure(route(claw()));
      return passes('no idea');
    }),
  ]);
  expect((await at.ask({ questions: [yesNo] })).state).toBe('open');
});

it('the reason of a failure is kept if time runs out before the last attempt', async () => {
  const at = set(route(claw('7s')), [fakeAgent('claw', (_, __, attempt) => (attempt < 3 ? fails('ended with code 1', true) : never()))]);
  await at.ask();
  await at.pass(2_000);
  await at.pass(4_000);
  await at.pass(1_000);
  expect((await at.considered())[1]).toMatchObject({
    outcome: 'timed-out',
    reason: 'ended with code 1 (2 attempts), then its time was over',
  });
});
