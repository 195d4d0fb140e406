// The prompt queue, with typing controlled by the test.
import { expect, it, onTestFinished } from 'vitest';
import { ada, asClaw, turns } from '../../test/support/auto-answer-harness.ts';
import { fakeClock } from '../../test/support/fake-clock.ts';
import type { Answerer } from '../ask/schema/decision.ts';
import type { Prompt } from '../ask/schema/session.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import type { Attempt, Channel, Delivery } from './channel.ts';
import { createPauses } from './pauses.ts';
import { createPrompts } from './prompts.ts';

/** Typing waits until the test says that the agent is idle. */
async function bench() {
  const journal = openSqliteJournal(':memory:');
  const clock = fakeClock(1_000);
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const typed: string[] = [];
  let idle = (): void => {};
  const channel: Channel = {
    start: async () => {},
    stop() {},
    cannotPrompt: () => undefined,
    async prompt(_, text, { signal, begin }: Attempt): Promise<Delivery> {
      await new Promise<void>((resolve) => {
        idle = resolve;
        signal.addEventListener('abort', () => resolve());
      });
      if (signal.aborted || !(await begin('test'))) return { kind: 'impossible', way: 'test', reason: 'it was cancelled' };
      typed.push(text);
      return { kind: 'delivered' };
    },
  };
  const pauses = createPauses({ journal, clock, onError, place: (folder) => folder });
  const prompts = createPrompts({ journal, clock, channelOf: () => channel, newId: () => 'unused', pauses, onError });
  await journal.see({ id: 's1', program: 'claude-code', project: '/srv/app', startedAt: 1, seenAt: 1 }, 'a');
  onTestFinished(async () => {
    prompts.stop();
    await turns();
    pauses.stop();
    await journal.close();
    expect(errors).toEqual([]);
  });
  return {
    pauses,
    prompts,
    typed,
    journal,
    async queue(text: string, by: Answerer) {
      const prompt: Prompt = { id: text, session: 's1', text, by, queuedAt: clock.now(), state: 'queued' };
      await journal.movePrompt(prompt, undefined, clock.now(), 'a');
    },
    async becomesIdle() {
      idle();
      await turns();
    },
    states: async () => (await journal.prompts({ limit: 10 })).map(({ text, state }) => `${text}: ${state}`),
  };
}

it('a queued prompt of an agent waits during a pause; a person’s prompt overtakes it', async () => {
  const at = await bench();
  await at.queue('by claw', asClaw);
  await at.prompts.resume();
  await turns();
  await at.pauses.pause({ kind: 'project', project: '/srv/app' }, ada);
  await turns();
  await at.becomesIdle();
  expect(await at.states()).toEqual(['by claw: queued']);
  await at.prompts.send('s1', 'by ada', ada, 'k');
  await turns();
  await at.becomesIdle();
  expect(at.typed).toEqual(['by ada']);
  await at.pauses.lift(undefined, ada);
  await turns();
  await at.becomesIdle();
  expect(at.typed).toEqual(['by ada', 'by claw']);
  expect(await at.states()).toEqual(['by claw: sent', 'by ada: sent']);
});

it('prompts are cancelled by the beginning of their id; one whose whole id was given, and one that waits, come first', async () => {
  const at = await bench();
  for (const id of ['k7-1', 'k7-1:2', 'k7-3', 'm1', 'm2']) await at.queue(id, ada);
  await at.journal.movePrompt({ ...((await at.journal.prompt('m1')) as Prompt), state: 'sent' }, 'queued', 2, 'a');
  expect(await at.prompts.cancel('k7')).toEqual({ kind: 'ambiguous', ids: ['k7-1', 'k7-1:2', 'k7-3'] });
  expect(await at.prompts.cancel('k7-1')).toMatchObject({ kind: 'cancelled', prompt: { id: 'k7-1' } });
  expect(await at.prompts.cancel('m')).toMatchObject({ kind: 'cancelled', prompt: { id: 'm2' } });
  expect((await at.prompts.cancel('m1')).kind).toBe('too-late');
  expect((await at.prompts.cancel('')).kind).toBe('unknown');
});

it('sending twice with one key queues one prompt; keys that begin alike give ids that do not', async () => {
  const at = await bench();
  for (const key of ['mi5x7c2k-1', 'mi5x7c2k-1', 'mi5x7c2k-1:2']) await at.prompts.send('s1', key, ada, key);
  const ids = (await at.journal.prompts({ limit: 9 })).map(({ id }) => id.slice(0, 8));
  expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
});

it('a pause stops typing that still waits for the agent', async () => {
  const at = await bench();
  await at.queue('by claw', asClaw);
  await at.prompts.resume();
  await turns();
  await at.pauses.pause({ kind: 'all' }, ada);
  await turns();
  await at.becomesIdle();
  expect(at.typed).toEqual([]);
  expect(await at.states()).toEqual(['by claw: queued']);
});

it('queued prompts follow an agent that continues as another session, in order and once', async () => {
  const at = await bench();
  await at.queue('first', ada);
  await at.queue('second', ada);
  await at.prompts.resume();
  await turns();
  await at.journal.see({ id: 's2', program: 'claude-code', project: '/srv/app', startedAt: 2, seenAt: 2 }, 'a');
  await at.prompts.follow('s1', 's2');
  await at.journal.endSession('s1', 3, 'it continues as session s2', 'a');
  await turns();
  expect(at.typed).toEqual([]);
  await at.becomesIdle();
  await at.becomesIdle();
  expect(at.typed).toEqual(['first', 'second']);
  expect((await at.journal.prompts({ session: 's2', limit: 9 })).map(({ state }) => state)).toEqual(['sent', 'sent']);
  expect(await at.journal.prompts({ session: 's1', limit: 9 })).toEqual([]);

  await at.journal.see({ id: 's2', program: 'claude-code', project: '/srv/app', continues: 's1', startedAt: 2, seenAt: 2 }, 'a');
  expect(await at.prompts.send('s1', 'to the old id', ada, 'k')).toMatchObject({ kind: 'queued', prompt: { session: 's2' } });
});

it('the session ends between two prompts of one command: those that were not queued are named, with the reason', async () => {
  const at = await bench();
  at.journal.onCommit((event) => {
    if (event.happening.kind === 'prompt' && event.happening.prompt.text === '/clear')
      void at.journal.endSession('s1', 2_000, 'exit', 'agent');
  });
  const sent = await at.prompts.sendAll('s1', ['/clear', 'plan', 'verify'], ada, 'k');
  expect(sent.queued).toMatchObject([{ text: '/clear' }]);
  expect(sent.refused).toEqual({ reason: 'that session has ended', prompts: ['plan', 'verify'] });
  // Sent again after a lost reply: the same answer.
  expect(await at.prompts.sendAll('s1', ['/clear', 'plan', 'verify'], ada, 'k')).toMatchObject({
    refused: { prompts: ['plan', 'verify'] },
  });
});
