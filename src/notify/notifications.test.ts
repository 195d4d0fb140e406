// Who is told of which ask, when and how often.
import { describe, expect, it, onTestFinished } from 'vitest';
import { ada, chooses, claw, fakeAgent, named, never, route, turns, yesNo } from '../../test/support/auto-answer-harness.ts';
import { command, decide, fake, many, setUp } from '../../test/support/notify-harness.ts';
import { aQuestion } from '../../test/support/samples.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import type { Message, Sent } from './notifier.ts';

describe('an ask that waits for people', () => {
  it('is told at once, and the journal says that it was planned and sent', async () => {
    const desk = fake();
    const at = setUp({ desk: command }, { desk });
    await at.ask();
    expect(desk.sent).toMatchObject([
      {
        about: 'ask',
        title: 'Decision needed: app',
        body: 'Which database should we use?\n1. Postgres\n2. SQLite\n3. Files',
        open: 'answerback answer aaaaaaaaaaaa',
        choices: [{ number: 1, label: 'Postgres' }, { number: 2 }, { number: 3 }],
      },
    ]);
    expect(await at.steps()).toEqual(['desk planned', 'desk sent']);
    expect((await at.now()).notified).toMatchObject([{ by: 'desk', step: 'sent', reference: 'r', attempts: 1 }]);
  });

  it('is withdrawn when it is decided, with who and what', async () => {
    const desk = fake();
    const at = setUp({ desk: command }, { desk });
    await at.ask();
    await decide(at, 'aaaaaaaaaaaa', 2);
    await turns();
    expect(desk.withdrawn).toMatchObject([{ reference: 'r', outcome: 'answered by ada: SQLite' }]);
    expect(await at.steps()).toEqual(['desk planned', 'desk sent', 'desk withdrawn']);
  });

  it('is not told while an agent decides, and is told when the agent’s time is over', async () => {
    const desk = fake();
    const at = setUp({ desk: command }, { desk }, { routing: route(claw('2m')), agents: [fakeAgent('claw', never)] });
    await at.ask();
    expect(desk.sent).toEqual([]);
    await at.pass(120_000);
    expect(desk.sent).toHaveLength(1);
  });

  it('is not told if an agent has decided it', async () => {
    const desk = fake();
    const at = setUp({ desk: command }, { desk }, { routing: route(claw('2m')), agents: [fakeAgent('claw', () => chooses(2))] });
    await at.ask();
    expect((await at.now()).state).toBe('answered');
    expect(desk.sent).toEqual([]);
  });

  it('is told while an agent decides, if the route says so, but not before a rule has passed', async () => {
    const [desk, phone] = [fake(), fake()];
    const routing = named({ rule: 'affirm' }, claw('10m'));
    const at = setUp(
      { desk: command, phone: { ...command, after: '3m' } },
      { desk, phone },
      { routing: { ...routing, routes: [{ ...routing.routes[0], notify: 'at-once' }] }, agents: [fakeAgent('claw', never)] },
    );
    await at.ask({ questions: [yesNo] });
    expect((await at.now()).decision?.by).toMatchObject({ kind: 'rule' });
    expect(desk.sent).toEqual([]);
    await at.ask({ id: 'bbbbbbbbbbbb', toolUseId: 't2' });
    expect((await at.now('bbbbbbbbbbbb')).route?.waitingFor).toMatchObject({ name: 'claw' });
    expect(desk.sent).toHaveLength(1);
    await at.pass(180_000);
    expect(phone.sent).toHaveLength(1);
    await at.pass(420_000);
    expect((await at.now('bbbbbbbbbbbb')).route?.waitingFor).toMatchObject({ kind: 'people' });
    expect([desk.sent.length, phone.sent.length]).toEqual([1, 1]);
  });

  it('is told if auto-answer is paused', async () => {
    const desk = fake();
    const at = setUp({ desk: command }, { desk }, { routing: route(claw('2m')), agents: [fakeAgent('claw', never)] });
    await at.ask();
    await at.pauses.pause({ kind: 'all' }, ada);
    await turns();
    expect(desk.sent).toHaveLength(1);
  });
});

describe('conditions', () => {
  const told = async (notify: object, over: object) => {
    const desk = fake();
    const at = setUp({ desk: { ...command, ...notify } }, { desk });
    await at.ask(over);
    return desk.sent.length === 1;
  };

  it('are those of routes: project, kind, category and so on', async () => {
    expect(await told({ when: { project: 'shop' } }, {})).toBe(false);
    expect(await told({ when: { project: 'app' } }, {})).toBe(true);
    expect(await told({ when: { kind: 'permission' } }, {})).toBe(false);
    expect(await told({ unless: { text: 'database' } }, {})).toBe(false);
    expect(await told({ when: { session: 's1' } }, {})).toBe(true);
  });

  it('an agent that finished its turn is told only if wanted', async () => {
    const idle = {
      kind: 'idle',
      questions: [aQuestion({ text: 'What next?', options: [] })],
      detail: { kind: 'idle', lastMessage: 'All done.' },
    };
    expect(await told({}, idle)).toBe(false);
    expect(await told({ about: ['asks', 'finished'] }, idle)).toBe(true);
  });

  it('escalates: a second notifier is told only if nobody has decided for ten minutes', async () => {
    const [desk, phone] = [fake(), fake()];
    const at = setUp({ desk: command, phone: { ...command, after: '10m' } }, { desk, phone });
    await at.ask();
    await at.pass(599_000);
    expect([desk.sent.length, phone.sent.length]).toEqual([1, 0]);
    await at.pass(1_000);
    expect(phone.sent).toHaveLength(1);
  });

  it('waits until no person was active for as long as configured', async () => {
    const desk = fake();
    let active = 5_000;
    const at = setUp({ desk: { ...command, away: '2m' } }, { desk }, { active: () => active });
    await at.ask();
    active = 20_000;
    await at.pass(115_000);
    expect(desk.sent).toHaveLength(0);
    await at.pass(15_000);
    expect(desk.sent).toHaveLength(1);
  });

  it('waits until quiet hours are over', async () => {
    const desk = fake();
    const at = setUp({ desk: { ...command, quiet: '22:00-07:00' } }, { desk }, { start: 23 * 3_600_000 });
    await at.ask();
    await at.pass(8 * 3_600_000 - 60_000);
    expect(desk.sent).toHaveLength(0);
    await at.pass(60_000);
    expect(desk.sent).toHaveLength(1);
  });

  it('a muted session is told about when the mute is over, or ended', async () => {
    const desk = fake();
    const at = setUp({ desk: command }, { desk });
    await at.pauses.mutes.mute({ kind: 'session', session: 's1' }, ada, at.clock.now() + 3_600_000);
    expect(at.pauses.list()).toEqual([]);
    await at.ask();
    await at.ask({ id: 'bbbbbbbbbbbb', toolUseId: 't2', session: 's2' });
    expect(desk.sent).toHaveLength(1);
    await at.pauses.mutes.lift(undefined, ada);
    await turns();
    expect(desk.sent).toHaveLength(2);
  });

  it('shows only as much as configured', async () => {
    const shown = async (show: string) => {
      const desk = fake();
      const at = setUp({ desk: { ...command, show } }, { desk });
      await at.ask({ questions: [yesNo] });
      return JSON.stringify(desk.sent[0]);
    };
    expect(await shown('header')).toContain('"body":"Go on"');
    expect(await shown('header')).not.toContain('Shall I');
    const nothing = await shown('nothing');
    for (const text of ['Shall I', 'Go on', 'app', 'tester']) expect(nothing).not.toContain(text);
  });
});

describe('a decision that did not arrive', () => {
  it('is told if wanted, and withdrawn when it is delivered after all', async () => {
    const desk = fake();
    const at = setUp({ desk: { ...command, about: 'undelivered' } }, { desk });
    await at.ask();
    await decide(at, 'aaaaaaaaaaaa', 2);
    const { version } = await at.now();
    const add = (v: number, happening: object) =>
      at.journal.append('aaaaaaaaaaaa', v, [{ at: 1, actor: 'test', happening: happening as never }]);
    await add(version, { kind: 'delivering', way: 'keys' });
    await add(version + 1, { kind: 'delivery-failed', way: 'keys', reason: 'the pane is gone' });
    await turns();
    expect(desk.sent).toMatchObject([{ about: 'undelivered', body: expect.stringContaining('Why: the pane is gone') }]);
    await add((await at.now()).version, { kind: 'delivered', way: 'keys' });
    await turns();
    expect(desk.withdrawn).toHaveLength(1);
  });
});

describe('sending', () => {
  const downThenBusy = () => {
    const replies: Sent[] = [
      { kind: 'failed', reason: 'down', again: true },
      { kind: 'failed', reason: 'busy', again: true, afterMs: 60_000 },
      { kind: 'sent' },
    ];
    return fake((_, attempt) => replies[attempt - 1] as Sent);
  };

  it('tries again, later each time, and not before the service allows it', async () => {
    const phone = downThenBusy();
    const at = setUp({ phone: command }, { phone });
    await at.ask();
    expect(at.notifications.state('phone')).toMatchObject({ waiting: 1, problem: 'down' });
    await at.pass(2_000);
    expect(phone.sent).toHaveLength(2);
    await at.pass(59_000);
    expect(phone.sent).toHaveLength(2);
    await at.pass(1_000);
    expect(phone.sent).toHaveLength(3);
    expect(new Set(phone.sent.map(({ key }) => key)).size).toBe(1);
    expect((await at.now()).notified).toMatchObject([{ step: 'sent', attempts: 3 }]);
    expect(at.notifications.state('phone')).toEqual({ waiting: 0, sentAt: at.clock.now() });
  });

  it('tries at once when the service is back, but not before the service allows it', async () => {
    const phone = downThenBusy();
    const at = setUp({ phone: command }, { phone });
    await at.ask();
    at.notifications.wake('phone');
    await turns();
    expect(phone.sent).toHaveLength(2);
    at.notifications.wake('phone');
    await turns();
    expect(phone.sent).toHaveLength(2);
    await at.pass(60_000);
    expect(phone.sent).toHaveLength(3);
  });

  it('an attempt that was under way when the service came back, and fails, is not followed by a long pause', async () => {
    const down: Sent = { kind: 'failed', reason: 'down', again: true };
    let end: (sent: Sent) => void = () => {};
    const hanging = new Promise<Sent>((resolve) => {
      end = resolve;
    });
    const phone = fake((_, attempt) => (attempt < 9 ? down : attempt === 9 ? hanging : { kind: 'sent' }));
    const at = setUp({ phone: command }, { phone });
    await at.ask();
    for (let i = 0; i < 8; i += 1) await at.pass(at.clock.next() - at.clock.now());
    expect(phone.sent).toHaveLength(9);
    at.notifications.wake('phone');
    end(down);
    await turns();
    await at.pass(2_000);
    expect(phone.sent).toHaveLength(10);
  });

  it.each([0, 0.5, 1])('waits twice as long after each failure, up to five minutes, with jitter (%f)', async (random) => {
    const times: number[] = [];
    const phone = fake(() => {
      times.push(at.clock.now());
      return { kind: 'failed', reason: 'down', again: true };
    });
    const at = setUp({ phone: command }, { phone }, { random });
    await at.ask();
    for (let i = 0; i < 9; i += 1) await at.pass(at.clock.next() - at.clock.now());
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300].map((seconds) => seconds * 1_000 * (0.5 + random / 2)));
  });

  it('sends three messages within ten seconds, and the next when those are over', async () => {
    const phone = fake();
    const at = setUp({ phone: command }, { phone });
    for (let i = 0; i < 5; i += 1) {
      await many(at, 1, i);
      await at.pass(1_000);
    }
    expect(phone.sent.map(({ about }) => about)).toEqual(['ask', 'ask', 'ask']);
    await at.pass(5_000);
    expect(phone.sent).toHaveLength(4);
  });

  it('withdraws again later, and not before the service allows it', async () => {
    const replies: Sent[] = [{ kind: 'failed', reason: 'busy', again: true, afterMs: 60_000 }, { kind: 'sent' }];
    const withdrawn: number[] = [];
    const phone = {
      ...fake(),
      withdraw: async () => {
        withdrawn.push(at.clock.now());
        return replies.shift() as Sent;
      },
    };
    const at = setUp({ phone: command }, { phone });
    await at.ask();
    await decide(at, 'aaaaaaaaaaaa', 2);
    await turns();
    await at.pass(59_000);
    expect(withdrawn).toHaveLength(1);
    await at.pass(1_000);
    expect(withdrawn).toHaveLength(2);
    expect(await at.story()).toEqual(['phone ask withdrawn']);
  });

  it('gives up at once if another attempt cannot help, and says why', async () => {
    const phone = fake(() => ({ kind: 'failed', reason: 'the token is wrong', again: false }));
    const at = setUp({ phone: command }, { phone });
    await at.ask();
    await at.pass(3_600_000);
    expect(phone.sent).toHaveLength(1);
    expect((await at.now()).notified).toMatchObject([{ step: 'failed', reason: 'the token is wrong' }]);
  });

  it('a notifier that never returns or throws delays neither an ask nor another notifier', async () => {
    const [dead, broken, desk] = [
      fake(() => new Promise<Sent>(() => {})),
      fake(() => {
        throw new Error('oops');
      }),
      fake(),
    ];
    const at = setUp({ dead: command, broken: command, desk: command }, { dead, broken, desk });
    await at.ask();
    expect(desk.sent).toHaveLength(1);
    await decide(at, 'aaaaaaaaaaaa', 2);
    expect((await at.now()).state).toBe('answered');
    await turns();
    expect(await at.story()).toEqual(expect.arrayContaining(['broken ask failed', 'desk ask withdrawn', 'dead ask planned']));
    await at.pass(30_000);
    await at.pass(2_000);
    expect(await at.story()).toContain('dead ask withdrawn');
  });

  it('many at once are one message and one digest', async () => {
    const desk = fake();
    const at = setUp({ desk: command }, { desk });
    await Promise.all([many(at, 50), many(at, 50, 50)]);
    await at.pass(500);
    await expect.poll(() => desk.sent.flatMap(({ asks }) => asks).length).toBe(100);
    expect(desk.sent.map(({ about }) => about)).toEqual(['ask', 'digest']);
    expect(desk.sent[1]).toMatchObject({ title: '99 asks wait for you', open: 'answerback inbox' });
  });

  it('a digest is withdrawn with its last ask', async () => {
    const desk = fake();
    const at = setUp({ desk: command }, { desk });
    await many(at, 20);
    await at.pass(10_000);
    await expect.poll(async () => (await at.now('ask000000019')).notified?.[0]?.step).toBe('sent');
    const digest = desk.sent.at(-1) as Message;
    const [last, ...others] = digest.asks.map(({ id }) => id);
    for (const id of others) await decide(at, id, 1);
    await turns();
    expect(desk.withdrawn).toEqual([]);
    await decide(at, last as string, 1);
    await turns();
    expect(desk.withdrawn).toMatchObject([{ key: digest.key }]);
  });
});

describe('after a restart', () => {
  it('sends what was planned and not marked as sent, and nothing else', async () => {
    const journal = openSqliteJournal(':memory:');
    onTestFinished(() => journal.close());
    const dead = fake(() => new Promise<Sent>(() => {}));
    const first = setUp({ desk: command }, { desk: dead }, { journal });
    await first.ask();
    await first.stopAll();
    expect(await first.story()).toEqual(['desk ask planned']);
    const desk = fake();
    const second = setUp({ desk: command }, { desk }, { journal });
    await second.resume();
    await second.notifications.resume();
    await turns();
    expect(desk.sent.map(({ key }) => key)).toEqual(dead.sent.map(({ key }) => key));
    await second.stopAll();
    const third = fake();
    const last = setUp({ desk: command }, { desk: third }, { journal });
    await last.notifications.resume();
    await turns();
    expect(third.sent).toEqual([]);
  });

  it('withdraws the message of an ask that was decided just before', async () => {
    const journal = openSqliteJournal(':memory:');
    onTestFinished(() => journal.close());
    const first = setUp({ desk: command }, { desk: fake() }, { journal });
    await first.ask();
    await first.notifications.stop();
    await decide(first, 'aaaaaaaaaaaa', 2);
    const desk = fake();
    const second = setUp({ desk: command }, { desk }, { journal });
    await second.notifications.resume();
    await turns();
    expect(desk.withdrawn).toHaveLength(1);
  });
});
