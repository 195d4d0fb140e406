// What hooks say besides questions and answers: notifications, subagents, and calls that we know little about.
import { describe, expect, it } from 'vitest';
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
  soon,
} from '../../../../test/support/claude-code/hooks-harness.ts';
import type { AskView } from '../../../ask/schema/history.ts';
import { appendIfAllowed } from '../../../inbox/amend.ts';
import { settle } from '../../../inbox/settle.ts';
import { openSqliteJournal } from '../../../journal/sqlite/journal.ts';

const on = (settings?: Parameters<typeof pipeline>[1]) => pipeline(openSqliteJournal(':memory:'), settings);
type World = ReturnType<typeof on>;
const asks = async ({ journal }: World) => (await journal.list({}, { limit: 20 })).items;
const inWords = (words: string) => decision({ kind: 'answers', answers: [{ kind: 'words', words }] });
const result = (text: string, toolUseId = 't1') =>
  payload('PostToolBatch', { tool_calls: [{ tool_name: 'AskUserQuestion', tool_use_id: toolUseId, tool_response: text }] });

describe('a question in a shape that we do not know', () => {
  const tool_input = { pages: [{ ask: 'Which?' }] };
  const unknown = { tool_input };

  it('is listed without details, with what Claude Code sent in its history', async () => {
    const world = on();
    await world.hooks.receive(pre(unknown), never);
    const ask = await only(world);
    expect(ask).toMatchObject({ kind: 'question', state: 'open', questions: [{ text: expect.stringContaining('No details available') }] });
    const [asked] = await world.journal.history(ask?.id as string);
    expect(asked?.happening).toMatchObject({ kind: 'asked', raw: { tool_input } });
  });

  it('can be answered in own words, which the agent gets instead of an answer', async () => {
    const world = on();
    await world.hooks.receive(pre(unknown), never);
    const replying = world.hooks.receive(request(unknown), never);
    await soon();
    await settle(world.journal, (await only(world))?.id as string, inWords('the second page'));
    const reply = await replying;
    expect(reply.body).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'deny', message: 'the second page' } } });
    await replySent(reply);
    await world.hooks.receive(result('the second page'), never);
    expect(await only(world)).toMatchObject({ state: 'verified', receipt: { evidence: 'PostToolBatch' } });
  });

  it('is closed with what was said at the keyboard', async () => {
    const world = on();
    await world.hooks.receive(pre(unknown), never);
    const over = { tool_use_id: 't1', tool_input, tool_response: { answers: { 'Which?': 'that one' } } };
    await world.hooks.receive(payload('PostToolUse-AskUserQuestion-single', over), never);
    expect(await only(world)).toMatchObject({
      state: 'verified',
      decision: { answers: [{ words: 'that one' }], by: { surface: 'keyboard' } },
    });
  });
});

describe('a call that ended', () => {
  const ANSWERED = 'Your questions have been answered: "Which database should we use?"="SQLite".';
  const written = (answers: object) => resultRow('t1', ANSWERED, { toolUseResult: { answers } });

  it('is mismatched when Esc interrupted it at the moment of our answer, although its hook says that it was answered', async () => {
    const world = on();
    const ask = await delivered(world);
    await world.hooks.receive(post(ask), never);
    world.write(resultRow('t1', "The user doesn't want to proceed with this tool use. The tool use was rejected", {}, true));
    await world.clock.advance(world.clock.now());
    expect(await only(world)).toMatchObject({
      state: 'mismatched',
      receipt: { evidence: 'transcript', recorded: { kind: 'dismissed' } },
    });
  });

  it('is recorded as it was answered at the keyboard, when the agent ends its turn while a delivery has just failed', async () => {
    const world = on();
    await world.hooks.receive(pre(), never);
    const ask = (await only(world)) as AskView;
    const now = { at: world.clock.now(), actor: 'agent:claude-code' };
    await settle(world.journal, ask.id, decision());
    await appendIfAllowed(world.journal, ask.id, now, { kind: 'delivering', way: 'keys' });
    await world.hooks.receive(post(ask, 'SQLite'), never);
    await appendIfAllowed(world.journal, ask.id, now, {
      kind: 'delivery-failed',
      way: 'keys',
      reason: 'the dialog is no longer on the screen',
    });
    await world.hooks.receive(payload('Stop'), never);
    world.write(written({ 'Which database should we use?': 'SQLite' }));
    await world.clock.advance(world.clock.now() + 2_000);
    await soon();
    const [, question] = await asks(world);
    expect(question).toMatchObject({ state: 'mismatched', receipt: { recorded: { answers: [{ chosen: ['SQLite'] }] } } });
  });

  it('is looked up in the transcript when only the text for the model is known', async () => {
    const world = on();
    await world.hooks.receive(pre(), never);
    world.write(written({ 'Which database should we use?': 'SQLite' }));
    await world.hooks.receive(result(ANSWERED), never);
    await soon();
    expect(await only(world)).toMatchObject({
      state: 'verified',
      receipt: { evidence: 'transcript' },
      decision: { by: { surface: 'keyboard' } },
    });
  });

  it('closes its ask even if nothing says how it was answered', async () => {
    const world = on();
    await world.hooks.receive(pre(), never);
    await world.hooks.receive(result(ANSWERED), never);
    await soon();
    await world.clock.advance(world.clock.now() + 3_000);
    expect(await only(world)).toMatchObject({ state: 'withdrawn', ending: 'the agent went on; what was answered is not known' });
  });

  it('leaves a warning in the log if no hook had announced it', async () => {
    const world = on();
    await world.hooks.receive(payload('PreToolUse-Bash', { tool_use_id: 'seen' }), never);
    await world.hooks.receive(payload('PostToolUse-Bash', { tool_use_id: 'seen' }), never);
    expect(world.warned).toEqual([]);
    await world.hooks.receive(payload('PostToolUse-Bash', { tool_use_id: 'unseen' }), never);
    expect(world.warned).toMatchObject([
      { what: expect.stringContaining('no hook had announced'), session: 's1', tool: 'Bash', toolUseId: 'unseen' },
    ]);
  });

  it('leaves no warning with `mode: hold`, which announces only questions, unless it is a question', async () => {
    const world = on({ mode: 'hold' });
    await world.hooks.receive(payload('PostToolUse-Bash'), never);
    expect(world.warned).toEqual([]);
    await world.hooks.receive(payload('PostToolUse-AskUserQuestion-single'), never);
    expect(world.warned).toMatchObject([{ tool: 'AskUserQuestion' }]);
  });
});

describe('a notification', () => {
  const idle = (over = {}) => payload('Notification-idle_prompt', over);
  const dialog = (over = {}) => payload('Notification-permission_prompt', over);

  it('that the agent is idle opens an idle ask if no Stop came, and closes what it asked before', async () => {
    const world = on();
    await world.hooks.receive(pre(), never);
    await world.hooks.receive(idle(), never);
    expect(await asks(world)).toMatchObject([
      { kind: 'idle', state: 'open' },
      { kind: 'question', state: 'withdrawn', ending: 'the agent ended its turn' },
    ]);
  });

  it('that the agent is idle closes the idle ask of an earlier turn', async () => {
    const world = on();
    await world.hooks.receive(payload('Stop', { prompt_id: 'p1' }), never);
    await world.hooks.receive(idle({ prompt_id: 'p2' }), never);
    expect(await asks(world)).toMatchObject([
      { kind: 'idle', state: 'open' },
      { kind: 'idle', state: 'withdrawn' },
    ]);
  });

  it.each([{ prompt_id: 'p1' }, { prompt_id: undefined }])('that the agent is idle adds nothing to Stop (%j)', async (turn) => {
    const world = on();
    await world.hooks.receive(payload('Stop', turn), never);
    await world.hooks.receive(idle(turn), never);
    expect(await asks(world)).toMatchObject([{ kind: 'idle', state: 'open' }]);
  });

  it('that a dialog waits opens an ask without details if nothing else told us of it, until a call ends', async () => {
    const world = on();
    await world.hooks.receive(dialog(), never);
    expect(await asks(world)).toMatchObject([
      { kind: 'permission', state: 'open', questions: [{ text: 'No details available: Claude needs your permission' }] },
    ]);
    await world.hooks.receive(dialog(), never);
    await world.hooks.receive(payload('PostToolUse-Bash'), never);
    expect(await asks(world)).toMatchObject([{ state: 'withdrawn', ending: 'the agent went on' }]);
  });

  it('that a dialog waits adds nothing to an ask that is open', async () => {
    const world = on();
    await world.hooks.receive(pre(), never);
    await world.hooks.receive(dialog(), never);
    expect(await asks(world)).toHaveLength(1);
  });
});

describe('a subagent', () => {
  const start = (agent_id: string) => payload('SubagentStart-in-subagent', { agent_id, agent_type: 'explorer' });
  const stop = (agent_id: string) => payload('SubagentStop-in-subagent', { agent_id, agent_type: 'explorer' });
  const asking = (agent_id: string) =>
    payload('PermissionRequest-Bash', { agent_id, agent_type: undefined, tool_input: { command: `make ${agent_id}` } });

  it('is named by its start, and its stop closes what it asked, but not what another one of the same type asked', async () => {
    const world = on();
    for (const id of ['a1', 'a2']) {
      await world.hooks.receive(start(id), never);
      void world.hooks.receive(asking(id), never);
      await soon();
    }
    expect(await asks(world)).toMatchObject([{ agent: 'explorer' }, { agent: 'explorer' }]);
    await world.hooks.receive(stop('a1'), never);
    expect(await asks(world)).toMatchObject([
      { state: 'open', detail: { input: { command: 'make a2' } } },
      { state: 'withdrawn', ending: 'the subagent that asked has stopped' },
    ]);
  });
});
