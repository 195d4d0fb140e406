// The hooks of Claude Code, on a fake clock, with an empty journal and a transcript that the test writes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  decision,
  delivered,
  never,
  only,
  payload,
  pipeline,
  post,
  pre,
  replySent,
  request,
  resultRow,
  type Settings,
  soon,
} from '../../../../test/support/claude-code/hooks-harness.ts';
import { recorded } from '../../../../test/support/claude-code/payloads.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { anAsk } from '../../../../test/support/samples.ts';
import type { AskView } from '../../../ask/schema/history.ts';
import { settle } from '../../../inbox/settle.ts';
import { openSqliteJournal } from '../../../journal/sqlite/journal.ts';

const on = (settings?: Settings) => pipeline(openSqliteJournal(':memory:'), settings);

describe('questions', () => {
  it('opens an ask on PreToolUse, answers it in the reply to the dialog, and verifies what was recorded', async () => {
    const world = on();
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
    await replySent(reply);
    expect((await only(world))?.state).toBe('delivered');
    await hooks.receive(post(ask as AskView), never);
    expect((await only(world))?.state).toBe('delivered');
    const answers = { [ask?.questions[0]?.text as string]: ask?.questions[0]?.options[0]?.label };
    world.write(resultRow('t1', 'answered', { toolUseResult: { answers } }));
    await world.clock.advance(world.clock.now());
    expect(await only(world)).toMatchObject({ state: 'verified', receipt: { evidence: 'PostToolUse' } });
  });

  it('reports a mismatch when another answer was recorded, and keeps both', async () => {
    const world = on();
    const ask = await delivered(world);
    await world.hooks.receive(post(ask, 'something else'), never);
    await world.clock.advance(world.clock.now() + 1_500);
    expect(await only(world)).toMatchObject({
      state: 'mismatched',
      receipt: { differences: [expect.anything(), expect.anything()], recorded: { kind: 'answers' } },
    });
  });

  it('is unconfirmed after 30 seconds without evidence, but still verifies evidence that arrives late', async () => {
    const world = on();
    const ask = await delivered(world);
    await world.clock.advance(1_000_000 + 29_000);
    expect((await only(world))?.state).toBe('delivered');
    await world.clock.advance(1_000_000 + 31_000);
    expect((await only(world))?.state).toBe('unconfirmed');
    await world.hooks.receive(post(ask), never);
    expect((await only(world))?.state).toBe('verified');
  });

  it('does not count as delivered when the reply was cut off', async () => {
    const world = on();
    await world.hooks.receive(pre(), never);
    const replying = world.hooks.receive(request(), never);
    await soon();
    await settle(world.journal, (await only(world))?.id as string, decision());
    await replySent(await replying, false);
    expect(await only(world)).toMatchObject({
      state: 'undelivered',
      delivery: { failures: [{ reason: expect.stringContaining('closed the request') }] },
    });
  });

  it('opens one ask when PreToolUse is sent twice', async () => {
    const world = on();
    await world.hooks.receive(pre(), never);
    await world.hooks.receive(pre(), never);
    expect((await world.journal.list({}, { limit: 5 })).items).toHaveLength(1);
  });

  it('opens and verifies an ask even when only the dialog was seen, without PreToolUse', async () => {
    const world = on();
    const replying = world.hooks.receive(request(), never);
    await soon();
    const ask = await only(world);
    await settle(world.journal, ask?.id as string, decision());
    await replySent(await replying);
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
    await world.clock.advance(world.clock.now() + 1_500);
    expect((await only(world))?.state).toBe('verified');
  });

  it('after /clear, the session continues under the new id and asks what to do next', async () => {
    const world = on();
    world.alive.add(7);
    await world.journal.see({ id: 's1', program: 'claude-code', project: '/p', pid: 7, startedAt: 1, seenAt: 1 }, 'a');
    await world.hooks.receive(payload('Stop'), never);
    await world.hooks.receive(payload('SessionEnd', { reason: 'clear' }), never);
    expect(await only(world)).toMatchObject({ kind: 'idle', state: 'withdrawn' });
    expect((await world.journal.session('s1'))?.endedAt).toBeUndefined();
    await world.journal.see({ id: 's2', program: 'claude-code', project: '/p', pid: 7, startedAt: 2, seenAt: 2 }, 'a');
    await world.hooks.receive(payload('SessionStart', { session_id: 's2', source: 'clear' }), never);
    expect(await world.journal.session('s1')).toMatchObject({ endedAt: expect.any(Number) });
    expect(await world.journal.session('s2')).toMatchObject({ continues: 's1' });
    expect(await only(world)).toMatchObject({ kind: 'idle', state: 'open', session: 's2' });
  });

  it('after /clear, the session in which the same process asks through our tool goes on, with its question', async () => {
    const world = on();
    world.alive.add(7);
    const mcp = { id: 'claude-code-7', program: 'claude-code', project: '/p', pid: 7, startedAt: 1, seenAt: 1 };
    await world.journal.see(mcp, 'a');
    await world.journal.open(anAsk({ id: 'by-tool', session: mcp.id, program: 'claude-code', source: 'tool' }), undefined, 'a');
    await world.journal.see({ ...mcp, id: 's2' }, 'a');
    await world.hooks.receive(payload('SessionStart', { session_id: 's2', source: 'clear' }), never);
    expect((await world.journal.session(mcp.id))?.endedAt).toBeUndefined();
    expect(await world.journal.get('by-tool')).toMatchObject({ state: 'open' });
  });

  it('a session that just started, or was compacted, does not ask', async () => {
    const world = on();
    world.alive.add(7);
    await world.journal.see({ id: 's1', program: 'claude-code', project: '/p', pid: 7, startedAt: 1, seenAt: 1 }, 'a');
    for (const source of ['startup', 'resume', 'compact']) await world.hooks.receive(payload('SessionStart', { source }), never);
    expect(await only(world)).toBeUndefined();
  });

  it('reads in the transcript why Claude Code dropped a request', async () => {
    const world = on();
    const connection = new AbortController();
    await world.hooks.receive(pre(), never);
    const replying = world.hooks.receive(request(), connection.signal);
    await soon();
    connection.abort();
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

  it('keeps a dropped ask open while the agent is alive, and withdraws it when the agent is gone', async () => {
    const world = on();
    await world.broker.see({ id: 's1', program: 'claude-code', project: '/p', pid: 42 });
    world.alive.add(42);
    world.write('{"type":"user","message":{"content":"go on"}}');
    for (const id of ['t1', 't2']) {
      const connection = new AbortController();
      await world.hooks.receive(pre({ tool_use_id: id }), never);
      const replying = world.hooks.receive(request(), connection.signal);
      await soon();
      connection.abort();
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

  it('a question of an agent is no question for a secret, whatever it says', async () => {
    const world = on();
    const tool_input = {
      questions: [{ question: 'Token?', header: 'T', options: [{ label: 'A' }, { label: 'B' }], secret: 'x'.repeat(43), other: 1 }],
    };
    await world.hooks.receive(pre({ tool_input }), never);
    void world.hooks.receive(request({ tool_input }), never);
    await soon();
    const view = await only(world);
    expect(view?.questions).toMatchObject([{ text: 'Token?', other: 1 }]);
    expect(view?.questions[0]).not.toHaveProperty('secret');
  });

  it('a session whose process is gone without its last hook has died; one that said goodbye has ended', async () => {
    const world = on();
    await world.hooks.resume();
    for (const [id, pid] of [
      ['s1', 7],
      ['s2', 8],
      ['s3', 9],
    ] as const) {
      world.alive.add(pid);
      await world.broker.see({ id, program: 'claude-code', project: '/p', pid });
      await world.hooks.receive(payload('Stop', { session_id: id }), never);
    }
    await world.hooks.receive(payload('SessionEnd', { session_id: 's2', reason: 'prompt_input_exit' }), never);
    world.alive.delete(7);
    world.alive.delete(8);
    await world.clock.advance(world.clock.now() + 10_000);
    await soon();
    expect(await world.journal.session('s1')).toMatchObject({ endedAt: expect.any(Number), died: true });
    expect((await world.journal.session('s2'))?.died).toBeUndefined();
    expect((await world.journal.session('s3'))?.endedAt).toBeUndefined();
  });

  it('a session in another PID namespace goes on, though no process here has its pid, and is not continued by one with the same pid', async () => {
    const world = on();
    await world.hooks.resume();
    for (const [id, pidNamespace] of [
      ['s1', 'pid:[1]'],
      ['s2', 'pid:[2]'],
    ] as const) {
      await world.broker.see({ id, program: 'claude-code', project: '/p', pid: 7, pidNamespace });
      await world.hooks.receive(payload('SessionStart', { session_id: id }), never);
    }
    await world.hooks.receive(pre(), never);
    await world.clock.advance(world.clock.now() + 10_000);
    await soon();
    for (const id of ['s1', 's2']) expect((await world.journal.session(id))?.endedAt).toBeUndefined();
    expect((await only(world))?.state).toBe('open');
  });

  it('answers the dialog at once when the question is decided already', async () => {
    const world = on();
    await world.hooks.receive(pre(), never);
    await settle(world.journal, (await only(world))?.id as string, decision());
    expect((await world.hooks.receive(request(), never)).body).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'allow' } } });
  });
});

describe('bad luck', () => {
  it('of two requests for one ask, the newer one gets the answer and the older one no decision', async () => {
    const world = on({ mode: 'hold' });
    const older = world.hooks.receive(pre(), never);
    await soon();
    const newer = world.hooks.receive(pre(), never);
    expect(await older).toEqual({ body: {} });
    await settle(world.journal, (await only(world))?.id as string, decision());
    expect((await newer).body).toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } });
  });

  it('a journal that cannot store the delivery leaves Claude Code with its dialog', async () => {
    const world = on();
    await world.hooks.receive(pre(), never);
    const replying = world.hooks.receive(request(), never);
    await soon();
    const append = world.journal.append.bind(world.journal);
    await settle(world.journal, (await only(world))?.id as string, decision());
    world.journal.append = () => Promise.reject(new Error('the disk is full'));
    expect(await replying).toEqual({ body: {} });
    world.journal.append = append;
    expect(world.errors).not.toEqual([]);
    // Nobody has lost the decision: it is listed as not delivered.
    await soon();
    expect((await only(world))?.state).toBe('undelivered');
  });
});

describe('ignored sessions', () => {
  it.each([
    ['Answerback is paused', { paused: true }, 'Answerback is paused'],
    ['its folder is excluded', { excluded: ['/home/me'] }, 'the folder /home/me is excluded by the configuration'],
  ])('leaves a session alone when %s, and logs the reason', async (_, settings, why) => {
    const world = on(settings);
    expect(await world.hooks.receive(pre(), never)).toEqual({ body: {} });
    expect(await only(world)).toBeUndefined();
    expect(world.debugged).toEqual([why]);
  });

  it('leaves an answering agent alone, which would otherwise get its own questions to answer', async () => {
    const world = on();
    await world.broker.see({ id: 's1', program: 'claude-code', project: '/srv/app', answering: 'k3f9' });
    for (const hook of [pre(), request(), payload('Stop')]) expect(await world.hooks.receive(hook, never)).toEqual({ body: {} });
    expect((await world.journal.list({}, { limit: 9 })).items).toEqual([]);
    await world.hooks.receive(payload('SessionEnd'), never);
    expect(await world.journal.session('s1')).toMatchObject({ endedAt: expect.any(Number) });
  });
});

describe('a headless run', () => {
  /** As its SessionStart hook says. */
  const headless = async (settings?: Settings) => {
    const world = on(settings);
    await world.broker.see({ id: 's1', program: 'claude-code', project: '/p', run: 'headless' });
    return world;
  };
  const bash = () => payload('PermissionRequest-Bash');

  it('is left alone: nothing is asked, and nobody can give it a prompt when it ends', async () => {
    const world = await headless();
    expect(await world.hooks.receive(bash(), never)).toEqual({ body: {} });
    expect(await world.hooks.receive(pre(), never)).toEqual({ body: {} });
    await world.hooks.receive(payload('Stop'), never);
    expect(await only(world)).toBeUndefined();
    expect(world.debugged).toContainEqual(expect.stringContaining('headless'));
  });

  it('is left alone too if its file is there but does not say how it runs', async () => {
    const claudeFolder = mkdtempSync(join(tmpdir(), 'answerback-headless-'));
    onTestFinished(() => rmSync(claudeFolder, { recursive: true }));
    mkdirSync(join(claudeFolder, 'sessions'));
    // Without `entrypoint`.
    writeFileSync(join(claudeFolder, 'sessions', `${process.pid}.json`), JSON.stringify({ pid: process.pid, sessionId: 's1', cwd: '/p' }));
    const world = await headless({ claudeFolder });
    world.alive.add(process.pid);
    expect(await world.hooks.receive(bash(), never)).toEqual({ body: {} });
    // Somebody continues it in a terminal, which is all that we know.
    await world.broker.see({ id: 's1', program: 'claude-code', project: '/p', run: 'interactive' });
    void world.hooks.receive(bash(), never);
    await soon();
    expect(await only(world)).toMatchObject({ kind: 'permission', state: 'open' });
  });

  it('is left alone too when it resumes a session that is open in a terminal, of which questions are still asked', async () => {
    const claudeFolder = mkdtempSync(join(tmpdir(), 'answerback-resumed-'));
    onTestFinished(() => rmSync(claudeFolder, { recursive: true }));
    mkdirSync(join(claudeFolder, 'sessions'));
    const world = on({ claudeFolder });
    await world.broker.see({ id: 's1', program: 'claude-code', project: '/p', run: 'interactive' });
    const starts = async (entrypoint: string, ...args: string[]) => {
      const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', '--', ...args], { stdio: ['pipe', 'ignore', 'ignore'] });
      onTestFinished(() => void child.kill());
      await once(child, 'spawn');
      world.alive.add(child.pid as number);
      const running = { pid: child.pid, sessionId: 's1', cwd: '/p', entrypoint };
      writeFileSync(join(claudeFolder, 'sessions', `${child.pid}.json`), JSON.stringify(running));
    };
    await starts('cli');
    await starts('sdk-cli', '-p', '--resume', 's1');
    expect(await world.hooks.receive(bash(), never)).toEqual({ body: {} });
    expect(await only(world)).toBeUndefined();
    void world.hooks.receive(request(), never);
    await soon();
    expect(await only(world)).toMatchObject({ kind: 'question', state: 'open' });
  });

  it('asks if the configuration says so, for as long as it says', async () => {
    const world = await headless({ headless: 5_000 });
    const replying = world.hooks.receive(bash(), never);
    await soon();
    const ask = (await only(world)) as AskView;
    expect(ask).toMatchObject({ kind: 'permission', state: 'open', deadline: ask.createdAt + 5_000 });
    await world.journal.append(ask.id, ask.version, [{ at: 1, actor: 'clock', happening: { kind: 'expired' } }]);
    expect(await replying).toEqual({ body: {} });
  });

  it('that went on without an answer says so to whoever decides too late', async () => {
    const world = await headless({ headless: 5_000 });
    const gone = new AbortController();
    const replying = world.hooks.receive(bash(), gone.signal);
    await soon();
    gone.abort();
    await replying;
    await world.clock.advance(world.clock.now() + 4_000);
    await settle(world.journal, (await only(world))?.id as string, decision());
    await eventually(async () => (await only(world))?.state === 'undelivered');
    expect((await only(world))?.delivery?.failures[0]?.reason).toContain('headless run went on without an answer');
  });

  it('that somebody continues in a terminal asks as any session does', async () => {
    const world = await headless();
    await world.broker.see({ id: 's1', program: 'claude-code', project: '/p', run: 'interactive' });
    void world.hooks.receive(bash(), never);
    await soon();
    expect(await only(world)).toMatchObject({ state: 'open' });
    expect((await only(world))?.deadline).toBeUndefined();
  });
});

describe('a session', () => {
  it('withdraws open asks on a new prompt, at the end of the turn and at the end of the session', async () => {
    const world = on();
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

  it('every hook may be sent twice, at once or later: there is one ask for each dialog, and one idle ask', async () => {
    const world = on();
    const twice = (body: object) => Promise.all([world.hooks.receive(body, never), world.hooks.receive(body, never)]);
    const states = async () => (await world.journal.list({}, { limit: 10 })).items.map(({ kind, state }) => `${kind} ${state}`);
    const bash = recorded('PermissionRequest-Bash').tool_input;
    await twice(payload('UserPromptSubmit'));
    await twice(payload('PreToolUse-Bash', { tool_use_id: 'b1', tool_input: bash }));
    const dialogs = twice(payload('PermissionRequest-Bash'));
    await eventually(async () => (await states()).length === 1);
    const late = world.hooks.receive(payload('PermissionRequest-Bash'), never);
    await world.hooks.receive(payload('PreToolUse-Bash', { tool_use_id: 'b1', tool_input: bash }), never);
    await world.hooks.receive(payload('UserPromptSubmit'), never);
    expect(await states()).toEqual(['permission open']);
    await settle(world.journal, (await only(world))?.id as string, decision());
    const replies = await Promise.all([dialogs, late]);
    expect(replies.flat().filter(({ body }) => Object.keys(body).length > 0)).toHaveLength(1);
    await twice(payload('PostToolUse-Bash', { tool_use_id: 'b1', tool_input: bash }));
    await twice(payload('Stop'));
    await world.hooks.receive(payload('Stop'), never);
    await world.hooks.receive(payload('UserPromptSubmit'), never);
    expect(await states()).toMatchObject(['idle open', expect.stringContaining('permission')]);
    await twice(payload('Stop', { session_id: 's2', prompt_id: undefined }));
    expect(await states()).toMatchObject(['idle open', 'idle open', expect.stringContaining('permission')]);
  });

  it('a dialog sent twice without PreToolUse is one ask', async () => {
    const world = on();
    void world.hooks.receive(payload('PermissionRequest-Bash'), never);
    await eventually(async () => (await world.journal.countOpen()) === 1);
    const again = world.hooks.receive(payload('PermissionRequest-Bash'), never);
    await soon();
    expect(await world.journal.countOpen()).toBe(1);
    await settle(world.journal, (await only(world))?.id as string, decision());
    expect((await again).body).not.toEqual({});
  });

  it('names the subagent that asks, and keeps its ask open when the turn of the main agent ends', async () => {
    const world = on();
    const asked = payload('PermissionRequest-Bash', { agent_id: 'a1', agent_type: 'reviewer' });
    void world.hooks.receive(asked, never);
    await soon();
    await world.hooks.receive(payload('Stop'), never);
    expect((await world.journal.list({ kinds: ['permission'] }, { limit: 1 })).items[0]).toMatchObject({
      agent: 'reviewer',
      state: 'open',
    });
  });

  it('captures a plan with its text', async () => {
    const world = on();
    const plan = { plan: '# Plan\n1. Test\n2. Ship', planFilePath: '/home/me/plan.md' };
    void world.hooks.receive(payload('PermissionRequest-ExitPlanMode', { tool_input: plan }), never);
    await soon();
    expect(await only(world)).toMatchObject({ kind: 'plan', detail: { kind: 'plan', plan: plan.plan, file: plan.planFilePath } });
  });

  it('opens a second ask when the same dialog comes again after it was answered, without PreToolUse', async () => {
    const world = on();
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

  it('can answer the dialog that follows a PreToolUse hook that timed out', async () => {
    const world = on({ mode: 'hold' });
    const connection = new AbortController();
    const announced = world.hooks.receive(pre(), connection.signal);
    await soon();
    connection.abort();
    await announced;
    const replying = world.hooks.receive(request(), never);
    await soon();
    await world.clock.advance(world.clock.now() + 2_000);
    const ask = await only(world);
    expect(ask?.state).toBe('open');
    await settle(world.journal, ask?.id as string, decision());
    expect((await replying).body).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'allow' } } });
  });

  it('takes a dropped PreToolUse hook for Esc when no dialog follows', async () => {
    const world = on({ mode: 'hold' });
    const connection = new AbortController();
    const announced = world.hooks.receive(pre(), connection.signal);
    await soon();
    connection.abort();
    await announced;
    await world.clock.advance(world.clock.now() + 2_000);
    await soon();
    expect(await only(world)).toMatchObject({ state: 'withdrawn', ending: 'interrupted at the keyboard (Esc)' });
  });

  it.each([
    ['takes it for Esc without a transcript', [], { state: 'withdrawn', ending: 'interrupted at the keyboard (Esc)' }],
    ['leaves it to the transcript if there is one', ['{"type":"user","message":{"content":"go on"}}'], { state: 'open' }],
  ])('when Claude Code drops the request of a dialog, %s', async (_, written, expected) => {
    const world = on();
    for (const row of written) world.write(row);
    const connection = new AbortController();
    await world.hooks.receive(pre(), never);
    const replying = world.hooks.receive(request(), connection.signal);
    await soon();
    connection.abort();
    expect(await replying).toEqual({ body: {} });
    await soon();
    await world.clock.advance(world.clock.now() + 4_000);
    await soon();
    await soon();
    expect(await only(world)).toMatchObject(expected);
  });

  it('when Claude Code gives up the request of a dialog after a day, the dialog stays, and so does the ask', async () => {
    const world = on();
    const connection = new AbortController();
    await world.hooks.receive(pre(), never);
    const replying = world.hooks.receive(request(), connection.signal);
    await soon();
    await world.clock.advance(world.clock.now() + 86_400_000);
    connection.abort();
    await replying;
    await soon();
    await world.clock.advance(world.clock.now() + 4_000);
    await soon();
    expect(await only(world)).toMatchObject({ state: 'open' });
  });

  it('does not type a prompt again after a restart when it may have been typed already', async () => {
    const world = on();
    await world.hooks.receive(payload('Stop'), never);
    const ask = await only(world);
    const settled = await settle(
      world.journal,
      ask?.id as string,
      decision({ kind: 'answers', answers: [{ kind: 'words', words: 'go on' }] }),
    );
    const { version } = (settled as { view: { version: number } }).view;
    // At once: otherwise the broker begins to deliver first.
    await world.journal.append(ask?.id as string, version, [{ at: 1, actor: 'a', happening: { kind: 'delivering', way: 'keys' } }]);
    await world.hooks.resume();
    await world.clock.advance(world.clock.now() + 10_000);
    expect(await only(world)).toMatchObject({
      state: 'undelivered',
      delivery: { failures: [{ way: 'keys', reason: expect.stringContaining('the broker stopped') }] },
    });
  });

  it('does not touch the asks of another session', async () => {
    const world = on();
    await world.hooks.receive(pre(), never);
    await world.hooks.receive(payload('Stop', { session_id: 's2' }), never);
    expect((await world.journal.list({ session: 's1' }, { limit: 1 })).items[0]?.state).toBe('open');
  });

  it('stores nothing for a tool that needs no permission', async () => {
    const world = on();
    await world.hooks.receive(payload('PreToolUse-Bash'), never);
    await world.hooks.receive(payload('PostToolUse-Bash'), never);
    await world.hooks.receive(payload('PostToolBatch'), never);
    expect(await world.journal.head()).toBe(0);
  });
});
