// Asks in conversations: one message at a time, each with its whole time, across /clear, and news in the same conversation.
import { describe, expect, it } from 'vitest';
import { ada, type Bench, benches, chooses, claw, fakeAgent, never, route, turns } from '../../../test/support/auto-answer-harness.ts';
import { answers } from '../../../test/support/samples.ts';
import { openSqliteJournal } from '../../journal/sqlite/journal.ts';
import type { Outcome } from './answering-agent.ts';

const set = benches(() => openSqliteJournal(':memory:'));
const settings = (session?: string) => ({ answerers: { claw: { kind: 'openclaw', ...(session === undefined ? {} : { session }) } } });
const conversing = (session?: string, within = '1m') => ({ ...route(claw(within)), ...settings(session) });
const see = (at: Bench, id: string, more: object = {}) =>
  at.broker.see({ id, program: 'tester', project: '/srv/app', ...more } as Parameters<Bench['broker']['see']>[0]);

function slow() {
  const finish: (() => void)[] = [];
  const agent = fakeAgent('claw', () => new Promise<Outcome>((resolve) => finish.push(() => resolve(chooses(1)))));
  return {
    agent,
    finish: async () => {
      finish.shift()?.();
      await turns();
    },
  };
}

describe('asks of one conversation', () => {
  it('are decided one after the other, in order, each with its whole time', async () => {
    const { agent, finish } = slow();
    const at = set(conversing(), [agent]);
    for (const id of ['first', 'second', 'third']) await at.ask({ id, toolUseId: id });
    expect(agent.asked.map(({ ask }) => ask.id)).toEqual(['first']);
    expect(await at.story('second')).toEqual([]);
    await at.pass(50_000);
    await finish();
    expect(agent.asked.map(({ ask }) => ask.id)).toEqual(['first', 'second']);
    expect((await at.now('second')).route?.until).toBe(60_000 + 60_000);
    await at.pass(60_000);
    expect(await at.story('second')).toEqual(['claw asked', 'claw timed-out', 'people asked']);
    expect(agent.asked.map(({ ask }) => ask.id)).toEqual(['first', 'second', 'third']);
    // What was decided meanwhile is in the brief.
    expect(agent.asked[2]?.brief).toContain('| you decided: Which database should we use? → Postgres (it fits)');
    expect(new Set(agent.asked.map(({ conversation }) => conversation?.key)).size).toBe(1);
  });

  it('that wait are left alone when a person decides them, or when auto-answer is paused', async () => {
    const { agent, finish } = slow();
    const at = set(conversing(), [agent]);
    for (const id of ['first', 'second', 'third']) await at.ask({ id, toolUseId: id });
    await at.broker.decide(await at.now('second'), answers(1), { by: ada, key: 'k' });
    await at.pauses.pause({ kind: 'all' }, ada);
    await turns();
    await finish();
    expect(agent.asked.map(({ ask }) => ask.id)).toEqual(['first']);
    await at.pauses.lift(undefined, ada);
    await turns();
    expect(agent.asked).toHaveLength(2);
    expect(agent.asked.map(({ ask }) => ask.id)).not.toContain('second');
    expect(at.autoAnswer.size()).toBe(2);
  });

  it('keep their order after a restart', async () => {
    const at = set(conversing(), [fakeAgent('claw', never)]);
    for (const id of ['first', 'second', 'third']) {
      await at.ask({ id, toolUseId: id });
      await at.pass(1_000);
    }
    await at.stop();
    const { agent, finish } = slow();
    const next = set(conversing(), [agent], { journal: at.journal, clock: at.clock });
    await next.resume();
    await finish();
    await finish();
    expect(agent.asked.map(({ ask }) => ask.id)).toEqual(['first', 'second', 'third']);
  });

  it('do not wait for those of another one', async () => {
    const agent = fakeAgent('claw', never);
    const at = set(conversing(), [agent]);
    for (const id of ['one', 'two']) await at.ask({ id, toolUseId: id, session: id });
    expect(agent.asked).toHaveLength(2);
  });
});

describe('the conversation', () => {
  const keysOf = async (at: Bench, ...sessions: string[]) => {
    const keys = await Promise.all(
      sessions.map(async (session, i) => {
        const view = await at.ask({ id: `ask${i}`, toolUseId: `t${i}`, session });
        return (await at.judge.conversation(view, 'claw'))?.key;
      }),
    );
    return new Set(keys).size;
  };

  it('goes on after /clear, when the asking session has a new id', async () => {
    const at = set(conversing(), [fakeAgent('claw', never)]);
    await see(at, 's1');
    await see(at, 's2', { continues: 's1' });
    await see(at, 's3', { continues: 's2' });
    expect(await keysOf(at, 's1', 's2', 's3', 'other')).toBe(2);
  });

  it('is that of the project, or of the tmux session, if the settings say so', async () => {
    const project = set(conversing('project'), [fakeAgent('claw', never)]);
    expect(await keysOf(project, 's1', 's2')).toBe(1);
    const named = set(conversing('{name}'), [fakeAgent('claw', never)]);
    for (const id of ['s1', 's2']) await see(named, id, { name: 'warden-1' });
    expect(await keysOf(named, 's1', 's2', 's3')).toBe(2);
  });

  it('is where news arrive, when nothing else is said there', async () => {
    const { agent, finish } = slow();
    const at = set(conversing(), [agent]);
    await at.ask({ id: 'first', toolUseId: 'first' });
    await finish();
    await at.ask({ id: 'second', toolUseId: 'second' });
    await at.toolCalls.received('first', {
      outcome: 'answers',
      answers: [{ chosen: ['Files'], numbers: [3], question: '', skipped: false }],
    } as never);
    await turns();
    expect(agent.told).toEqual([]);
    await finish();
    expect(agent.told).toHaveLength(1);
    expect(agent.toldIn[0]?.key).toBe(agent.asked[0]?.conversation?.key);
  });

  it('does not exist for a command that cannot continue one', async () => {
    const agent = fakeAgent('claw', never);
    const at = set(route(claw()), [agent]);
    for (const id of ['one', 'two']) await at.ask({ id, toolUseId: id });
    expect(agent.asked.map(({ conversation }) => conversation)).toEqual([undefined, undefined]);
  });
});
