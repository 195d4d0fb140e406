// The hook pipeline on a fake clock, an empty journal and a transcript that the test writes.
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { recorded, recordedNames } from '../agents/claude-code/fixtures.ts';
import { fakeClock } from '../decide/fake-clock.ts';
import { settle } from '../decide/settle.ts';
import { createWaiting } from '../decide/waiting.ts';
import { openSqliteJournal } from '../drivers/sqlite/journal.ts';
import type { Decision } from '../question/words.ts';
import { createBroker } from './broker.ts';
import { createHooks, type HookSettings } from './hooks.ts';
import { createKeys } from './keys.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function setUp(settings: Partial<HookSettings> = {}) {
  const journal = openSqliteJournal(':memory:');
  const clock = fakeClock(1_000_000);
  const waiting = createWaiting(journal, clock);
  let made = 0;
  const newId = () => `id${String(made++).padStart(10, '0')}`;
  const broker = createBroker({ journal, clock, waiting, newId });
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  const debugged: string[] = [];
  const errors: unknown[] = [];
  const alive = new Set<number>();
  const hooks = createHooks({
    journal,
    broker,
    clock,
    waiting,
    newId,
    keys: createKeys({
      journal,
      clock,
      alive: () => true,
      transcript: { tail: async () => [], watch: () => () => {} },
      terminal: () => undefined,
    }),
    transcript: {
      tail: async () => lines,
      watch(_, changed) {
        watchers.add(changed);
        return () => watchers.delete(changed);
      },
    },
    settings: () => ({ paused: false, excluded: [], mode: 'beside', screens: true, ...settings }),
    alive: (pid) => alive.has(pid),
    debug: (why) => debugged.push(why),
    onError: (error) => errors.push(error),
  });
  closing.push(async () => {
    hooks.stop();
    waiting.stop();
    await journal.close();
  });
  const write = (line: string) => {
    lines.push(line);
    for (const changed of watchers) changed();
  };
  return { journal, clock, broker, hooks, write, debugged, errors, alive };
}
type World = ReturnType<typeof setUp>;

const never = new AbortController().signal;
const soon = () => new Promise((resolve) => setImmediate(resolve));
const payload = (name: string, over: object = {}) => ({ ...recorded(name), session_id: 's1', ...over });
const pre = (over: object = {}) => payload('PreToolUse-AskUserQuestion', { tool_use_id: 't1', ...over });
const request = (over: object = {}) =>
  payload('PermissionRequest-AskUserQuestion', { tool_input: recorded('PreToolUse-AskUserQuestion').tool_input, ...over });
const decision = (verdict: object = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }] }): Decision =>
  ({ ...verdict, key: randomUUID(), by: { kind: 'person', name: 'ada', surface: 'test' }, at: 1 }) as Decision;
const only = async ({ journal }: World) => (await journal.list({}, { limit: 1 })).items[0];

describe('a question', () => {
  it('is an ask when it is announced, is answered by the reply to the dialog, and verified by what was recorded', async () => {
    const world = setUp();
    const { hooks, journal } = world;
    expect(await hooks.receive(pre(), never)).toEqual({ body: {} });
    const replying = hooks.receive(request(), never);
    await soon();
    const ask = await only(world);
    expect(ask).toMatchObject({ state: 'open', toolUseId: 't1', session: 's1', program: 'claude-code' });
    await settle(journal, ask?.id as string, decision());
    const reply = await replying;
    expect(reply.body).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'allow' } } });
    expect((await only(world))?.state).toBe('delivering');
    await reply.sent?.(true);
    expect((await only(world))?.state).toBe('delivered');
    const answers = { [ask?.questions[0]?.text as string]: ask?.questions[0]?.options[0]?.label };
    await hooks.receive(payload('PostToolUse-AskUserQuestion-single', { tool_use_id: 't1', tool_response: { answers } }), never);
    expect(await only(world)).toMatchObject({ state: 'verified', receipt: { evidence: 'PostToolUse' } });
  });

  it('answered otherwise than decided is mismatched, with both kept', async () => {
    const world = setUp();
    await world.hooks.receive(pre(), never);
    const replying = world.hooks.receive(request(), never);
    await soon();
    const ask = await only(world);
    await settle(world.journal, ask?.id as string, decision());
    await (await replying).sent?.(true);
    await world.hooks.receive(
      payload('PostToolUse-AskUserQuestion-single', {
        tool_use_id: 't1',
        tool_response: { answers: { [ask?.questions[0]?.text as string]: 'something else' } },
      }),
      never,
    );
    expect(await only(world)).toMatchObject({
      state: 'mismatched',
      receipt: { differences: [expect.anything(), expect.anything()], recorded: { kind: 'answers' } },
    });
  });

  it('for which no evidence comes is unconfirmed after a while, and verified if it comes late', async () => {
    const world = setUp();
    await world.hooks.receive(pre(), never);
    const replying = world.hooks.receive(request(), never);
    await soon();
    const ask = await only(world);
    await settle(world.journal, ask?.id as string, decision());
    await (await replying).sent?.(true);
    await world.clock.advance(1_000_000 + 29_000);
    expect((await only(world))?.state).toBe('delivered');
    await world.clock.advance(1_000_000 + 31_000);
    expect((await only(world))?.state).toBe('unconfirmed');
    const answers = { [ask?.questions[0]?.text as string]: ask?.questions[0]?.options[0]?.label };
    await world.hooks.receive(payload('PostToolUse-AskUserQuestion-single', { tool_use_id: 't1', tool_response: { answers } }), never);
    expect((await only(world))?.state).toBe('verified');
  });

  it('whose reply did not leave whole is not called delivered', async () => {
    const world = setUp();
    await world.hooks.receive(pre(), never);
    const replying = world.hooks.receive(request(), never);
    await soon();
    await settle(world.journal, (await only(world))?.id as string, decision());
    await (await replying).sent?.(false);
    expect(await only(world)).toMatchObject({
      state: 'answered',
      delivery: { failures: [{ reason: expect.stringContaining('closed the request') }] },
    });
  });

  it('announced twice is one ask', async () => {
    const world = setUp();
    await world.hooks.receive(pre(), never);
    await world.hooks.receive(pre(), never);
    expect((await world.journal.list({}, { limit: 5 })).items).toHaveLength(1);
  });

  it('of which we see only the dialog is an ask all the same, and verified by its questions', async () => {
    const world = setUp();
    const replying = world.hooks.receive(request(), never);
    await soon();
    const ask = await only(world);
    await settle(world.journal, ask?.id as string, decision());
    await (await replying).sent?.(true);
    const answers = { [ask?.questions[0]?.text as string]: ask?.questions[0]?.options[0]?.label };
    const { tool_input, prompt_id } = request() as unknown as { tool_input: object; prompt_id?: string };
    await world.hooks.receive(
      payload('PostToolUse-AskUserQuestion-single', {
        prompt_id,
        tool_use_id: 't9',
        tool_input: { ...tool_input, answers },
        tool_response: { answers },
      }),
      never,
    );
    expect((await only(world))?.state).toBe('verified');
  });

  it('dropped by Claude Code is explained by the transcript', async () => {
    const world = setUp();
    const gone = new AbortController();
    await world.hooks.receive(pre(), never);
    const replying = world.hooks.receive(request(), gone.signal);
    await soon();
    gone.abort();
    expect(await replying).toEqual({ body: {} });
    world.write(
      JSON.stringify({
        type: 'user',
        message: {
          content: [
            {
              type: 'tool_result',
              tool_use_id: 't1',
              is_error: true,
              content: "The user doesn't want to proceed with this tool use. STOP",
            },
          ],
        },
      }),
    );
    await soon();
    await soon();
    expect(await only(world)).toMatchObject({ state: 'withdrawn', ending: 'dismissed at the keyboard (Esc)' });
  });

  it('dropped without a word stays open while the agent lives, and is withdrawn when it does not', async () => {
    const world = setUp();
    await world.broker.see({ id: 's1', program: 'claude-code', project: '/p', pid: 42 });
    world.alive.add(42);
    for (const id of ['t1', 't2']) {
      const gone = new AbortController();
      await world.hooks.receive(pre({ tool_use_id: id }), never);
      const replying = world.hooks.receive(request(), gone.signal);
      await soon();
      gone.abort();
      await replying;
      await world.clock.advance(world.clock.now() + 4_000);
      world.alive.clear();
    }
    const { items } = await world.journal.list({}, { limit: 5 });
    expect(items.map((v) => [v.toolUseId, v.state, v.ending])).toEqual([
      ['t2', 'withdrawn', 'the agent is gone'],
      ['t1', 'open', undefined],
    ]);
  });

  it('decided before the dialog asks is answered at once', async () => {
    const world = setUp();
    await world.hooks.receive(pre(), never);
    await settle(world.journal, (await only(world))?.id as string, decision());
    expect((await world.hooks.receive(request(), never)).body).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'allow' } } });
  });
});

describe('sessions that are not ours', () => {
  it.each([
    ['paused', { paused: true }, 'Answerback is paused'],
    ['excluded', { excluded: ['/home/me'] }, 'the folder /home/me is excluded by the configuration'],
  ])('%s are left alone, with a reason in the log', async (_, settings, why) => {
    const world = setUp(settings);
    expect(await world.hooks.receive(pre(), never)).toEqual({ body: {} });
    expect(await only(world)).toBeUndefined();
    expect(world.debugged).toEqual([why]);
  });

  it('that answer an ask are left alone: they would be asked their own questions', async () => {
    const world = setUp();
    await world.broker.see({ id: 's1', program: 'claude-code', project: '/srv/app', answering: 'k3f9' });
    for (const hook of [pre(), request(), payload('Stop')]) expect(await world.hooks.receive(hook, never)).toEqual({ body: {} });
    expect((await world.journal.list({}, { limit: 9 })).items).toEqual([]);
    await world.hooks.receive(payload('SessionEnd'), never);
    expect(await world.journal.session('s1')).toMatchObject({ endedAt: expect.any(Number) });
  });
});

describe('asks and their session', () => {
  it('a new prompt, the end of the turn and the end of the session close what is open', async () => {
    const world = setUp();
    const ending = async () => (await world.journal.list({ kinds: ['question'] }, { limit: 1 })).items[0]?.ending;
    await world.hooks.receive(pre({ tool_use_id: 'a' }), never);
    await world.hooks.receive(payload('UserPromptSubmit'), never);
    expect(await ending()).toBe('the next prompt was given at the keyboard');
    await world.hooks.receive(pre({ tool_use_id: 'b' }), never);
    await world.hooks.receive(payload('Stop'), never);
    expect(await ending()).toBe('the agent ended its turn');
    await world.hooks.receive(pre({ tool_use_id: 'c' }), never);
    await world.hooks.receive(payload('SessionEnd'), never);
    expect(await ending()).toBe('the session ended (other)');
    expect(await world.journal.session('s1')).toMatchObject({ endedAt: expect.any(Number) });
  });

  it('a subagent is named, and what it asks outlives the turn of the main agent', async () => {
    const world = setUp();
    const asked = payload('PermissionRequest-Bash', { agent_id: 'a1', agent_type: 'reviewer' });
    void world.hooks.receive(asked, never);
    await soon();
    await world.hooks.receive(payload('Stop'), never);
    expect((await world.journal.list({ kinds: ['permission'] }, { limit: 1 })).items[0]).toMatchObject({
      agent: 'reviewer',
      state: 'open',
    });
  });

  it('a plan comes with its text', async () => {
    const world = setUp();
    const plan = { plan: '# Plan\n1. Test\n2. Ship', planFilePath: '/home/me/plan.md' };
    void world.hooks.receive(payload('PermissionRequest-ExitPlanMode', { tool_input: plan }), never);
    await soon();
    expect(await only(world)).toMatchObject({ kind: 'plan', detail: { kind: 'plan', plan: plan.plan, file: plan.planFilePath } });
  });

  it('the same unannounced dialog, asked again after its end, is another ask', async () => {
    const world = setUp();
    for (const _ of [1, 2]) {
      const replying = world.hooks.receive(request(), never);
      await soon();
      const ask = await only(world);
      expect(ask?.state).toBe('open');
      await settle(world.journal, ask?.id as string, decision());
      expect((await replying).body).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'allow' } } });
    }
    expect((await world.journal.list({}, { limit: 5 })).items).toHaveLength(2);
  });

  it('a PreToolUse that ran out of time is not taken for Esc: the dialog that follows can be answered', async () => {
    const world = setUp({ mode: 'hold' });
    const gone = new AbortController();
    const announced = world.hooks.receive(pre(), gone.signal);
    await soon();
    gone.abort();
    await announced;
    const replying = world.hooks.receive(request(), never);
    await soon();
    await world.clock.advance(world.clock.now() + 2_000);
    const ask = await only(world);
    expect(ask?.state).toBe('open');
    await settle(world.journal, ask?.id as string, decision());
    expect((await replying).body).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'allow' } } });
  });

  it('a prompt that may have been typed already is not typed again after a restart', async () => {
    const world = setUp();
    await world.hooks.receive(payload('Stop'), never);
    const ask = await only(world);
    await settle(world.journal, ask?.id as string, decision({ kind: 'answers', answers: [{ kind: 'words', words: 'go on' }] }));
    const { version } = (await only(world)) as { version: number };
    await world.journal.append(ask?.id as string, version, [{ at: 1, actor: 'a', happening: { kind: 'delivering', way: 'keys' } }]);
    await world.hooks.resume();
    await world.clock.advance(world.clock.now() + 10_000);
    expect(await only(world)).toMatchObject({
      state: 'answered',
      delivery: { failures: [{ way: 'keys', reason: expect.stringContaining('the broker stopped') }] },
    });
  });

  it('another session is not touched', async () => {
    const world = setUp();
    await world.hooks.receive(pre(), never);
    await world.hooks.receive(payload('Stop', { session_id: 's2' }), never);
    expect((await world.journal.list({ session: 's1' }, { limit: 1 })).items[0]?.state).toBe('open');
  });

  it('a tool that needs no permission costs no ask', async () => {
    const world = setUp();
    await world.hooks.receive(payload('PreToolUse-Bash'), never);
    await world.hooks.receive(payload('PostToolUse-Bash'), never);
    await world.hooks.receive(payload('PostToolBatch'), never);
    expect(await world.journal.head()).toBe(0);
  });
});

describe('garbage', () => {
  /** A small generator of its own: the same seed gives the same 100,000 payloads. */
  function* randoms(seed: number): Generator<number> {
    for (let state = seed; ; ) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      yield state / 2 ** 32;
    }
  }
  const HOSTILE = [
    null,
    0,
    -1,
    true,
    '',
    'x'.repeat(5_000),
    '\u001b[2J\u202e\u0000',
    [],
    {},
    [[[[]]]],
    { questions: null },
    { questions: [{}] },
    { questions: 'x' },
    '__proto__',
    1e308,
    ['A', 1, null],
  ];

  function mutated(value: unknown, random: () => number): unknown {
    if (random() < 0.08) return HOSTILE[Math.floor(random() * HOSTILE.length)];
    if (Array.isArray(value)) {
      const kept = value.filter(() => random() > 0.1).map((inner) => mutated(inner, random));
      return random() < 0.05 ? [...kept, ...kept] : kept;
    }
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).flatMap(([key, inner]) =>
          random() < 0.06 ? [] : [[random() < 0.03 ? `${key}x` : key, mutated(inner, random)]],
        ),
      );
    }
    if (typeof value === 'string' && random() < 0.1) return value.slice(0, Math.floor(random() * value.length));
    return value;
  }

  it('100,000 mutated payloads decide nothing, throw nothing and break nothing', async () => {
    const world = setUp();
    const source = randoms(20_261_115);
    const random = () => source.next().value as number;
    const gone = AbortSignal.abort();
    const originals = recordedNames.map(recorded);
    for (let i = 0; i < 100_000; i += 1) {
      const original = originals[i % originals.length] as Record<string, unknown>;
      const body = mutated({ ...original, session_id: `s${i % 50}`, tool_use_id: original.tool_use_id && `t${i}` }, random);
      const reply = await world.hooks.receive(body, gone);
      if (Object.keys(reply.body).length > 0) throw new Error(`a decision out of nothing: ${JSON.stringify(body)}`);
    }
    expect(world.errors).toEqual([]);
    expect(await world.journal.check()).toEqual([]);
    await world.hooks.receive(pre({ session_id: 'after' }), never);
    expect((await world.journal.list({ session: 'after' }, { limit: 1 })).items).toHaveLength(1);
  }, 180_000);
});
