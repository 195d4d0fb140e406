// What every answering agent's driver must do, whatever the agent does. Each driver supplies a scripted agent that plays the roles.
import { describe, expect, it, onTestFinished } from 'vitest';
import { anAsk } from '../../../test/support/samples.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { AnsweringAgent, Briefing, Outcome } from './answering-agent.ts';

/**
 * `lies`: answers, but about another ask. `leaks`: repeats its own secret in everything it says. `floods`: never stops talking.
 * `stubborn`: never answers, and resists being stopped.
 */
export type Role =
  | 'answers'
  | 'passes'
  | 'takes its time'
  | 'crashes'
  | 'talks nonsense'
  | 'never answers'
  | 'stubborn'
  | 'answers twice'
  | 'lies'
  | 'leaks'
  | 'floods'
  | 'is gone';

export interface Stage {
  /** A driver whose agent plays this role. When it answers, it answers 2, and 1 the second time. */
  agent(role: Role): Promise<AnsweringAgent>;
  /** Must not appear in any outcome. */
  readonly secret: string;
  /** Whether the agent has started to play `never answers` or `stubborn`. */
  begun(): boolean;
  /** How many things the driver started are still running: processes, requests, connections. */
  running(): Promise<number>;
  close(): Promise<void>;
}

export const aBriefing = (over: Partial<AskView> = {}): Briefing => {
  const ask: AskView = { ...anAsk(), state: 'open', version: 1, updatedAt: 1_000, ...over };
  return { ask, wants: 'decision', brief: `Which database? Reply about ${ask.id}.`, key: `${ask.id}-1` };
};

const ample = () => AbortSignal.timeout(120_000);

export function answeringAgentSuite(name: string, open: () => Promise<Stage>): void {
  async function playing(role: Role): Promise<{ agent: AnsweringAgent; stage: Stage }> {
    const stage = await open();
    const agent = await stage.agent(role);
    onTestFinished(async () => {
      await agent.close();
      await stage.close();
    });
    return { agent, stage };
  }
  const decided = async (role: Role, briefing = aBriefing()): Promise<Outcome> => (await playing(role)).agent.decide(briefing, ample());
  const nothingRuns = ({ running }: Stage) => expect.poll(running).toBe(0);

  describe(name, () => {
    it('returns the agent’s answer', async () => {
      const outcome = await decided('answers');
      expect(outcome).toMatchObject({ kind: 'replied', reply: { kind: 'answers' }, effort: { via: expect.any(String) } });
      expect(chosen(outcome)).toEqual([2]);
    });

    it('returns that the agent passed', async () => {
      expect(await decided('passes')).toMatchObject({ kind: 'replied', reply: { kind: 'pass', reason: expect.any(String) } });
    });

    it('waits for a slow agent', async () => {
      expect(chosen(await decided('takes its time'))).toEqual([2]);
    });

    it('reports a crash as a failure worth retrying', async () => {
      expect(await decided('crashes')).toMatchObject({ kind: 'failed', again: true, reason: expect.stringMatching(/\S/) });
    });

    it('does not accept nonsense as an answer', async () => {
      expect(await decided('talks nonsense')).toMatchObject({ kind: 'failed', again: false });
    });

    it('stops an agent that never answers, at once and without leftovers', async () => {
      await stopped('never answers');
    });

    it('stops an agent that resists being stopped', async () => {
      await stopped('stubborn');
    });

    async function stopped(role: Role): Promise<void> {
      const { agent, stage } = await playing(role);
      const time = new AbortController();
      const outcome = agent.decide(aBriefing(), time.signal);
      await expect.poll(stage.begun).toBe(true);
      expect(await stage.running()).toBeGreaterThan(0);
      time.abort();
      expect(await outcome).toMatchObject({ kind: 'failed', again: true });
      await nothingRuns(stage);
    }

    it('does not start if the time is already over', async () => {
      const { agent, stage } = await playing('answers');
      expect(await agent.decide(aBriefing(), AbortSignal.abort())).toMatchObject({ kind: 'failed' });
      expect(await agent.tell({ text: 'news', key: 'n', ask: aBriefing().ask }, AbortSignal.abort())).toMatchObject({ kind: 'failed' });
      expect(await stage.running()).toBe(0);
    });

    it('ignores a second answer', async () => {
      const outcome = await decided('answers twice');
      if (outcome.kind === 'replied') expect(chosen(outcome)).toEqual([2]);
      else expect(outcome).toMatchObject({ kind: 'failed', again: false });
    });

    it('refuses an answer to another ask', async () => {
      expect(await decided('lies')).toMatchObject({ kind: 'failed', again: false });
    });

    it('keeps the secret out of every outcome', async () => {
      const { agent, stage } = await playing('leaks');
      const outcome = await agent.decide(aBriefing(), ample());
      expect(JSON.stringify(outcome)).not.toContain(stage.secret);
      const told = await agent.tell({ text: 'It was recorded otherwise.', key: 'n', ask: aBriefing().ask }, ample());
      expect(JSON.stringify(told)).not.toContain(stage.secret);
    });

    it('does not read endless output', async () => {
      const { agent, stage } = await playing('floods');
      const outcome = await agent.decide(aBriefing(), ample());
      expect(outcome).toMatchObject({ kind: 'failed' });
      expect(JSON.stringify(outcome).length).toBeLessThan(10_000);
      await nothingRuns(stage);
    });

    it('leaves nothing running when it is closed', async () => {
      const { agent, stage } = await playing('never answers');
      const outcome = agent.decide(aBriefing(), ample());
      await expect.poll(stage.begun).toBe(true);
      expect(await stage.running()).toBeGreaterThan(0);
      await agent.close();
      expect(await outcome).toMatchObject({ kind: 'failed' });
      await nothingRuns(stage);
    });

    it('leaves nothing running after an answer', async () => {
      const { agent, stage } = await playing('answers');
      await agent.decide(aBriefing(), ample());
      await agent.close();
      await nothingRuns(stage);
    });

    it('accepts any text in an ask', async () => {
      const text = `\0"'$(reboot)\n--help ${'long '.repeat(5_000)}\u202e\ud800`;
      const briefing = { ...aBriefing({ project: `/no/such\0place ${text}` }), brief: text };
      expect(chosen(await decided('answers', briefing))).toEqual([2]);
    });

    it('decides several asks at the same time', async () => {
      const { agent } = await playing('answers');
      const ids = ['a1', 'b2', 'c3', 'd4'];
      const outcomes = await Promise.all(ids.map((id) => agent.decide(aBriefing({ id }), ample())));
      expect(outcomes.map(chosen)).toEqual(ids.map(() => [2]));
    });

    it('fails if the agent does not exist', async () => {
      const news = { text: 'It was recorded otherwise.', key: 'n1', ask: aBriefing().ask };
      const { agent } = await playing('is gone');
      const why = { kind: 'failed', reason: expect.stringMatching(/\S/), again: expect.any(Boolean) };
      expect(await agent.decide(aBriefing(), ample())).toMatchObject(why);
      expect(await agent.tell(news, ample())).toMatchObject(why);
    });
  });
}

/** The options chosen for the first question, in whatever form the answer was written. */
function chosen(outcome: Outcome): readonly unknown[] {
  if (outcome.kind !== 'replied' || outcome.reply.kind !== 'answers') throw new Error(`no answers: ${JSON.stringify(outcome)}`);
  const [first] = outcome.reply.answers;
  if (Array.isArray(first)) return first;
  return typeof first === 'object' && first !== null && 'choose' in first ? (first.choose ?? []) : [first];
}
