// An agent is told when its answer was recorded differently, and gives an idle agent its next prompt.
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
  never,
  route,
  SURE,
  turns,
} from '../../test/support/auto-answer-harness.ts';
import { answers, aQuestion } from '../../test/support/samples.ts';
import { appendIfAllowed } from '../inbox/amend.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import type { AnsweringAgent } from './answerers/answering-agent.ts';

const set = benches(() => openSqliteJournal(':memory:'));

describe('when the asking agent recorded something else', () => {
  const mismatch = async (at: Bench) => {
    const view = await at.ask();
    await at.toolCalls.received(view.id, {
      outcome: 'answers',
      answers: [{ chosen: ['Files'], numbers: [3], question: '', skipped: false }],
    } as never);
    await turns();
  };

  it('the agent that decided is told, with retries after two and four seconds', async () => {
    const agent = fakeAgent(
      'claw',
      () => chooses(1),
      (attempt) => (attempt < 3 ? { kind: 'failed', reason: 'busy', again: true } : { kind: 'told' }),
    );
    const at = set(route(claw()), [agent]);
    await mismatch(at);
    expect((await at.now()).state).toBe('mismatched');
    expect(agent.told).toHaveLength(1);
    await at.pass(2_000);
    await at.pass(4_000);
    expect(agent.told).toHaveLength(3);
    expect((await at.now()).told).toEqual({ to: 'claw', outcome: 'told', attempts: 3 });
  });

  it('it is told once after a restart, if it was not told before', async () => {
    const at = set(route(claw()), [
      fakeAgent(
        'claw',
        () => chooses(1),
        () => ({ kind: 'failed', reason: 'busy', again: true }),
      ),
    ]);
    await mismatch(at);
    await at.stop();
    const agent = fakeAgent('claw', never);
    const next = set(route(claw()), [agent], { journal: at.journal, clock: at.clock });
    await next.resume();
    await next.resume();
    expect(agent.told).toHaveLength(1);
  });

  it('a verified answer notifies nobody', async () => {
    const agent = fakeAgent('claw', () => chooses(3));
    const at = set(route(claw()), [agent]);
    await mismatch(at);
    expect((await at.now()).state).toBe('verified');
    expect(agent.told).toEqual([]);
  });
});

describe('when its decision did not arrive', () => {
  const fails = async (at: Bench) => {
    const { id } = await at.now();
    const by = { at: at.clock.now(), actor: 'agent:tester' };
    await appendIfAllowed(
      at.journal,
      id,
      by,
      { kind: 'delivering', way: 'keys' },
      { kind: 'delivery-failed', way: 'keys', reason: 'copy mode' },
    );
    await turns();
  };

  it('the agent that decided is told why, once, and told again of a mismatch', async () => {
    const agent = fakeAgent('claw', () => chooses(1));
    const at = set(route(claw()), [agent]);
    const { id } = await at.ask();
    await fails(at);
    await fails(at);
    expect(agent.told.map((text) => /why: (.*)/.exec(text)?.[1])).toEqual(['copy mode']);
    expect(await at.now()).toMatchObject({ state: 'undelivered', told: { to: 'claw', about: 'undelivered', outcome: 'told' } });
    await at.toolCalls.received(id, {
      outcome: 'answers',
      answers: [{ chosen: ['Files'], numbers: [3], question: '', skipped: false }],
    } as never);
    await turns();
    expect(agent.told).toHaveLength(2);
    expect((await at.now()).told).toEqual({ to: 'claw', outcome: 'told', attempts: 1 });
  });

  it('the agent is told once, also if a start of the broker finds the news while it is being told', async () => {
    const agent = fakeAgent(
      'claw',
      () => chooses(1),
      (attempt) => (attempt === 1 ? { kind: 'failed', reason: 'busy', again: true } : { kind: 'told' }),
    );
    const at = set(route(claw()), [agent]);
    await at.ask();
    await fails(at);
    await at.resume();
    expect(agent.told).toHaveLength(1);
    await at.pass(2_000);
    expect((await at.now()).told).toMatchObject({ about: 'undelivered', outcome: 'told', attempts: 2 });
  });

  it('people replace it, and agents do not; an answer sent twice does not come back', async () => {
    const at = set(route(claw()), [fakeAgent('claw', () => chooses(1))]);
    await at.ask();
    await fails(at);
    const sent = (name: string, kind: 'person' | 'agent', chosen: number) =>
      at
        .now()
        .then((view) =>
          at.broker.decide(view, answers(chosen), { by: { kind, name, surface: 'cli' }, key: name, risk: 'reversible', reason: 'r' }),
        );
    expect(await sent('claw', 'agent', 2)).toMatchObject({ kind: 'taken' });
    expect(await sent('ada', 'person', 2)).toMatchObject({ kind: 'won', view: { state: 'answered', decision: { by: { name: 'ada' } } } });
    await fails(at);
    expect(await sent('bob', 'person', 3)).toMatchObject({ kind: 'won' });
    await fails(at);
    expect(await sent('ada', 'person', 2)).toMatchObject({ kind: 'taken', view: { decision: { by: { name: 'bob' } } } });
  });
});

describe('when people decide what an agent had proposed', () => {
  const unsure = () => fakeAgent('claw', () => chooses(2, { risk: 'unsure' }));

  it('it is told once if they decided otherwise, and not if they agreed', async () => {
    const agent = unsure();
    const at = set(route(claw()), [agent]);
    const view = await at.ask();
    await at.broker.decide(view, answers(3), { by: ada, key: 'k', reason: 'no server' });
    await turns();
    expect(agent.told).toEqual([expect.stringContaining('| ada decided: Files')]);
    expect((await at.now()).told).toEqual({ to: 'claw', about: 'decided', outcome: 'told', attempts: 1 });
    await at.resume();
    expect(agent.told).toHaveLength(1);
    const other = await at.ask({ id: 'bbbbbbbbbbbb', toolUseId: 't2' });
    await at.broker.decide(other, answers(2), { by: ada, key: 'k2' });
    await turns();
    expect(agent.told).toHaveLength(1);
  });

  it('it is told that an ask expired, also after a restart', async () => {
    const at = set(route(claw(), EXPIRE_AFTER_AN_HOUR), [
      fakeAgent(
        'claw',
        () => chooses(2, { risk: 'unsure' }),
        () => ({ kind: 'failed', reason: 'busy', again: true }),
      ),
    ]);
    await at.ask();
    await at.pass(3_600_000);
    await at.stop();
    expect(await at.now()).toMatchObject({ state: 'expired' });
    const agent = unsure();
    const next = set(route(claw(), EXPIRE_AFTER_AN_HOUR), [agent], { journal: at.journal, clock: at.clock });
    await next.resume();
    expect(agent.told).toEqual([expect.stringMatching(/The ask aaaaaaaaaaaa expired[\s\S]*you proposed: SQLite/)]);
    expect((await next.now()).told).toMatchObject({ about: 'expired', outcome: 'told' });
  });
});

describe('when a person overrules its decision', () => {
  const overrules = async (at: Bench, message: string, key = message) => {
    const result = await at.broker.overrule('aaaaaaaaaaaa', { by: ada, message, key });
    await turns();
    return result;
  };
  const verified = async (at: Bench) => {
    const { id } = await at.ask();
    await appendIfAllowed(at.journal, id, { at: at.clock.now(), actor: 'agent:tester' }, { kind: 'delivered', way: 'test' });
    await at.toolCalls.received(id, { outcome: 'answers', answers: [{ chosen: ['Postgres'], skipped: false }] });
  };

  it('the agent that decided is told once what the person said; said again in other words, it is told again', async () => {
    const agent = fakeAgent('claw', () => chooses(1));
    const at = set(route(claw()), [agent]);
    await verified(at);
    expect((await at.now()).state).toBe('verified');
    expect(await overrules(at, 'use SQLite')).toMatchObject({ kind: 'amended', view: { state: 'verified', overruled: { by: ada } } });
    expect(await overrules(at, 'use SQLite')).toMatchObject({ kind: 'unchanged' });
    expect(agent.told).toEqual([expect.stringContaining('| ada said: use SQLite')]);
    expect((await at.now()).told).toEqual({ to: 'claw', about: 'overruled', outcome: 'told', attempts: 1 });
    await overrules(at, 'use files');
    expect(agent.told).toHaveLength(2);
  });

  it('it is told what the person said while it was being told something else', async () => {
    const told: string[] = [];
    const waiting: (() => void)[] = [];
    const tell: AnsweringAgent['tell'] = ({ text }) => {
      told.push(text);
      return new Promise((resolve) => waiting.push(() => resolve({ kind: 'told' })));
    };
    const at = set({ ...route(claw()), answerers: { claw: { kind: 'openclaw' } } }, [{ ...fakeAgent('claw', () => chooses(1)), tell }]);
    await verified(at);
    await overrules(at, 'use SQLite');
    await overrules(at, 'use files');
    for (const _ of [1, 2, 3]) {
      for (const finish of waiting.splice(0)) finish();
      await turns();
    }
    await at.decisionNews.resume();
    await turns();
    expect(told).toEqual([expect.stringContaining('use SQLite'), expect.stringContaining('use files')]);
  });

  it('it is told when a pause is over', async () => {
    const agent = fakeAgent('claw', () => chooses(1));
    const at = set(route(claw()), [agent]);
    await verified(at);
    await at.pauses.pause({ kind: 'all' }, ada);
    await overrules(at, 'use SQLite');
    expect(agent.told).toEqual([]);
    await at.pauses.lift(undefined, ada);
    await turns();
    expect(agent.told).toEqual([expect.stringContaining('| ada said: use SQLite')]);
  });

  it('it is told after a restart, if it was not told before', async () => {
    const at = set(route(claw()), [fakeAgent('claw', () => chooses(1))]);
    await verified(at);
    at.decisionNews.stop();
    await overrules(at, 'use SQLite');
    await at.stop();
    const agent = fakeAgent('claw', never);
    const next = set(route(claw()), [agent], { journal: at.journal, clock: at.clock });
    await next.resume();
    await next.resume();
    expect(agent.told).toEqual([expect.stringContaining('use SQLite')]);
  });

  it('nothing happens while nobody has decided, or while the decision can still be replaced', async () => {
    const at = set(route(claw()), [fakeAgent('claw', never)]);
    const { id } = await at.ask();
    expect(await overrules(at, 'use SQLite')).toMatchObject({ kind: 'unchanged' });
    await at.broker.decide(await at.now(), answers(1), { by: ada, key: 'k' });
    const by = { at: at.clock.now(), actor: 'agent:tester' };
    await appendIfAllowed(
      at.journal,
      id,
      by,
      { kind: 'delivering', way: 'keys' },
      { kind: 'delivery-failed', way: 'keys', reason: 'copy mode' },
    );
    expect(await overrules(at, 'use SQLite')).toMatchObject({ kind: 'unchanged', view: { state: 'undelivered' } });
  });
});

describe('an idle agent', () => {
  const driver = { ...claw(), prompts: 'any' };
  const idle = {
    kind: 'idle',
    questions: [aQuestion({ text: 'The agent finished its turn. What next?', header: 'Idle', options: [] })],
    detail: { kind: 'idle', lastMessage: 'The tests are green.' },
  } as const;
  const words = (text: string) =>
    ({ kind: 'replied', reply: { kind: 'answers', answers: [{ words: text }], ...SURE }, effort: { via: 'fake' } }) as const;

  it('gets its next prompt from the agent on its route, which was shown its last message', async () => {
    const agent = fakeAgent('claw', () => words('/gsd:verify 3'));
    const at = set({ routes: [{ name: 'idle', when: { kind: 'idle' }, decide: [driver] }] }, [agent]);
    expect((await at.ask(idle)).decision).toMatchObject({ answers: [{ kind: 'words', words: '/gsd:verify 3' }] });
    expect(agent.asked[0]?.brief).toContain('The tests are green.');
  });

  it('gets no other prompt while one is waiting', async () => {
    const agent = fakeAgent('claw', () => words('go on'));
    const at = set({ routes: [{ name: 'idle', when: { kind: 'idle' }, decide: [driver] }] }, [agent]);
    await at.journal.movePrompt({ id: 'p', session: 's1', text: 'hello', by: ada, queuedAt: 1, state: 'queued' }, undefined, 1, 'a');
    expect((await at.ask(idle)).state).toBe('open');
    expect(agent.asked).toEqual([]);
  });

  describe('prompted by an agent’s own command', () => {
    const routed = { routes: [{ name: 'idle', when: { kind: 'idle', project: '/srv/app' }, decide: [driver] }] };
    const tell = (at: Bench, text: string, by = asClaw) => at.broker.answerIdle('s1', { words: text }, { by, key: text, ...SURE });

    it('accepts a prompt only while its ask is open, and only from the agent whose turn it is', async () => {
      const at = set(routed, [fakeAgent('claw', never)]);
      expect(await tell(at, 'go on')).toEqual({ kind: 'unknown' });
      await at.ask(idle);
      expect(await tell(at, 'go on', { ...asClaw, name: 'x' })).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining('not of x'),
      });
      expect(await tell(at, 'go on')).toMatchObject({ kind: 'won', view: { decision: { by: asClaw, answers: [{ words: 'go on' }] } } });
      expect(await at.story()).toEqual(['claw asked', 'claw answered']);
      // A retry is the same decision; a different prompt comes too late.
      expect(await tell(at, 'go on')).toMatchObject({ kind: 'won' });
      expect(await tell(at, 'and on')).toEqual({ kind: 'unknown' });
    });

    it('is not sent a shell command, nor anything during a pause', async () => {
      const at = set(routed, [fakeAgent('claw', never)]);
      await at.ask(idle);
      expect(await tell(at, '! rm -rf /')).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining('is run without asking'),
      });
      await at.pauses.pause({ kind: 'session', session: 's1' }, ada);
      expect(await tell(at, 'go on')).toMatchObject({ kind: 'refused', reason: expect.stringContaining('paused') });
    });
  });

  it('is left to a person after too many automatic prompts in a row', async () => {
    const agent = fakeAgent('claw', () => words('go on'));
    const at = set({ routes: [{ name: 'idle', when: { kind: 'idle' }, decide: [driver] }], 'most-prompts': 3 }, [agent]);
    const again = (n: number) => at.ask({ ...idle, id: `idle0000000${n}`, toolUseId: `t${n}` });
    for (const n of [1, 2, 3]) expect((await again(n)).state).toBe('answered');
    const fourth = await again(4);
    expect(fourth).toMatchObject({ state: 'open', route: { waitingFor: { kind: 'people' } } });
    expect((await at.considered(fourth.id))[0]).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('3 prompts in a row'),
    });
    await at.broker.decide(fourth, answers({ words: 'well done, go on' }), { by: ada, key: 'k' });
    expect((await again(5)).state).toBe('answered');
  });

  it('counts the prompts of the session that it continues: a prompt may have begun a new session', async () => {
    const agent = fakeAgent('claw', () => words('go on'));
    const at = set({ routes: [{ name: 'idle', when: { kind: 'idle' }, decide: [driver] }], 'most-prompts': 2 }, [agent]);
    for (const n of [1, 2])
      expect((await at.ask({ ...idle, id: `idle0000000${n}`, toolUseId: `t${n}`, session: `s${n}` })).state).toBe('answered');
    for (const [id, continues] of [
      ['s2', 's1'],
      ['s3', 's2'],
      ['s1', 's3'],
    ])
      await at.journal.see({ id: id as string, program: 'p', project: '/p', continues, startedAt: 1, seenAt: 1 }, 'a');
    expect(await at.ask({ ...idle, id: 'idle00000003', toolUseId: 't3', session: 's3' })).toMatchObject({ state: 'open' });
  });
});
