// What every driver of an answering agent with conversations must do. Each driver supplies an agent that repeats what it heard before.
import { describe, expect, it, onTestFinished } from 'vitest';
import { bench, claw, route } from '../../../test/support/auto-answer-harness.ts';
import { anAsk, aQuestion } from '../../../test/support/samples.ts';
import type { Journal } from '../../journal/journal.ts';
import { aBriefing } from './answering-agent.conformance.ts';
import type { AnsweringAgent, Briefing, Outcome } from './answering-agent.ts';
import { conversationOf } from './conversation.ts';

/** What the agents of the suite say: option 2, and as the reason everything they were told before in the conversation. */
export const NOTHING_YET = 'nothing yet';
export const heardBefore = (earlier: readonly string[]): string => (earlier.length === 0 ? NOTHING_YET : earlier.join(' | '));
/** Asked this, they choose option 7, until they are told that it cannot be taken. */
export const TRAP = 'Which of the seven?';
export const choiceFor = (message: string): number => (message.includes(TRAP) && !message.includes('cannot be taken') ? 7 : 2);

export interface ConversationStage {
  /** A driver of this name. Called again, it is the driver of a new broker: the one before was killed, and only what is on disk is left. */
  agent(name: string): Promise<AnsweringAgent>;
  close(): Promise<void>;
}

type Place = { readonly session: string; readonly project: string; readonly answerer: string };

const ample = () => AbortSignal.timeout(120_000);

function briefing(id: string, { session, project, answerer }: Place, text = `This is ${id}.`): Briefing {
  const ask = { ...aBriefing({ id, session, project }).ask };
  const conversation = conversationOf('agent-session', answerer, { ask, firstSession: session });
  return { ask, wants: 'decision', brief: `${text} Reply about ${id}.`, key: `${id}-1`, conversation };
}

export function conversationSuite(name: string, open: () => Promise<ConversationStage>, openJournal: () => Journal): void {
  async function stage(): Promise<(name?: string) => Promise<AnsweringAgent>> {
    const made = await open();
    const agents: AnsweringAgent[] = [];
    onTestFinished(async () => {
      for (const agent of agents) await agent.close();
      await made.close();
    });
    return async (who = 'claw') => {
      const agent = await made.agent(who);
      agents.push(agent);
      return agent;
    };
  }
  const here: Place = { session: 's1', project: '/srv/shop', answerer: 'claw' };
  const elsewhere: Place = { ...here, session: 's2' };

  describe(`${name}, in a conversation,`, () => {
    it('knows at the second ask what the first was, and nothing of another conversation', async () => {
      const agent = await (await stage())();
      expect(reasonOf(await agent.decide(briefing('a1', here), ample()))).toBe(NOTHING_YET);
      expect(reasonOf(await agent.decide(briefing('b2', here), ample()))).toContain('This is a1.');
      expect(reasonOf(await agent.decide(briefing('c3', elsewhere), ample()))).toBe(NOTHING_YET);
      const third = reasonOf(await agent.decide(briefing('d4', here), ample()));
      expect(third).toContain('This is a1.');
      expect(third).toContain('This is b2.');
      expect(third).not.toContain('This is c3.');
    });

    it('gets news', async () => {
      const agent = await (await stage())();
      const { ask, conversation } = briefing('a1', here);
      await agent.decide(briefing('a1', here), ample());
      expect(await agent.tell({ text: 'It was recorded otherwise.', key: 'n1', ask, conversation }, ample())).toEqual({ kind: 'told' });
      const next = () => agent.decide(briefing('b2', here), ample());
      expect(reasonOf(await next())).toMatch(/This is a1\..*It was recorded otherwise\./s);
      expect(reasonOf(await agent.decide(briefing('c3', elsewhere), ample()))).toBe(NOTHING_YET);
    });

    it('goes on after the broker was killed between two messages', async () => {
      const start = await stage();
      const first = await start();
      await first.decide(briefing('a1', here), ample());
      const { ask, conversation } = briefing('a1', here);
      await first.tell({ text: 'It was recorded otherwise.', key: 'n1', ask, conversation }, ample());
      const second = await start();
      expect(reasonOf(await second.decide(briefing('b2', here), ample()))).toMatch(/This is a1\..*It was recorded otherwise\./s);
    });

    it('never mixes two projects with two agents', async () => {
      const start = await stage();
      const shop: Place = { session: 's', project: '/srv/shop', answerer: 'one' };
      const bank: Place = { session: 's', project: '/srv/bank', answerer: 'two' };
      const [one, two] = [await start('one'), await start('two')];
      await one.decide(briefing('a1', shop), ample());
      await two.decide(briefing('b2', bank), ample());
      expect(reasonOf(await one.decide(briefing('c3', shop), ample()))).not.toContain('b2');
      expect(reasonOf(await two.decide(briefing('d4', bank), ample()))).not.toMatch(/a1|c3/);
    });

    it('corrects a wrong reply at the second try, within its time', async () => {
      const at = inBroker(await (await stage())());
      await at.journal.open(anAsk({ questions: [aQuestion({ text: TRAP })] }), undefined, 'agent:tester');
      await expect.poll(async () => (await at.now()).decision).toMatchObject({ answers: [{ chosen: [2] }], by: { name: 'claw' } });
      expect(await at.story()).toEqual(['claw asked', 'claw sent-back', 'claw answered']);
      const [, told] = await at.considered();
      expect(told).toMatchObject({ reason: expect.stringContaining('no option 7'), brief: expect.stringContaining('cannot be taken') });
      // Not repeated: it is in the conversation.
      expect(told?.brief).not.toContain('How to decide');
    });

    it('decides five questions of one session, one after the other, and knows each before', async () => {
      const at = inBroker(await (await stage())());
      const ids = ['a1', 'b2', 'c3', 'd4', 'e5'].map((id) => id.padEnd(12, 'x'));
      for (const id of ids) await at.journal.open(anAsk({ id, toolUseId: id }), undefined, 'agent:tester');
      const decisions = () => Promise.all(ids.map(async (id) => (await at.now(id)).decision));
      await expect.poll(async () => (await decisions()).every((each) => each !== undefined)).toBe(true);
      const last = (await decisions()).toSorted((a, b) => (a?.reason?.length ?? 0) - (b?.reason?.length ?? 0)).at(-1);
      expect(ids.filter((id) => last?.reason?.includes(`The id of this ask is ${id}`))).toHaveLength(4);
    });
  });

  function inBroker(agent: AnsweringAgent) {
    const answerers = { claw: { kind: 'openclaw' } };
    const made = bench({ journal: openJournal(), routing: { ...route(claw('1h')), answerers }, agents: [agent] });
    onTestFinished(async () => {
      await made.stop();
      await made.journal.close();
      expect(made.errors).toEqual([]);
    });
    return made;
  }
}

function reasonOf(outcome: Outcome): string {
  if (outcome.kind !== 'replied' || outcome.reply.kind !== 'answers') throw new Error(`no answer: ${JSON.stringify(outcome)}`);
  return outcome.reply.reason ?? '';
}
