// The real Claude Code in a real tmux, with a fake model. The tests check what the model was told, not only what we recorded.
// How each action ends, in each version: matrix.test.ts.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AskView, State } from '../../src/ask/schema/history.ts';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import type { Client } from '../support/client.ts';
import { by, type Home, home } from '../support/home.ts';
import { answers } from '../support/samples.ts';

let at: Home;
let client: Client;
let model: FakeModel;
let claude: ClaudeSession;

beforeAll(async () => {
  at = home();
  client = at.client();
  model = await startFakeModel();
  claude = await startClaude({
    version: CLAUDE_CODE,
    model,
    settings: await hookSettings(at, CLAUDE_CODE),
    args: ['--permission-mode', 'default'],
  });
}, 180_000);

afterAll(async () => {
  await claude?.stop();
  await model?.stop();
  await at?.close();
});

/** Closes a dialog that a failed test left open. After one that passed, an answered dialog may still be shown, and Esc would end the turn. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' && /Esc to cancel/.test(await claude.screen())) await claude.keys('Escape');
});

const option = (label: string, more = {}) => ({ label, description: `about ${label}`, ...more });
const question = (text: string, options: object[], more = {}) => ({ question: text, header: 'Pick', multiSelect: false, options, ...more });
const asks = (...questions: object[]) => ({ name: 'AskUserQuestion', input: { questions } });
const database = question('Which database?', [option('Postgres'), option('SQLite'), option('Redis')], { header: 'Database' });

/** Prompts the agent, which then makes these calls. Returns their ids. */
async function prompted(prompt: string, ...tools: { name: string; input: object }[]): Promise<readonly string[]> {
  const ids = model.script(prompt, [{ tools }]);
  await claude.prompt(prompt);
  return ids;
}

/** The ask of a tool call, as soon as it is in one of these states. */
async function becomes(toolUseId: string, ...states: State[]): Promise<AskView> {
  const known = new Map<string, string>();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 60_000);
  try {
    for await (const item of client.events({ after: 0, signal: stop.signal })) {
      if (item.kind !== 'event' || !('ask' in item.event)) continue;
      if (item.event.happening.kind === 'asked') known.set(item.event.ask, item.event.happening.ask.toolUseId);
      if (known.get(item.event.ask) !== toolUseId) continue;
      const view = await client.show(item.event.ask);
      if (states.includes(view.state)) return view;
    }
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
  const { asks: all } = await client.list({ limit: 20 });
  throw new Error(
    `${toolUseId} did not become ${states}: ${JSON.stringify(all.map((a) => [a.toolUseId, a.kind, a.state, a.ending]))}\n${await claude.screen()}`,
  );
}

/** The result of a dismissed call, which the model gets only with the next prompt. */
async function toldNext(id: string): Promise<string> {
  const [next = ''] = await prompted(`after ${id}`, asks(database));
  const { content } = await model.toolResult(id);
  await client.decide((await becomes(next, 'open')).id, answers(1), by('ada'));
  await model.toolResult(next);
  return content;
}
const REJECTED = /doesn't want to proceed with this tool use|declined to answer|interrupted/i;

const answered = (...pairs: [string, string][]) =>
  CLAUDE_CODE === '2.1.100'
    ? `User has answered your questions: ${pairs.map(([q, a]) => `"${q}"="${a}"`).join(', ')}. You can now continue with the user's answers in mind.`
    : `Your questions have been answered: ${pairs.map(([q, a]) => `"${q}"="${a}"`).join(', ')}. You can now continue with these answers in mind.`;

/** For own words and notes, the text around the answers is different. */
const contains = (...parts: string[]) => ({
  content: expect.toSatisfy((text: string) => parts.every((part) => text.includes(part))),
  isError: false,
});

describe(`Claude Code ${CLAUDE_CODE}, answered through its hooks`, () => {
  it('reports its pane and process when it starts', async () => {
    await expect
      .poll(async () => (await client.sessions())[0])
      .toMatchObject({
        program: 'claude-code',
        project: claude.paths.project,
        pid: claude.pid,
        pane: claude.pane.id,
      });
  });

  it('a single choice', async () => {
    const [id = ''] = await prompted('single', asks(database));
    const ask = await becomes(id, 'open');
    expect(ask).toMatchObject({
      kind: 'question',
      source: 'hook',
      program: 'claude-code',
      questions: [{ text: 'Which database?', header: 'Database' }],
    });
    await client.decide(ask.id, answers(2), by('ada'));
    expect(await model.toolResult(id)).toEqual({ content: answered(['Which database?', 'SQLite']), isError: false });
    expect(await becomes(id, 'verified')).toMatchObject({
      delivery: { way: 'permission-hook' },
      receipt: { evidence: 'PostToolUse', differences: [] },
      decision: { by: { name: 'ada' } },
    });
  });

  it('several choices, with commas and quotes in their labels', async () => {
    const [id = ''] = await prompted(
      'multi',
      asks(question('Which parts?', [option('A, B'), option('say "hi"'), option('plain')], { multiSelect: true })),
    );
    await client.decide((await becomes(id, 'open')).id, answers([3, 1, 2]), by('ada'));
    expect((await model.toolResult(id)).content).toContain('"Which parts?"="plain, "A, B", "say \\"hi\\"""');
    await becomes(id, 'verified');
  });

  it('several choices and own words', async () => {
    const [id = ''] = await prompted('multi words', asks(question('Which else?', [option('One'), option('Two')], { multiSelect: true })));
    await client.decide((await becomes(id, 'open')).id, answers({ choose: [2], words: 'three, of course' }), by('ada'));
    expect(await model.toolResult(id)).toEqual(contains('"Which else?"="Two, "three, of course""'));
    await becomes(id, 'verified');
  });

  it('several questions, one of them skipped', async () => {
    const [id = ''] = await prompted(
      'form',
      asks(
        database,
        question('Which cache?', [option('None'), option('Disk')], { header: 'Cache' }),
        question('Which name?', [option('Ada'), option('Bob')], { header: 'Name' }),
      ),
    );
    await client.decide((await becomes(id, 'open')).id, answers(1, { skip: true }, 'bob'), by('ada'));
    expect(await model.toolResult(id)).toEqual({
      content: answered(['Which database?', 'Postgres'], ['Which name?', 'Bob']),
      isError: false,
    });
    await becomes(id, 'verified');
  });

  it('own words with several lines and scripts', async () => {
    const words = 'neither – use 東京 🙂\nand "quotes", too';
    const [id = ''] = await prompted('words', asks(database));
    await client.decide((await becomes(id, 'open')).id, answers({ words }), by('ada'));
    expect(await model.toolResult(id)).toEqual(contains(`"Which database?"="${words}"`));
    await becomes(id, 'verified');
  });

  it('a preview with a note', async () => {
    const layout = question('Which layout?', [option('Sidebar', { preview: '| side | main |' }), option('Topbar', { preview: '# top' })]);
    const [id = ''] = await prompted('preview', asks(layout));
    await client.decide((await becomes(id, 'open')).id, answers({ choose: [2], note: 'keep it small' }), by('ada'));
    const parts = CLAUDE_CODE === '2.1.100' ? ['"Which layout?"="Topbar"'] : ['"Which layout?"="Topbar"', '# top', 'keep it small'];
    expect(await model.toolResult(id)).toEqual(contains(...parts));
    if (CLAUDE_CODE !== '2.1.100') await becomes(id, 'verified');
  });

  it('two equal questions at once are two asks', async () => {
    const [first = '', second = ''] = await prompted('twins', asks(database), asks(database));
    await client.decide((await becomes(first, 'open')).id, answers('Redis'), by('ada'));
    await client.decide((await becomes(second, 'open')).id, answers('SQLite'), by('ada'));
    expect(await model.toolResult(first)).toEqual({ content: answered(['Which database?', 'Redis']), isError: false });
    expect(await model.toolResult(second)).toEqual({ content: answered(['Which database?', 'SQLite']), isError: false });
  });
});

describe(`Claude Code ${CLAUDE_CODE}, answered at its own keyboard`, () => {
  const dialog = /Esc to cancel/;

  it('closes the ask with what was recorded', async () => {
    const [id = ''] = await prompted('keyboard', asks(database));
    await becomes(id, 'open');
    await claude.choose('SQLite');
    expect(await model.toolResult(id)).toEqual({ content: answered(['Which database?', 'SQLite']), isError: false });
    expect(await becomes(id, 'verified')).toMatchObject({
      decision: { answers: [{ kind: 'chosen', chosen: [2] }], by: { surface: 'keyboard' } },
    });
  });

  it('refuses a remote answer that comes too late, and says who was first', async () => {
    const [id = ''] = await prompted('late', asks(database));
    const { id: ask } = await becomes(id, 'open');
    await claude.choose('Postgres');
    await becomes(id, 'verified');
    await expect(client.decide(ask, answers(3), by('ada'))).rejects.toThrow('already answered by somebody (keyboard): Postgres');
  });

  it('recognises Esc', async () => {
    const [id = ''] = await prompted('esc', asks(database));
    await becomes(id, 'open');
    await claude.waitForSettled(dialog);
    await claude.keys('Escape');
    expect(await becomes(id, 'withdrawn')).toMatchObject({ ending: 'dismissed at the keyboard (Esc)' });
    expect(await toldNext(id)).toMatch(REJECTED);
  });

  it('recognises “Chat about this”', async () => {
    const [id = ''] = await prompted('chat', asks(database));
    await becomes(id, 'open');
    await claude.choose('Chat about this');
    expect((await model.toolResult(id)).content).toContain('wants to clarify these questions');
    expect(await becomes(id, 'verified', 'withdrawn')).toMatchObject(
      CLAUDE_CODE === '2.1.100' ? {} : { decision: { kind: 'redirect', by: { surface: 'keyboard' } } },
    );
  });
});

describe(`Claude Code ${CLAUDE_CODE}, permissions and plans`, () => {
  const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'Try it' } });

  it('a command is allowed once', async () => {
    const [id = ''] = await prompted('allow', bash('touch allowed.txt && echo made'));
    const ask = await becomes(id, 'open');
    expect(ask).toMatchObject({
      kind: 'permission',
      questions: [{ text: 'Allow Bash: touch allowed.txt && echo made?' }],
      detail: { tool: 'Bash' },
    });
    await client.decide(ask.id, answers('Yes'), by('ada'));
    expect((await model.toolResult(id)).content).toContain('made');
    await becomes(id, 'verified');
  });

  it('“don’t ask again” adds the rule, and the next command needs no permission', async () => {
    const command = 'touch always && npm run build';
    const [id = ''] = await prompted('always', bash(command));
    const ask = await becomes(id, 'open');
    const always = ask.questions[0]?.options.findIndex((o) => o.label === "Yes, and don't ask again") ?? -1;
    expect(ask.questions[0]?.options[always]?.description).toMatch(/Bash\(npm run/);
    await client.decide(ask.id, answers(always + 1), by('ada'));
    await model.toolResult(id);
    await becomes(id, 'verified');
    const [again = ''] = await prompted('always again', bash(command));
    await model.toolResult(again);
    expect((await client.list({ limit: 50 })).asks.filter((a) => a.toolUseId === again)).toEqual([]);
  });

  it('a command is refused at the keyboard', async () => {
    const [id = ''] = await prompted('keyboard no', bash('touch kb.txt && echo kb'));
    await becomes(id, 'open');
    await claude.waitForSettled(/Do you want to proceed/);
    await claude.keys('Escape');
    expect(await becomes(id, 'withdrawn')).toMatchObject({ ending: 'refused at the keyboard' });
    expect(await toldNext(id)).toMatch(REJECTED);
  });

  it('the end of a turn opens an idle ask with the last message, until the next prompt', async () => {
    const [id = ''] = await prompted('turn', asks(database));
    await client.decide((await becomes(id, 'open')).id, answers(1), by('ada'));
    await model.toolResult(id);
    const idle = async () => (await client.list({ kind: ['idle'], limit: 1 })).asks[0];
    await expect.poll(async () => (await idle())?.state).toBe('open');
    const { id: before } = (await idle()) as AskView;
    expect(await client.show(before)).toMatchObject({ detail: { kind: 'idle', lastMessage: 'done' } });
    const [next = ''] = await prompted('next turn', asks(database));
    await client.decide((await becomes(next, 'open')).id, answers(1), by('ada'));
    expect(await client.show(before)).toMatchObject({ state: 'withdrawn', ending: 'the next prompt was given at the keyboard' });
  });
});

describe(`Claude Code ${CLAUDE_CODE}, given prompts`, () => {
  const session = async () => (await client.sessions()).find((s) => s.pane === claude.pane.id)?.id as string;
  const states = async () => (await client.prompts(true)).map((p) => `${p.text}: ${p.state}`);

  it('types a prompt into an idle agent at once, and checks that it was submitted', async () => {
    const [id = ''] = model.script('hello from afar', [{ tools: [asks(database)] }]);
    await client.sendPrompt(await session(), 'hello from afar', by('ada'));
    await client.decide((await becomes(id, 'open')).id, answers(1), by('ada'));
    await model.toolResult(id);
    await expect.poll(states).toContain('hello from afar: sent');
  });

  it('types prompts into a busy agent one per turn, in order, and can cancel waiting ones', async () => {
    const [busy = ''] = await prompted('be busy', asks(database));
    const [first = ''] = model.script('the first', [{ tools: [asks(database)] }]);
    const [third = ''] = model.script('the third', [{ tools: [asks(database)] }]);
    const ask = await becomes(busy, 'open');
    const target = await session();
    for (const text of ['the first', 'the second', 'the third']) await client.sendPrompt(target, text, by('ada'));
    expect(await states()).toEqual(expect.arrayContaining(['the first: queued', 'the second: queued', 'the third: queued']));
    const second = (await client.prompts()).find((p) => p.text === 'the second');
    await client.cancelPrompt(second?.id as string);
    await client.decide(ask.id, answers(1), by('ada'));
    const next = await becomes(first, 'open');
    expect(await states()).toContain('the third: queued');
    await client.decide(next.id, answers(1), by('ada'));
    await client.decide((await becomes(third, 'open')).id, answers(1), by('ada'));
    await model.toolResult(third);
    await expect.poll(states).toEqual(expect.arrayContaining(['the first: sent', 'the second: cancelled', 'the third: sent']));
  });
});
