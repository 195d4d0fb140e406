// How far an answering agent may drive a session without a person: by tokens, and counted right after old asks were removed.
import { describe, expect, it } from 'vitest';
import { ada, type Bench, benches, claw, fakeAgent, SURE } from '../../../test/support/auto-answer-harness.ts';
import { answers, aQuestion } from '../../../test/support/samples.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import { openSqliteJournal } from '../../journal/sqlite/journal.ts';
import type { Outcome } from '../answerers/answering-agent.ts';

const set = benches(() => openSqliteJournal(':memory:'));
const idle: Partial<Ask> = { kind: 'idle', questions: [aQuestion({ text: 'What next?', options: [] })] };
const goOn = (tokens: number): Outcome => ({
  kind: 'replied',
  reply: { kind: 'answers', answers: [{ words: 'go on' }], ...SURE },
  effort: { via: 'fake', inputTokens: tokens, outputTokens: tokens },
});
const driving = (more: object) => ({
  routes: [{ name: 'drive', when: { kind: 'idle' }, decide: [{ ...claw(), prompts: 'any' }] }],
  ...more,
});

async function seen(at: Bench, id: string, continues?: string): Promise<void> {
  const now = at.clock.now();
  await at.journal.see({ id, program: 'p', project: '/p', startedAt: now, seenAt: now, ...(continues ? { continues } : {}) }, 'a');
}
async function ended(at: Bench, n: number, session = 's1') {
  await at.pass(1_000);
  return at.ask({ ...idle, id: `idle0000000${n}`, toolUseId: `t${n}`, session });
}
const uses = (at: Bench, tokens: number, session = 's1') =>
  at.used.set(session, [...(at.used.get(session) ?? []), { at: at.clock.now(), tokens }]);

describe('most-tokens', () => {
  it('leaves the session to people when it and its answerers have used so many since the first prompt', async () => {
    const at = set(driving({ 'most-tokens': '1k' }), [fakeAgent('claw', () => goOn(50))]);
    await seen(at, 's1');
    uses(at, 5_000);
    expect((await ended(at, 1)).state).toBe('answered');
    uses(at, 400);
    expect((await ended(at, 2)).state).toBe('answered');
    expect(await at.autoAnswer.prompting('s1')).toMatchObject({ prompts: 2, tokens: 600, mostTokens: 1_000 });
    uses(at, 400);
    const third = await ended(at, 3);
    expect(third).toMatchObject({ state: 'open', route: { waitingFor: { kind: 'people' } } });
    expect((await at.considered(third.id))[0]).toMatchObject({
      outcome: 'skipped',
      reason: 'auto-answer has let this session use 1000 tokens, of at most 1000; a person should look before the next',
    });
    await at.broker.decide(third, answers({ words: 'go on' }), { by: ada, key: 'k' });
    expect((await ended(at, 4)).state).toBe('answered');
  });

  it('goes on counting when the agent continues under another id, and begins again after a person', async () => {
    const at = set(driving({ 'most-tokens': 1_000 }), [fakeAgent('claw', () => goOn(0))]);
    await seen(at, 's1');
    await ended(at, 1);
    uses(at, 700);
    await at.journal.endSession('s1', at.clock.now(), 'it continues', 'a');
    await seen(at, 's2', 's1');
    expect((await ended(at, 2, 's2')).state).toBe('answered');
    uses(at, 300, 's2');
    expect(await at.autoAnswer.prompting('s2')).toMatchObject({ prompts: 2, tokens: 1_000 });
    const third = await ended(at, 3, 's2');
    expect(third.state).toBe('open');
    await at.broker.decide(third, answers({ words: 'well done' }), { by: ada, key: 'k' });
    expect(await at.autoAnswer.prompting('s2')).toMatchObject({ prompts: 0 });
    expect((await ended(at, 4, 's2')).state).toBe('answered');
  });

  it('does nothing if nobody counts the tokens of the agent', async () => {
    const at = set(driving({ 'most-tokens': 10 }), [fakeAgent('claw', () => goOn(500))]);
    await seen(at, 's1');
    for (const n of [1, 2, 3]) expect((await ended(at, n)).state).toBe('answered');
    const { prompts, tokens } = await at.autoAnswer.prompting('s1');
    expect([prompts, tokens]).toEqual([3, undefined]);
  });
});

it('what the limits are counted from stays in the journal as long as the session runs, also across /clear', async () => {
  const at = set(driving({ 'most-prompts': 3 }), [fakeAgent('claw', () => goOn(1))]);
  await seen(at, 's1');
  const before = await ended(at, 1);
  await at.broker.overrule(before.id, { by: ada, message: 'no', key: 'k' });
  await ended(at, 2);
  await at.journal.endSession('s1', at.clock.now(), 'it continues', 'a');
  await seen(at, 's2', 's1');
  await ended(at, 3, 's2');
  const stored = async () => (await at.journal.list({}, { limit: 10 })).items.map(({ id }) => id);
  for (const { id, version } of (await at.journal.list({}, { limit: 10 })).items)
    await at.journal.append(id, version, [
      { at: at.clock.now(), actor: 'a', happening: { kind: 'delivered', way: 'x' } },
      {
        at: at.clock.now(),
        actor: 'a',
        happening: { kind: 'receipt', receipt: { verdict: 'verified', evidence: 'x', at: 1, differences: [] } },
      },
    ]);
  await at.journal.forget(Number.MAX_SAFE_INTEGER, 100, await at.autoAnswer.counted());
  expect(await stored()).toEqual(['idle00000003', 'idle00000002', 'idle00000001']);
  expect(await at.autoAnswer.prompting('s2')).toMatchObject({ prompts: 2 });
  expect((await ended(at, 4, 's2')).state).toBe('answered');
  expect((await ended(at, 5, 's2')).state).toBe('open');
  await at.journal.endSession('s2', at.clock.now(), 'gone', 'a');
  await at.journal.forget(Number.MAX_SAFE_INTEGER, 100, await at.autoAnswer.counted());
  expect(await stored()).toEqual(['idle00000005', 'idle00000004']);
});
