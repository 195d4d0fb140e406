// What people are told besides asks: agents that died; and what a notifier learns that was added or changed.
import { describe, expect, it, onTestFinished } from 'vitest';
import { ada, turns } from '../../test/support/auto-answer-harness.ts';
import { command, decide, fake, many, setUp } from '../../test/support/notify-harness.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';

describe('an agent that died', () => {
  const session = { id: 's9', program: 'claude-code', project: "/srv/ada's shop", startedAt: 1, seenAt: 1 };
  const dies = async (at: ReturnType<typeof setUp>, over: object = {}) => {
    await at.journal.see({ ...session, ...over }, 'agent');
    await at.journal.endSession({ ...session, ...over }.id, at.clock.now(), 'the agent is gone', 'agent', true);
    await turns();
  };
  const wanted = { ...command, about: 'died' };

  it('is told if wanted, with how to resume it, and withdrawn when it runs again', async () => {
    const [desk, other] = [fake(), fake()];
    const at = setUp({ desk: wanted, other: command }, { desk, other });
    await dies(at);
    const resume = "cd '/srv/ada'\\''s shop' && claude --resume s9";
    expect(desk.sent).toMatchObject([
      { about: 'died', title: "Agent died: ada's shop", open: resume, asks: [], sessions: [{ id: 's9', program: 'claude-code', resume }] },
    ]);
    expect(other.sent).toEqual([]);
    expect((await at.journal.session('s9'))?.notified).toMatchObject([{ by: 'desk', about: 'died', step: 'sent', reference: 'r' }]);
    await at.journal.see({ ...session, seenAt: 9 }, 'agent');
    await turns();
    expect(desk.withdrawn).toMatchObject([{ reference: 'r', outcome: 'it is running again' }]);
    await dies(at);
    expect(desk.sent).toHaveLength(2);
  });

  it('is not told of an agent that ended properly, nor against when, unless and mutes', async () => {
    const desk = fake();
    const at = setUp({ desk: { ...wanted, when: { project: 'shop', kind: 'permission' }, unless: { session: 'test*' } } }, { desk });
    await at.journal.see({ ...session, project: '/srv/shop' }, 'agent');
    await at.journal.endSession('s9', 5, 'the session ended', 'agent');
    await dies(at, { id: 's1', project: '/srv/other' });
    await dies(at, { id: 'test-1', project: '/srv/shop' });
    await turns();
    expect(desk.sent).toEqual([]);
    await at.pauses.mutes.mute({ kind: 'session', session: 's2' }, ada, at.clock.now() + 60_000);
    await dies(at, { id: 's2', project: '/srv/shop' });
    expect(desk.sent).toEqual([]);
    await at.pass(60_000);
    expect(desk.sent).toHaveLength(1);
  });

  it('shows no more than it may, and no command for a folder that is not shown as it is', async () => {
    const [nothing, full] = [fake(), fake()];
    const at = setUp({ nothing: { ...wanted, show: 'nothing' }, full: wanted }, { nothing, full });
    await dies(at, { project: '/srv/shop\u202e; reboot' });
    expect(nothing.sent).toMatchObject([{ title: 'Agent died', body: '', open: 'answerback sessions --all', sessions: [{ id: 's9' }] }]);
    expect(JSON.stringify(nothing.sent)).not.toMatch(/shop|claude/);
    expect(full.sent).toMatchObject([{ open: 'answerback sessions --all' }]);
    expect(full.sent[0]?.sessions?.[0]).not.toHaveProperty('resume');
  });

  it('is told after a restart, once; and together with asks in one digest', async () => {
    const journal = openSqliteJournal(':memory:');
    onTestFinished(() => journal.close());
    const first = setUp({}, {}, { journal });
    const ids = ['s2', 's3', 's4', 's5', 's6'];
    for (const id of ids) await dies(first, { id });
    await many(first, 2);
    await first.stopAll();
    const desk = fake();
    const about = { ...command, about: ['asks', 'died'] };
    const second = setUp({ desk: about }, { desk }, { journal });
    await second.notifications.resume();
    await turns();
    await second.pass(600);
    await turns();
    expect(desk.sent.at(-1)).toMatchObject({ about: 'digest', title: expect.stringMatching(/^\d asks? waits? for you, \d agents died$/) });
    expect(desk.sent.flatMap(({ sessions = [] }) => sessions.map(({ id }) => id)).sort()).toEqual(ids);
    expect(desk.sent.flatMap(({ asks }) => asks)).toHaveLength(2);
    await second.stopAll();
    const third = fake();
    const last = setUp({ desk: about }, { desk: third }, { journal });
    await last.notifications.resume();
    await last.pass(60_000);
    expect(third.sent).toEqual([]);
  });
});

describe('a notifier that was added or changed', () => {
  it('learns of what waits already, and nothing is told twice', async () => {
    const [desk, phone] = [fake(), fake()];
    const at = setUp({ desk: { ...command, when: { project: 'other' } } }, { desk, phone });
    await at.ask();
    await at.configure({ desk: { ...command, when: { project: 'other' } }, phone: command });
    expect([desk.sent.length, phone.sent.length]).toEqual([0, 1]);
    await at.configure({ desk: command, phone: command });
    expect([desk.sent.length, phone.sent.length]).toEqual([1, 1]);
    await decide(at, 'aaaaaaaaaaaa', 1);
    await turns();
    expect([desk.withdrawn.length, phone.withdrawn.length]).toEqual([1, 1]);
  });

  it('that is not there any more has its messages marked as withdrawn, with why', async () => {
    const desk = fake();
    const at = setUp({ desk: command }, { desk });
    await at.ask();
    await at.configure({});
    await decide(at, 'aaaaaaaaaaaa', 1);
    await turns();
    expect(await at.story()).toEqual(['desk ask withdrawn']);
  });
});
