// Our plugin, with an OpenClaw and a broker that the test makes up: what it tells the agent, what it takes from its replies, and what people see.
import { expect, it } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { createAgent } from './agent.ts';
import type { Api } from './api.ts';
import type { Broker, ChatEvent, ChatReply } from './broker.ts';
import { createMarks } from './marks.ts';

const ASK = { id: 'k1', project: '/srv/shop' };
const TAG = '<answer ask="k1" risk="reversible" reason="x">2</answer>';
const BY_PROJECT = '<cc_answer project="shop" risk="reversible" reason="x">2</cc_answer>';
const turn = { agentId: 'main', sessionKey: 'agent:main:main', runId: 'r1' };
const event = (over: Partial<ChatEvent>): ChatEvent => ({
  seq: 1,
  kind: 'question',
  ask: 'k1',
  project: '/srv/shop',
  state: 'open',
  text: 'Which?',
  ...over,
});

function bench(events: readonly ChatEvent[] = [], outcome: ChatReply['replies'][number]['outcome'] = 'answered') {
  const [replies, acked, runs, notes]: [string[], (number | undefined)[], string[], string[]] = [[], [], [], []];
  const left = [...events];
  const broker: Broker = {
    events: async ({ ack }, signal) => {
      acked.push(ack);
      const next = left.shift();
      if (!next) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      return { events: next ? [next] : [], after: 99, waiting: [ASK], roster: '' };
    },
    roster: async () => ({ waiting: [ASK], roster: 'shop [ASKING: Which?] #k1' }),
    reply: async ({ text }) => {
      replies.push(text);
      return {
        replies: [{ ask: 'k1', outcome, message: 'Small' }],
        text: '',
        message: `ask k1 ${outcome}`,
        waiting: outcome === 'refused' ? [ASK] : [],
        roster: '',
      };
    },
  };
  const api = {
    logger: { info() {}, warn() {} },
    session: { workflow: { enqueueNextTurnInjection: async ({ text }: { text: string }) => void notes.push(text) } },
    runtime: {
      subagent: {
        run: async ({ message, idempotencyKey }: { message: string; idempotencyKey: string }) => {
          runs.push(`${idempotencyKey} ${message}`);
          return { runId: 'r1' };
        },
        waitForRun: async () => ({ status: 'ok' }),
      },
    },
  } as unknown as Api;
  let ids = 0;
  const marks = createMarks(
    () => agent.known(),
    () => `mark0${ids++}`,
  );
  const agent = createAgent('main', { as: 'claw' }, broker, marks);
  return { agent, marks, api, replies, acked, runs, notes };
}

it('takes the answers out of a text, gives the model its own words back, and shows people what became of them', async () => {
  const { agent, marks, replies } = bench();
  await agent.preface();
  const text = `I looked. ${TAG} Done. ${BY_PROJECT}`;
  const marked = marks.put(text);
  expect(marked).toBe('I looked. [→ k1 mark00] Done. [→ k1 mark01]');
  expect([marks.put(text), marks.undo(marked), marks.shown(marked)]).toEqual([marked, text, 'I looked.  Done. ']);
  agent.take(marked, turn.sessionKey);
  expect(await agent.refused(turn, 1_000)).toBeUndefined();
  expect(replies).toEqual([text]);
  expect(marks.shown(marked)).toContain('(answered #k1: Small)');
  await agent.ended(turn);
  expect(await agent.preface(turn)).toBe('ask k1 answered\n\nshop [ASKING: Which?] #k1');
  expect(await agent.preface(turn)).toBe('shop [ASKING: Which?] #k1');
});

it('leaves tags alone that are about other asks, are not closed, or are examples', async () => {
  const { agent, marks, replies } = bench();
  expect(marks.put(TAG)).toBe(TAG);
  await agent.preface();
  for (const other of [
    '<answer ask="zz" risk="reversible" reason="x">1</answer>',
    '<answer ask="k1">',
    '<answer ask="ID">2</answer>',
    '[→ k1 unknow]',
  ]) {
    expect([marks.put(other), marks.undo(other), marks.shown(other)]).toEqual([other, other, other]);
  }
  agent.take('Nothing of note.', turn.sessionKey);
  agent.take('<cc_answer project="web">1</cc_answer>', turn.sessionKey);
  expect(replies).toEqual([]);
});

it('lets the agent correct a refused answer once in the same turn, and tells it at the next one otherwise', async () => {
  const { agent } = bench([], 'refused');
  await agent.preface();
  agent.take(TAG, turn.sessionKey);
  expect(await agent.refused(turn, 1_000)).toBe('ask k1 refused');
  agent.take(TAG, turn.sessionKey);
  expect(await agent.refused(turn, 1_000)).toBeUndefined();
  await agent.ended(turn);
  expect(await agent.preface(turn)).toContain('ask k1 refused');
});

it('brings each event to its conversation, and acknowledges it afterwards', async () => {
  const { agent, api, acked, runs, notes } = bench([
    event({ seq: 5 }),
    event({ seq: 7, kind: 'over', state: 'answered', text: 'It is over.' }),
  ]);
  const stop = new AbortController();
  const following = agent.follow(api, stop.signal);
  await eventually(() => acked.length === 3);
  expect(acked).toEqual([undefined, 5, 7]);
  expect(runs).toEqual(['answerback:claw:5 Which?']);
  expect(notes).toEqual(['It is over.']);
  stop.abort();
  await following;
});
