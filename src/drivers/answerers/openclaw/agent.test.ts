// OpenClaw as an answering agent: the conformance suite over WebSocket and HTTP, and the failures of a gateway.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type End,
  type FakeGateway,
  type FakeGatewayOptions,
  type FakeRun,
  type Script,
  startFakeGateway,
} from '../../../../test/support/fake-openclaw-gateway.ts';
import { aBriefing, answeringAgentSuite, type Role, type Stage } from '../../../decide/answering-agent.conformance.ts';
import type { AnsweringAgent } from '../../../decide/answering-agent.ts';
import { choiceFor, conversationSuite, heardBefore } from '../../../decide/answering-agent-conversation.conformance.ts';
import { openSqliteJournal } from '../../sqlite/journal.ts';
import { type OpenClawOptions, openOpenClaw } from './agent.ts';

const SECRET = 'secret-token-of-the-gateway';
const ample = () => AbortSignal.timeout(120_000);
const openclaw = (url: string, over: Partial<OpenClawOptions['settings']> = { 'token-env': 'TOKEN' }, name = 'claw'): AnsweringAgent =>
  openOpenClaw({
    name,
    settings: { url, ...over },
    env: { TOKEN: SECRET, HOOK: 'hook-token', WRONG: 'wrong-token' },
    version: '0.0.0',
  });

/** The id is at the end of the suite's brief; without one, any answer is accepted. */
const idIn = (message: string): string => /about ([a-z0-9]+)\./.exec(message)?.[1] ?? aBriefing().ask.id;
const decision = (choose: number, over: object = {}) => ({
  kind: 'answers',
  answers: [{ choose: [choose], words: '' }],
  message: '',
  reason: 'r',
  confidence: 1,
  ...over,
});

/** As text over WebSocket, with the tool over HTTP. */
const answers = ({ via, message }: FakeRun, choice: number, id = idIn(message)): End =>
  via === 'responses'
    ? { kind: 'decided', decision: decision(choice) }
    : { kind: 'said', texts: [`I looked. <answer ask="${id}">${choice}</answer>`] };

const ROLES: Record<Role, Script> = {
  answers: (run) => run.settle(answers(run, 2)),
  passes: (run) =>
    run.settle(
      run.via === 'responses'
        ? { kind: 'decided', decision: decision(1, { kind: 'pass' }) }
        : { kind: 'said', texts: ['{"pass":"I cannot tell"}'] },
    ),
  'takes its time': async (run) => run.settle(await delay(400, answers(run, 2))),
  crashes: (run) => run.settle({ kind: 'failed', reason: 'the model is overloaded' }),
  'talks nonsense': (run) => run.settle({ kind: 'said', texts: ['Sure thing, boss! {"kind": '] }),
  'never answers': () => {},
  stubborn: () => {},
  'answers twice': (run) => {
    run.settle(answers(run, 2));
    run.settle(answers(run, 1));
  },
  lies: (run) =>
    run.settle(run.via === 'responses' ? { kind: 'decided', decision: decision(1, { answers: [] }) } : answers(run, 2, 'zzzzzzzzzzzz')),
  leaks: (run) =>
    run.settle(
      run.via === 'responses'
        ? { kind: 'decided', decision: { ...decision(2), reason: SECRET } }
        : { kind: 'said', texts: [SECRET, `{"answers":[{"words":"${SECRET}"}]}`] },
    ),
  floods: (run) => run.settle({ kind: 'flood', bytes: 9_000_000 }),
  'is gone': () => {},
};

function stageWith(without: FakeGatewayOptions['without']): Stage {
  let gateway: FakeGateway | undefined;
  return {
    secret: SECRET,
    async agent(role) {
      gateway = await startFakeGateway({ script: ROLES[role], token: SECRET, ...(without ? { without } : {}) });
      if (role === 'is gone') await gateway.crash();
      return openclaw(gateway.url);
    },
    begun: () => (gateway?.running() ?? 0) > 0,
    running: async () => gateway?.running() ?? 0,
    close: async () => gateway?.crash(),
  };
}
answeringAgentSuite('OpenClaw over WebSocket', async () => stageWith(undefined));
answeringAgentSuite('OpenClaw over HTTP', async () => stageWith(['websocket']));

for (const [name, without] of [
  ['OpenClaw over WebSocket', []],
  ['OpenClaw over HTTP', ['websocket']],
] as const)
  conversationSuite(
    name,
    async () => {
      const conversations = new Map<string, string[]>();
      const gateway = await startFakeGateway({ script: (run) => run.settle(remembering(run, conversations)), token: SECRET, without });
      return { agent: async (who) => openclaw(gateway.url, { 'token-env': 'TOKEN' }, who), close: () => gateway.crash() };
    },
    () => openSqliteJournal(':memory:'),
  );

function remembering(run: FakeRun, conversations: Map<string, string[]>): End {
  const earlier = conversations.get(run.session) ?? [];
  conversations.set(run.session, [...earlier, run.message]);
  const [risk, reason] = ['reversible', heardBefore(earlier)];
  if (run.via === 'responses') return { kind: 'decided', decision: decision(choiceFor(run.message), { risk, reason }) };
  return { kind: 'said', texts: [JSON.stringify({ answers: [choiceFor(run.message)], risk, reason })] };
}

describe('OpenClaw', () => {
  let gateway: FakeGateway;
  let agent: AnsweringAgent;
  afterEach(async () => {
    await agent?.close();
    await gateway?.crash();
  });
  const stage = async (script: Script, options: Partial<FakeGatewayOptions> = {}, settings?: Partial<OpenClawOptions['settings']>) => {
    gateway = await startFakeGateway({ script, token: SECRET, ...options });
    agent = openclaw(gateway.url, settings);
  };
  const decided = () => agent.decide(aBriefing(), ample());
  const methods = () => gateway.calls.map(({ method }) => method);

  it('is called in a separate conversation for each ask, with the key of the briefing', async () => {
    await stage(ROLES.answers);
    expect(await decided()).toMatchObject({ effort: { via: 'websocket', model: 'fake/fake-model', inputTokens: 11, outputTokens: 7 } });
    const { ask, brief, key } = aBriefing();
    expect(gateway.calls.at(-1)).toEqual({
      method: 'agent',
      params: { message: brief, agentId: 'main', sessionKey: `agent:main:answerback:${ask.id}`, idempotencyKey: key },
    });
  });

  it('keeps one connection for all asks', async () => {
    await stage(ROLES.answers);
    await Promise.all(['a', 'b', 'c'].map((id) => agent.decide({ ...aBriefing({ id }), key: id }, ample())));
    await decided();
    expect(methods().filter((method) => method === 'connect')).toHaveLength(1);
    expect(gateway.connections()).toBe(1);
  });

  it('is reached again after a restart of its gateway', async () => {
    await stage(ROLES.answers);
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
    await stage(() => void gateway.crash());
    expect(await decided()).toMatchObject({ kind: 'failed', again: true });
    expect(methods()).toEqual(['connect', 'agent']);
  });

  it('gives its answer to the next attempt if only the connection was lost, and decides once', async () => {
    const runs: FakeRun[] = [];
    await stage((run) => {
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
    await stage((run) => {
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
    await stage(ROLES.answers, {}, { 'token-env': 'WRONG' });
    const outcome = await decided();
    expect(outcome).toMatchObject({ kind: 'failed', again: false, reason: expect.stringContaining('does not accept the token') });
    expect(JSON.stringify(outcome)).not.toContain('wrong-token');
    expect(methods()).toEqual(['connect', 'responses']);
  });

  it('with another protocol version is reached over HTTP, and reported if that fails too', async () => {
    await stage(ROLES.answers, { protocol: 5 });
    expect(await decided()).toMatchObject({ kind: 'replied', effort: { via: 'responses' } });
    await agent.close();
    await gateway.crash();
    await stage(ROLES.answers, { protocol: 3, without: ['responses'] });
    expect(await decided()).toMatchObject({
      kind: 'failed',
      again: false,
      reason: expect.stringContaining('another version of the protocol'),
    });
  });

  it('must use a tool over HTTP, in the same conversation', async () => {
    await stage(ROLES.answers, { without: ['websocket'] });
    expect(await decided()).toMatchObject({ kind: 'replied', effort: { via: 'responses', inputTokens: 11 } });
    expect(gateway.calls[0]?.params).toMatchObject({
      model: 'openclaw/main',
      input: aBriefing().brief,
      tool_choice: { type: 'function', name: 'give_decision' },
      session: `agent:main:answerback:${aBriefing().ask.id}`,
    });
  });

  it('is not called in a second way once a run was accepted', async () => {
    await stage((run) => run.drop(), {}, { 'token-env': 'TOKEN', 'hook-token-env': 'HOOK' });
    expect(await decided()).toMatchObject({ kind: 'failed', again: true });
    expect(methods()).toEqual(['connect', 'agent']);
  });

  it('with only the hook’s token is woken, and told to answer on the command line', async () => {
    const messages: string[] = [];
    await stage(({ message }) => messages.push(message), {}, { 'hook-token-env': 'HOOK' });
    expect(await decided()).toEqual({ kind: 'woken', effort: { via: 'hook' } });
    expect(gateway.calls).toEqual([
      { method: 'hook', params: expect.objectContaining({ agentId: 'main', idempotencyKey: aBriefing().key, deliver: false }) },
    ]);
    expect(messages[0]).toContain(`answerback answer ${aBriefing().ask.id}`);
    expect(messages[0]).toContain('--by agent:claw');
  });

  it('is woken through the hook if the gateway refuses', async () => {
    await stage(ROLES.answers, { without: ['websocket', 'responses'] }, { 'token-env': 'TOKEN', 'hook-token-env': 'HOOK' });
    expect(await decided()).toMatchObject({ kind: 'woken' });
  });

  it.each([
    ['WRONG', [], "does not accept the hook's token"],
    ['HOOK', ['hook'], 'hooks are off'],
  ] as const)('says why it could not be woken (%s %j)', async (token, without, reason) => {
    await stage(ROLES.answers, { without }, { 'hook-token-env': token });
    expect(await decided()).toMatchObject({ kind: 'failed', again: false, reason: expect.stringContaining(reason) });
  });

  it('gets notices in the conversation of the ask', async () => {
    await stage(ROLES['never answers']);
    const { ask } = aBriefing();
    expect(await agent.tell({ text: 'It was recorded otherwise.', key: 'news-1', ask }, ample())).toEqual({ kind: 'told' });
    expect(gateway.calls.at(-1)?.params).toMatchObject({
      message: 'It was recorded otherwise.',
      idempotencyKey: 'news-1',
      sessionKey: `agent:main:answerback:${ask.id}`,
    });
  });

  it('asks the gateway to stop a run that is no longer wanted', async () => {
    await stage(ROLES['never answers']);
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
