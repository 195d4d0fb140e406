// An error of ours while an ask is on its route: people get the ask, are notified, and see it in the status.
import { describe, expect, it } from 'vitest';
import { ada, claw, fakeAgent, never, route, turns } from '../../../test/support/auto-answer-harness.ts';
import { command, decide, fake, type Options, setUp } from '../../../test/support/notify-harness.ts';
import { aQuestion } from '../../../test/support/samples.ts';
import type { Journal } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/journal.ts';

const ID = 'aaaaaaaaaaaa';
const permission = {
  kind: 'permission',
  questions: [aQuestion({ text: 'Allow Edit?', options: [{ label: 'Yes' }, { label: 'No' }] })],
  detail: { kind: 'permission', tool: 'Edit', input: { file_path: '/srv/app/a.ts' } },
} as const;
const allowsEdits = { routes: [{ name: 'safe', when: { kind: 'permission' }, decide: [{ allow: ['Edit(**)'] }, claw(), 'people'] }] };
const failing = { realPath: () => Promise.reject(new Error('the disk is on fire')) };

/** Errors are expected here; the harness fails a test that leaves any. */
const expectErrors = (at: ReturnType<typeof setUp>) => expect(at.errors.splice(0).length).toBeGreaterThan(0);

/** A journal of which these methods are replaced. */
const journalWith = (journal: Journal, over: Partial<Journal>): Journal =>
  new Proxy(journal, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in over ? over : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

function failingRule(options: Options = {}) {
  const desk = fake();
  const at = setUp({ desk: command }, { desk }, { routing: allowsEdits, agents: [fakeAgent('claw', never)], files: failing, ...options });
  return { at, desk };
}

describe('a rule that throws', () => {
  it('leaves the ask to people, which is recorded, told and shown', async () => {
    const { at, desk } = failingRule();
    await at.ask(permission);
    expect(await at.considered()).toMatchObject([
      { step: 0, answerer: { kind: 'rule' }, outcome: 'failed', reason: 'auto-answer failed, so people decide: the disk is on fire' },
      { step: 2, answerer: { kind: 'people' }, outcome: 'asked' },
    ]);
    expect((await at.now()).route?.waitingFor).toMatchObject({ kind: 'people' });
    expect(desk.sent).toHaveLength(1);
    expect([...at.autoAnswer.failures()]).toEqual([[ID, 'auto-answer failed, so people decide: the disk is on fire']]);
    expectErrors(at);
  });

  it('is forgotten when the ask is decided', async () => {
    const { at } = failingRule();
    await at.ask(permission);
    expect(await decide(at, ID, 1)).toMatchObject({ kind: 'won' });
    await turns();
    expect(at.autoAnswer.failures().size).toBe(0);
    expectErrors(at);
  });

  it('is still shown after a restart, and nobody is told twice', async () => {
    const journal = openSqliteJournal(':memory:');
    const { at, desk } = failingRule({ journal });
    await at.ask(permission);
    await at.stopAll();
    expectErrors(at);
    const again = failingRule({ journal });
    await again.at.resume();
    await again.at.notifications.resume();
    await turns();
    expect([...again.at.autoAnswer.failures().keys()]).toEqual([ID]);
    expect(await again.at.story()).toEqual(['desk ask sent']);
    expect([desk.sent.length, again.desk.sent.length]).toEqual([1, 0]);
    await again.at.stopAll();
    await journal.close();
  });

  it('that nobody could be told of before the restart is told after it', async () => {
    const journal = openSqliteJournal(':memory:');
    const silent = setUp({}, {}, { routing: allowsEdits, files: failing, agents: [fakeAgent('claw', never)], journal });
    await silent.ask(permission);
    await silent.stopAll();
    expectErrors(silent);
    const { at, desk } = failingRule({ journal });
    await at.resume();
    await at.notifications.resume();
    await turns();
    expect(desk.sent).toHaveLength(1);
    await at.stopAll();
    await journal.close();
  });
});

describe('a route that cannot be computed', () => {
  it("because of a project's files leaves the ask to people, and says why", async () => {
    const desk = fake();
    const files = { projectFiles: () => Promise.reject(new RangeError('Maximum call stack size exceeded')) };
    const at = setUp({ desk: command }, { desk }, { routing: route(claw()), agents: [fakeAgent('claw', never)], files });
    await at.ask();
    expect(await at.considered()).toMatchObject([{ step: 0, answerer: { kind: 'people' }, outcome: 'asked' }]);
    expect(desk.sent).toHaveLength(1);
    expect(at.problems).toEqual(expect.arrayContaining([expect.stringContaining('cannot be applied: Maximum call stack size exceeded')]));
  });

  it('for any other reason leaves the ask to people, before and after a restart', async () => {
    const real = openSqliteJournal(':memory:');
    const journal = journalWith(real, { session: () => Promise.reject(new Error('no session today')) });
    for (const restart of [false, true]) {
      const desk = fake();
      const at = setUp({ desk: command }, { desk }, { routing: route(claw()), agents: [fakeAgent('claw', never)], journal });
      if (restart) await at.resume();
      else await at.ask();
      await turns();
      expect(desk.sent).toHaveLength(restart ? 0 : 1);
      expect(await at.considered()).toMatchObject([
        { route: '(unknown)', outcome: 'failed', reason: expect.stringContaining('no session today') },
        { route: '(unknown)', answerer: { kind: 'people' }, outcome: 'asked' },
      ]);
      expect([...at.autoAnswer.failures().keys()]).toEqual([ID]);
      await at.stopAll();
      expectErrors(at);
    }
    const healthy = setUp({}, {}, { routing: route(claw()), agents: [fakeAgent('claw', never)], journal: real });
    await healthy.resume();
    expect((await healthy.now()).route?.waitingFor).toMatchObject({ name: 'claw' });
    expect(healthy.autoAnswer.failures().size).toBe(0);
    await healthy.stopAll();
    await real.close();
  });
});

it('a failure that cannot be stored is stored as soon as the journal works again', async () => {
  const real = openSqliteJournal(':memory:');
  let works = true;
  const append: Journal['append'] = (...entry) => (works ? real.append(...entry) : Promise.reject(new Error('disk full')));
  const { at, desk } = failingRule({ journal: journalWith(real, { append }) });
  works = false;
  await at.ask(permission);
  expect(await at.considered()).toEqual([]);
  expect([...at.autoAnswer.failures().keys()]).toEqual([ID]);
  works = true;
  await at.pass(10_000);
  expect(await at.story()).toEqual(['desk ask sent']);
  expect(await at.considered()).toMatchObject([{ outcome: 'failed' }, { outcome: 'asked' }]);
  expect(desk.sent).toHaveLength(1);
  expectErrors(at);
  await at.stopAll();
  await real.close();
});

it('a pause of everything does not bring a failed ask back', async () => {
  const { at } = failingRule();
  await at.ask(permission);
  await at.pauses.pause({ kind: 'all' }, ada);
  await at.pauses.lift(undefined, ada);
  await turns();
  expect((await at.considered()).map(({ outcome }) => outcome)).toEqual(['failed', 'asked']);
  expectErrors(at);
});
