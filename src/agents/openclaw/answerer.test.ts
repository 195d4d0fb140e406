// OpenClaw as an answering agent: the conformance suite, replies in no form that was asked for, and the failures of a gateway.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type End,
  type FakeGateway,
  type FakeGatewayOptions,
  type FakeRun,
  type Script,
  startFakeGateway,
} from '../../../test/support/fake-openclaw-gateway.ts';
import { aBriefing, answeringAgentSuite, type Role, type Stage } from '../../auto-answer/answerers/answering-agent.conformance.ts';
import type { AnsweringAgent } from '../../auto-answer/answerers/answering-agent.ts';
import { choiceFor, conversationSuite, heardBefore } from '../../auto-answer/answerers/answering-agent-conversation.conformance.ts';
import { openSqliteJournal } from '../../journal/sqlite/journal.ts';
import { type OpenClawOptions, openOpenClaw } from './answerer.ts';

const SECRET = 'secret-token-of-the-gateway';
const ample = () => AbortSignal.timeout(120_000);
const openclaw = (url: string, over: Partial<OpenClawOptions['settings']> = { 'token-env': 'TOKEN' }, name = 'claw'): AnsweringAgent =>
  openOpenClaw({
    name,
    settings: { url, ...over },
    env: { TOKEN: SECRET, WRONG: 'wrong-token' },
    version: '0.0.0',
  });

/** The id is at the end of the suite's brief; without one, any answer is accepted. */
const idIn = (message: string): string => /about ([a-z0-9]+)\./.exec(message)?.[1] ?? aBriefing().ask.id;
const said = (...texts: readonly string[]): End => ({ kind: 'said', texts });
const answers = ({ message }: FakeRun, choice: number, id = idIn(message)): End => said(`I looked. <answer ask="${id}">${choice}</answer>`);

const ROLES: Record<Role, Script> = {
  answers: (run) => run.settle(answers(run, 2)),
  passes: (run) => run.settle(said('{"pass":"I cannot tell"}')),
  'takes its time': async (run) => run.settle(await delay(400, answers(run, 2))),
  crashes: (run) => run.settle({ kind: 'failed', reason: 'the model is overloaded' }),
  'talks nonsense': (run) => run.settle(said('Sure thing, boss! {"kind": ')),
  'never answers': () => {},
  stubborn: () => {},
  'answers twice': (run) => {
    run.settle(answers(run, 2));
    run.settle(answers(run, 1));
  },
  lies: (run) => run.settle(answers(run, 2, 'zzzzzzzzzzzz')),
  leaks: (run) => run.settle(said(SECRET, `{"answers":[{"words":"${SECRET}"}]}`)),
  floods: (run) => run.settle({ kind: 'flood', bytes: 9_000_000 }),
  'is gone': () => {},
};

async function stage(): Promise<Stage> {
  let gateway: FakeGateway | undefined;
  return {
    secret: SECRET,
    async agent(role) {
      gateway = await startFakeGateway({ script: ROLES[role], token: SECRET });
      if (role === 'is gone') await gateway.crash();
      return openclaw(gateway.url);
    },
    begun: () => (gateway?.running() ?? 0) > 0,
    running: async () => gateway?.running() ?? 0,
    close: async () => gateway?.crash(),
  };
}
answeringAgentSuite('OpenClaw', stage);

conversationSuite(
  'OpenClaw',
  async () => {
    const conversations = new Map<string, string[]>();
    const gateway = await startFakeGateway({ script: (run) => run.settle(remembering(run, conversations)), token: SECRET });
    return { agent: async (who) => openclaw(gateway.url, { 'token-env': 'TOKEN' }, who), close: () => gateway.crash() };
  },
  () => openSqliteJournal(':memory:'),
);

function remembering(run: FakeRun, conversations: Map<string, string[]>): End {
  const earlier = conversations.get(run.session) ?? [];
  conversations.set(run.session, [...earlier, run.message]);
  return said(JSON.stringify({ answers: [choiceFor(run.message)], risk: 'reversible', reason: heardBefore(earlier) }));
}

describe('OpenClaw', () => {
  let gateway: FakeGateway;
  let agent: AnsweringAgent;
  afterEach(async () => {
    await agent?.close();
    await gateway?.crash();
  });
  const gatewayWith = async (
    script: Script,
    options: Partial<FakeGatewayOptions> = {},
    settings?: Partial<OpenClawOptions['settings']>,
  ) => {
    gateway = await startFakeGateway({ script, token: SECRET, ...options });
    agent = openclaw(gateway.url, settings);
  };
  const decided = () => agent.decide(aBriefing(), ample());
  const methods = () => gateway.calls.map(({ method }) => method);

  it('is called in a separate conversation for each ask, with the key of the briefing', async () => {
    await gatewayWith(ROLES.answers);
    expect(await decided()).toMatchObject({ effort: { via: 'websocket', model: 'fake/fake-model', inputTokens: 11, outputTokens: 7 } });
    const { ask, brief, key } = aBriefing();
    expect(gateway.calls.at(-1)).toEqual({
      method: 'agent',
      params: { message: brief, agentId: 'main', sessionKey: `agent:main:answerback:${ask.id}`, idempotencyKey: key },
    });
  });

  it('keeps one connection for all asks', async () => {
    await gatewayWith(ROLES.answers);
    await Promise.all(['a', 'b', 'c'].map((id) => agent.decide({ ...aBriefing({ id }), key: id }, ample())));
    await decided();
    expect(methods().filter((method) => method === 'connect')).toHaveLength(1);
    expect(gateway.connections()).toBe(1);
  });

  it('is reached again after a restart of its gateway', async () => {
    await gatewayWith(ROLES.answers);
    await decided();
    const { port } = gateway;
    await gateway.crash();
    expect(await agent.decide({ ...aBriefing(), key: 'k2' }, ample())).toMatchObject({
      kind: 'failed',
      again: true,
      reason: expect.stringContaining('cannot be reached'),
    });
    gateway = await startFakeGateway({ script: ROLES.answers, token: SECRET, port });
    expect(await agent.decide({ ...aBriefing(), key: 'k3' }, ample())).toMatchObject({ kind: 'replied' });
  });

  it('has failed if its gateway dies during a run, and may be tried again', async () => {
    await gatewayWith(() => void gateway.crash());
    expect(await decided()).toMatchObject({ kind: 'failed', again: true });
    expect(methods()).toEqual(['connect', 'agent']);
  });

  it('gives its answer to the next attempt if only the connection was lost, and decides once', async () => {
    const runs: FakeRun[] = [];
    await gatewayWith((run) => {
      runs.push(run);
      run.drop();
    });
    expect(await decided()).toMatchObject({ kind: 'failed', again: true });
    const again = decided();
    await expect.poll(() => methods().includes('agent.wait')).toBe(true);
    runs[0]?.settle(answers(runs[0], 2));
    expect(await again).toMatchObject({ kind: 'replied', reply: { kind: 'answers' } });
    expect(runs).toHaveLength(1);
  });

  it('starts a new run if the first one failed or was stopped, because the gateway remembers how it ended', async () => {
    const keys: string[] = [];
    await gatewayWith((run) => {
      keys.push(run.key);
      if (keys.length === 1) return run.settle({ kind: 'failed', reason: 'overloaded' });
      if (keys.length === 3) run.settle(answers(run, 2));
    });
    expect(await decided()).toMatchObject({ kind: 'failed', again: true });
    const time = new AbortController();
    const stopped = agent.decide(aBriefing(), time.signal);
    await expect.poll(() => keys.length).toBe(2);
    time.abort();
    await stopped;
    // A driver without any memory of the earlier attempts.
    await agent.close();
    agent = openclaw(gateway.url);
    expect(await decided()).toMatchObject({ kind: 'replied' });
    const { key } = aBriefing();
    expect(keys).toEqual([key, `${key}~2`, `${key}~3`]);
  });

  it('reports a wrong token, and is not tried again', async () => {
    await gatewayWith(ROLES.answers, {}, { 'token-env': 'WRONG' });
    const outcome = await decided();
    expect(outcome).toMatchObject({ kind: 'failed', again: false, reason: expect.stringContaining('does not accept the token') });
    expect(JSON.stringify(outcome)).not.toContain('wrong-token');
    expect(methods()).toEqual(['connect']);
  });

  it.each([3, 5])('that speaks version %s of the protocol is reported', async (protocol) => {
    await gatewayWith(ROLES.answers, { protocol });
    expect(await decided()).toMatchObject({
      kind: 'failed',
      again: false,
      reason: expect.stringContaining('another version of the protocol'),
    });
  });

  const NO_ANSWER = 'it said nothing that is an answer';
  const NOT_TAKEN = 'its answer cannot be taken';
  it.each([
    ['nothing', [], NO_ANSWER],
    ['OpenClaw’s own word for silence', ['NO_REPLY'], NO_ANSWER],
    ['prose that names an option', ['I would choose SQLite, option 2.'], NO_ANSWER],
    ['a number alone', ['2'], NO_ANSWER],
    ['a tag that is not closed', ['<answer ask="ID" risk="reversible">2'], NOT_TAKEN],
    ['a decision of another kind of agent', [JSON.stringify({ decision: 'approve', option: 2 })], NO_ANSWER],
    ['an option that is not offered', ['{"answers": [7], "risk": "reversible", "reason": "r"}'], NOT_TAKEN],
    ['more answers than questions', ['{"answers": [1, 2], "risk": "reversible", "reason": "r"}'], NOT_TAKEN],
    ['two different answers', ['<answer ask="ID">1</answer>', '<answer ask="ID">2</answer>'], NOT_TAKEN],
  ])('has not answered if it replies with %s, and can be told so', async (_, texts, reason) => {
    await gatewayWith((run) => run.settle(said(...texts.map((text) => text.replace('ID', idIn(run.message))))));
    expect(await decided()).toMatchObject({ kind: 'failed', again: false, wrong: true, reason: expect.stringContaining(reason) });
  });

  it('has not reviewed if it replies with something else than a review', async () => {
    await gatewayWith((run) => run.settle(answers(run, 2)));
    expect(await agent.decide({ ...aBriefing(), wants: 'review' }, ample())).toMatchObject({ kind: 'failed', again: false });
  });

  it('gets notices in the conversation of the ask', async () => {
    await gatewayWith(ROLES['never answers']);
    const { ask } = aBriefing();
    expect(await agent.tell({ text: 'It was recorded otherwise.', key: 'news-1', ask }, ample())).toEqual({ kind: 'told' });
    expect(gateway.calls.at(-1)?.params).toMatchObject({
      message: 'It was recorded otherwise.',
      idempotencyKey: 'news-1',
      sessionKey: `agent:main:answerback:${ask.id}`,
    });
  });

  it('asks the gateway to stop a run that is no longer wanted', async () => {
    await gatewayWith(ROLES['never answers']);
    const time = new AbortController();
    const outcome = agent.decide(aBriefing(), time.signal);
    await expect.poll(() => gateway.running()).toBe(1);
    time.abort();
    await outcome;
    await expect
      .poll(() => gateway.calls.at(-1))
      .toEqual({ method: 'chat.abort', params: { sessionKey: `agent:main:answerback:${aBriefing().ask.id}`, runId: aBriefing().key } });
  });

  it('does not get its token unencrypted over the network', async () => {
    agent = openclaw('ws://claw.example:18789');
    expect(await decided()).toMatchObject({ kind: 'failed', again: false, reason: expect.stringContaining('wss://') });
  });
});
