// Several prompts given with one answer: in order, one for each idle ask, each at most once, and none after a person took over.
import { describe, expect, it } from 'vitest';
import { ada, type Bench, bench, benches, claw, fakeAgent, never, SURE, turns } from '../../test/support/auto-answer-harness.ts';
import { answers, aQuestion } from '../../test/support/samples.ts';
import type { Ask } from '../ask/schema/ask.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Prompt } from '../ask/schema/session.ts';
import type { Outcome } from '../auto-answer/answerers/answering-agent.ts';
import type { Journal } from '../journal/journal.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { appendIfAllowed } from './amend.ts';

const set = benches(() => openSqliteJournal(':memory:'));
const idle: Partial<Ask> = { kind: 'idle', questions: [aQuestion({ text: 'What next?', options: [] })] };
const gives = (words: string, ...nextPrompts: string[]): Outcome => ({
  kind: 'replied',
  reply: { kind: 'answers', answers: [{ words }], ...(nextPrompts.length === 0 ? {} : { nextPrompts }), ...SURE },
  effort: { via: 'fake' },
});
const routed = (prompts: unknown = 'any', more: object = {}) => ({
  routes: [{ name: 'drive', when: { kind: 'idle' }, decide: [prompts === 'none' ? claw() : { ...claw(), prompts }] }],
  ...more,
});
/** Gives three prompts once, and nothing after. */
const three = () => fakeAgent('claw', (_, __, attempt) => (attempt === 1 ? gives('one', 'two', 'three') : never()));

const ended = (at: Bench, n: number, session = 's1') => at.ask({ ...idle, id: `idle0000000${n}`, toolUseId: `t${n}`, session });
const told = ({ decision }: AskView) =>
  decision?.kind === 'answers' && decision.answers[0]?.kind === 'words' ? decision.answers[0].words : undefined;
const queued = async ({ journal }: Pick<Bench, 'journal'>) =>
  (await journal.prompts({ limit: 20 })).map(({ text, state, reason }) => `${text}: ${state}${reason === undefined ? '' : ` (${reason})`}`);

it('the first answers the idle ask, and each other the next one, without asking the agent again', async () => {
  const agent = three();
  const at = set(routed(), [agent]);
  expect((await ended(at, 1)).decision).toMatchObject({ answers: [{ words: 'one' }], nextPrompts: ['two', 'three'] });
  expect(await queued(at)).toEqual(['two: queued', 'three: queued']);
  expect(told(await ended(at, 2))).toBe('two');
  expect(told(await ended(at, 3))).toBe('three');
  expect(await queued(at)).toEqual(['two: sent', 'three: sent']);
  expect(agent.asked).toHaveLength(1);
  expect((await at.considered('idle00000003')).at(-1)).toMatchObject({
    outcome: 'answered',
    reason: 'given with its answer to idle00000001',
  });
  expect((await ended(at, 4)).state).toBe('open');
  expect(agent.asked).toHaveLength(2);
});

it('they go along when the agent continues as another session because of a slash command of theirs', async () => {
  const at = set(routed(['/clear', '/gsd:*']), [fakeAgent('claw', () => gives('/clear', '/gsd:plan-phase 3'))]);
  await ended(at, 1);
  await at.queue.followed('s1');
  expect(await queued(at)).toEqual(['/gsd:plan-phase 3: queued']);
});

it('nothing is cancelled by what was typed before the last prompt was given, nor by that prompt, also under the next session id', async () => {
  const at = set(routed(['/clear', '/gsd:*']), [fakeAgent('claw', () => gives('/clear', '/gsd:plan-phase 3'))]);
  const { decision } = await ended(at, 1);
  const given = decision?.at ?? 0;
  await at.queue.prompted('s1', 'begin', given - 1);
  await at.queue.interrupted('s1', given - 1);
  await at.queue.prompted('s1', '/clear', given);
  await at.journal.see({ id: 's2', program: 'p', project: '/srv/app', continues: 's1', startedAt: 1, seenAt: 1 }, 'a');
  for (const prompt of await at.queue.waiting('s1')) await at.journal.movePrompt({ ...prompt, session: 's2' }, 'queued', given, 'a');
  await at.queue.prompted('s2', '/clear', given + 1);
  expect(await queued(at)).toEqual(['/gsd:plan-phase 3: queued']);
});

describe('the rest is cancelled with a note', () => {
  const cancels: [string, string, (at: Bench, first: AskView) => Promise<unknown>][] = [
    ['a person types another prompt', 'a person gave it another prompt', (at) => at.queue.prompted('s1', 'no, stop')],
    ['a person interrupts it', 'it was interrupted at its keyboard', (at) => at.queue.interrupted('s1', at.clock.now())],
    ['a person begins another session', 'a person began another session', (at) => at.queue.followed('s1')],
    [
      'a person sends a prompt',
      'ada gave it another prompt',
      (at) => at.journal.movePrompt({ id: 'p', session: 's1', text: 'x', by: ada, queuedAt: 1, state: 'queued' }, undefined, 1, 'a'),
    ],
    ['the session ends', 'the session ended', (at) => at.journal.endSession('s1', 1, 'gone', 'a')],
    [
      'the agent recorded another prompt',
      'a person gave it another prompt',
      (at, { id }) =>
        appendIfAllowed(
          at.journal,
          id,
          { at: 1, actor: 'a' },
          { kind: 'receipt', receipt: { verdict: 'mismatched', evidence: 'x', at: 1, differences: [] } },
        ),
    ],
    [
      'the first began no turn',
      'the prompt before it began no turn',
      (at, { id }) =>
        appendIfAllowed(
          at.journal,
          id,
          { at: 1, actor: 'a' },
          { kind: 'receipt', receipt: { verdict: 'unconfirmed', evidence: 'x', at: 1, differences: [] } },
        ),
    ],
  ];

  it.each(cancels)('when %s', async (_, reason, act) => {
    const at = set(routed(), [three()]);
    await at.journal.see({ id: 's1', program: 'p', project: '/srv/app', startedAt: 1, seenAt: 1 }, 'a');
    await act(at, await ended(at, 1));
    await turns();
    expect((await queued(at)).slice(0, 2)).toEqual([`two: cancelled (${reason})`, `three: cancelled (${reason})`]);
    expect(told(await ended(at, 2))).toBeUndefined();
  });

  it('when a person answers the next idle ask first', async () => {
    const at = set(routed(), [three()]);
    await ended(at, 1);
    await at.pauses.pause({ kind: 'all' }, ada);
    const second = await ended(at, 2);
    expect(second.state).toBe('open');
    await at.broker.decide(second, answers({ words: 'mine' }), { by: ada, key: 'k' });
    await turns();
    expect(await queued(at)).toEqual(['two: cancelled (ada gave it its next prompt)', 'three: cancelled (ada gave it its next prompt)']);
  });

  it('when the idle ask that it was to answer is withdrawn at that moment, which says why', async () => {
    const at = set(routed(), [three()]);
    await ended(at, 1);
    await at.pauses.pause({ kind: 'all' }, ada);
    const second = await ended(at, 2);
    await at.broker.withdraw(second.id, 'the agent is gone', 'a');
    const [prompt] = await at.queue.waiting('s1');
    await at.queue.give(prompt as Prompt, second, []);
    expect(await queued(at)).toEqual(['two: cancelled (the agent is gone)', 'three: cancelled (the agent is gone)']);
  });

  it('when the agent can no longer be given one at that moment, which says why; an answerer is asked then', async () => {
    let isGone = false;
    const at = set(routed(), [three()], { cannotDeliver: async () => (isGone ? 'its pane is gone' : undefined) });
    await ended(at, 1);
    await at.pauses.pause({ kind: 'all' }, ada);
    const second = await ended(at, 2);
    isGone = true;
    const [prompt] = await at.queue.waiting('s1');
    expect(await at.queue.give(prompt as Prompt, second, [])).toBe(false);
    expect(await queued(at)).toEqual(['two: cancelled (its pane is gone)', 'three: cancelled (its pane is gone)']);
  });

  it('when the one before did not reach the agent, but not before its turn would come: the first can be delivered again until then', async () => {
    const at = set(routed(), [three()]);
    const { id } = await ended(at, 1);
    const now = { at: 1, actor: 'a' };
    const failed = { kind: 'delivery-failed', way: 'keys', reason: 'the broker stopped while it was delivering' } as const;
    await appendIfAllowed(at.journal, id, now, { kind: 'delivering', way: 'keys' }, failed);
    await turns();
    expect(await queued(at)).toEqual(['two: queued', 'three: queued']);
    await appendIfAllowed(at.journal, id, now, { kind: 'withdrawn', reason: 'the agent ended its turn' });
    expect(told(await ended(at, 2))).toBeUndefined();
    const reason = 'the prompt before it did not reach the agent';
    expect(await queued(at)).toEqual([`two: cancelled (${reason})`, `three: cancelled (${reason})`]);
  });

  it('when the configuration does not allow them any more', async () => {
    const at = set(routed(), [three()]);
    await ended(at, 1);
    at.configure(routed(['one', 'three']));
    expect(told(await ended(at, 2))).toBeUndefined();
    expect((await queued(at))[0]).toContain('two: cancelled ("two" is not among the prompts of its step');
  });

  it('when the session had enough prompts, or for long enough, without a person', async () => {
    const few = set(routed('any', { 'most-prompts': 2 }), [three()]);
    for (const n of [1, 2, 3]) await ended(few, n);
    expect(await queued(few)).toEqual([
      'two: sent',
      expect.stringContaining('three: cancelled (auto-answer has given this session 2 prompts'),
    ]);
    const short = set(routed('any', { 'most-time': '1h' }), [three()]);
    await ended(short, 1);
    await short.pass(3_600_000);
    const second = await ended(short, 2);
    expect(second.route).toMatchObject({ waitingFor: { kind: 'people' } });
    expect((await queued(short))[0]).toContain('two: cancelled (auto-answer has prompted this session for 1h');
    expect(await short.autoAnswer.prompting('s1')).toMatchObject({ prompts: 1, mostPrompts: 20, mostTimeMs: 3_600_000, waiting: 0 });
  });
});

it('what the agent itself records of its own prompt cancels nothing', async () => {
  const at = set(routed(), [three()]);
  await ended(at, 1);
  await at.queue.prompted('s1', ' one ');
  expect(await queued(at)).toEqual(['two: queued', 'three: queued']);
});

it('they wait during a pause', async () => {
  const at = set(routed(), [three()]);
  await ended(at, 1);
  await at.pauses.pause({ kind: 'all' }, ada);
  expect((await ended(at, 2)).state).toBe('open');
  await at.pauses.lift(undefined, ada);
  await turns();
  expect(told(await at.now('idle00000002'))).toBe('two');
});

it('an agent without prompts: on its step is not asked, and the record says why', async () => {
  const agent = fakeAgent('claw', () => gives('one'));
  const at = set(routed('none'), [agent]);
  expect((await ended(at, 1)).state).toBe('open');
  expect(agent.asked).toEqual([]);
  expect((await at.considered('idle00000001'))[0]).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringContaining('does not say prompts:'),
  });
});

it('only an idle ask takes several prompts', async () => {
  const at = set(routed(), [three()]);
  const several = { kind: 'answers', answers: [1], nextPrompts: ['two'] } as const;
  expect(await at.broker.decide(await at.ask(), several, { by: ada, key: 'k' })).toMatchObject({ kind: 'invalid' });
});

describe('wherever the broker stops', () => {
  /** A journal whose writes never end from the n-th on, as if the broker had been killed. */
  function dying(journal: Journal, after: number): { readonly journal: Journal; isDead(): boolean } {
    let writes = 0;
    const dies =
      <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
      (...args: A): Promise<R> => {
        writes += 1;
        return writes > after ? new Promise(() => {}) : write(...args);
      };
    const dead = new Proxy(journal, {
      get(target, name) {
        if (name === 'append') return dies(target.append.bind(target));
        if (name === 'movePrompt') return dies(target.movePrompt.bind(target));
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { journal: dead, isDead: () => writes > after };
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('after write %i, no prompt is given twice or out of order, and none is lost', async (after) => {
    const journal = openSqliteJournal(':memory:');
    const { journal: dead, isDead } = dying(journal, after);
    const first = bench({ journal: dead, routing: routed(), agents: [three()] });
    for (let n = 1; n <= 3 && !isDead(); n += 1) await ended(first, n);
    void first.stop();
    const next = set(routed(), [three()], { journal, clock: first.clock });
    await next.resume();
    for (let n = 4; n <= 6; n += 1) await ended(next, n);
    const given = (await journal.list({ kinds: ['idle'] }, { limit: 20 })).items.toReversed().flatMap((view) => told(view) ?? []);
    expect(given.slice(0, 3)).toEqual(['one', 'two', 'three']);
    await next.stop();
    await journal.close();
  });
});
