// An agent is told when its answer was recorded differently, and gives an idle agent its next prompt.
import { describe, expect, it } from 'vitest';
import {
  ada,
  asClaw,
  type Bench,
  benches,
  chooses,
  claw,
  fakeAgent,
  never,
  route,
  SURE,
  turns,
} from '../../test/support/machines-harness.ts';
import { answers, aQuestion } from '../../test/support/samples.ts';
import { openSqliteJournal } from '../drivers/sqlite/journal.ts';

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

describe('an idle agent', () => {
  const idle = {
    kind: 'idle',
    questions: [aQuestion({ text: 'The agent finished its turn. What next?', header: 'Idle', options: [] })],
    detail: { kind: 'idle', lastMessage: 'The tests are green.' },
  } as const;
  const words = (text: string) =>
    ({ kind: 'replied', reply: { kind: 'answers', answers: [{ words: text }], ...SURE }, effort: { via: 'fake' } }) as const;

  it('gets its next prompt from the agent on its route, which was shown its last message', async () => {
    const agent = fakeAgent('claw', () => words('/gsd:verify 3'));
    const at = set({ routes: [{ name: 'idle', when: { kind: 'idle' }, decide: [claw()] }] }, [agent]);
    expect((await at.ask(idle)).decision).toMatchObject({ answers: [{ kind: 'words', words: '/gsd:verify 3' }] });
    expect(agent.asked[0]?.brief).toContain('The tests are green.');
  });

  it('gets no other prompt while one is waiting', async () => {
    const agent = fakeAgent('claw', () => words('go on'));
    const at = set({ routes: [{ name: 'idle', when: { kind: 'idle' }, decide: [claw()] }] }, [agent]);
    await at.journal.movePrompt({ id: 'p', session: 's1', text: 'hello', by: ada, queuedAt: 1, state: 'queued' }, undefined, 1, 'a');
    expect((await at.ask(idle)).state).toBe('open');
    expect(agent.asked).toEqual([]);
  });

  describe('prompted by an agent’s own command', () => {
    const routed = { routes: [{ name: 'idle', when: { kind: 'idle', project: '/srv/app' }, decide: [claw()] }] };
    const tell = (at: Bench, text: string, by = asClaw) => at.broker.answerIdle('s1', text, { by, key: text, ...SURE });

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
    const at = set({ routes: [{ name: 'idle', when: { kind: 'idle' }, decide: [claw()] }], 'most-prompts': 3 }, [agent]);
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
});
