// The real Claude Code without hooks: its questions are read from the screen and the transcript, answered by keys, and verified.
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AskView, State } from '../../src/ask/schema/history.ts';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, pauses, startFakeModel } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import type { Client } from '../support/client.ts';
import { by, type Home, home } from '../support/home.ts';
import { ownPort } from '../support/own-port.ts';
import { privateTmux } from '../support/private-tmux.ts';
import { answers } from '../support/samples.ts';

const option = (label: string) => ({ label, description: `about ${label}` });
const question = (text: string, labels: string[], more = {}) => ({
  question: text,
  header: 'Pick',
  multiSelect: false,
  options: labels.map(option),
  ...more,
});
const asks = (...questions: object[]) => ({ name: 'AskUserQuestion', input: { questions } });
const long = `Which of these databases should the service that keeps ${'very '.repeat(40)}old invoices use from now on?`;

// The groups run one after the other, each with its own.
let at: Home;
let client: Client;
let model: FakeModel;
let claude: ClaudeSession;

async function closeAll(): Promise<void> {
  await at?.close();
  await claude?.stop();
  await model?.stop();
}

/** Prompts the agent, which then makes these calls. Returns the id of the first. */
async function prompted(prompt: string, ...tools: { name: string; input: object }[]): Promise<string> {
  const [id = ''] = model.script(prompt, [{ tools }]);
  promptedAt.set(id, Date.now());
  await claude.prompt(prompt);
  return id;
}

const promptedAt = new Map<string, number>();
/** If the transcript is late, an open ask does not have the id of its call yet. */
const isAbout = (id: string) => (view: AskView) =>
  view.toolUseId === id || (view.toolUseId.startsWith('screen:') && view.createdAt >= (promptedAt.get(id) ?? 0));
const becomes = (id: string, ...states: State[]) => seen(isAbout(id), ...states);

/** The first ask that satisfies the expectation. */
async function seen(what: (view: AskView) => boolean, ...states: State[]): Promise<AskView> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 60_000);
  try {
    for await (const item of client.events({ after: 0, signal: stop.signal })) {
      if (item.kind !== 'event' || !('ask' in item.event)) continue;
      const view = await client.show(item.event.ask);
      if (what(view) && states.includes(view.state)) return view;
    }
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
  const { asks: all } = await client.list({ limit: 20 });
  throw new Error(
    `not seen: ${JSON.stringify(
      all.map((a) => [a.id, a.toolUseId, a.kind, a.state, a.ending, a.delivery, a.receipt]),
      null,
      1,
    )}`,
  );
}

describe(`Claude Code ${CLAUDE_CODE} without hooks`, () => {
  beforeAll(async () => {
    model = await startFakeModel();
    claude = await startClaude({ version: CLAUDE_CODE, model, args: ['--permission-mode', 'default'] });
    at = home();
    at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
    client = at.client();
    await client.status();
  }, 180_000);
  afterAll(closeAll);
  /** Closes a dialog that a failed test left open. After one that passed, an answered dialog may still be shown, and Esc would end the turn. */
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail' && /Esc to cancel|Submit answers/.test(await claude.screen())) await claude.keys('Escape');
  });

  it.each(pauses(true))(
    'captures a question with its full text, answers it by keys, and verifies the answer, pause %i ms',
    async (pauseMs) => {
      model.pauseMs = pauseMs;
      const id = await prompted('long question', asks(question(long, ['Postgres', 'SQLite', 'Redis'])));
      const view = await becomes(id, 'open');
      expect(view).toMatchObject({ kind: 'question', source: 'screen', project: claude.paths.project, questions: [{ text: long }] });
      await client.decide(view.id, answers(2), by('ada'));
      expect((await model.toolResult(id)).content).toContain('="SQLite"');
      expect(await becomes(id, 'verified')).toMatchObject({ delivery: { way: 'keys' }, receipt: { evidence: 'transcript' } });
      const [asked] = await client.history(view.id);
      expect(asked?.happening).toMatchObject({ kind: 'asked', raw: { source: 'question' } });
    },
  );

  it.each(pauses(true))('captures a form as one ask with all of its questions, pause %i ms', async (pauseMs) => {
    model.pauseMs = pauseMs;
    const id = await prompted(
      'whole form',
      asks(
        question('Which colour?', ['Red', 'Green']),
        question('Which parts?', ['Logs', 'Metrics'], { multiSelect: true, header: 'Parts' }),
      ),
    );
    const view = await becomes(id, 'open');
    await client.decide(view.id, answers({ words: 'plaid' }, [1, 2]), by('ada'));
    const { content } = await model.toolResult(id).catch(async (error) => {
      throw new Error(`${JSON.stringify((await client.show(view.id)).delivery)}\n${await claude.screen()}`, { cause: error });
    });
    expect(content).toContain('"Which colour?"="plaid"');
    expect(content).toContain('"Which parts?"="Logs, Metrics"');
    await becomes(id, 'verified');
  });

  it.each(pauses(true))('closes an ask that is answered at the keyboard, with what was chosen, pause %i ms', async (pauseMs) => {
    model.pauseMs = pauseMs;
    const id = await prompted('at the keyboard', asks(question('Which way?', ['Left', 'Right'])));
    await becomes(id, 'open');
    await claude.choose('Right');
    expect(await becomes(id, 'verified')).toMatchObject({ decision: { by: { surface: 'keyboard' }, answers: [{ chosen: [2] }] } });
  });

  it.each(pauses(true))('withdraws an ask that is dismissed, pause %i ms', async (pauseMs) => {
    model.pauseMs = pauseMs;
    const id = await prompted('dismiss it', asks(question('Which one?', ['This', 'That'])));
    await becomes(id, 'open');
    await claude.waitForSettled(/Esc to cancel/);
    await claude.keys('Escape');
    expect(await becomes(id, 'withdrawn')).toMatchObject({ ending: 'dismissed at the keyboard (Esc)' });
  });

  it.each(pauses(true))('captures a permission with the options on the screen, and allows it, pause %i ms', async (pauseMs) => {
    model.pauseMs = pauseMs;
    const id = await prompted('make a file', { name: 'Bash', input: { command: 'touch made && echo made it', description: 'Make it' } });
    const view = await becomes(id, 'open');
    expect(view).toMatchObject({ kind: 'permission', source: 'screen' });
    expect(view.questions[0]?.options.map((o) => o.label).at(0)).toBe('Yes');
    await client.decide(view.id, answers('Yes'), by('ada'));
    expect((await model.toolResult(id)).content).toContain('made it');
    const detail = { tool: 'Bash', input: { command: 'touch made && echo made it' } };
    expect(await becomes(id, 'verified')).toMatchObject({ toolUseId: id, detail });
  });

  it.each(pauses(true))('lists the same question at once when it is asked again, pause %i ms', async (pauseMs) => {
    model.pauseMs = pauseMs;
    const prompt = `again and again ${pauseMs}`;
    const call = asks(question(`Which door, ${pauseMs}?`, ['Left', 'Right']));
    const [first = '', second = ''] = model.script(prompt, [{ tools: [call] }, { tools: [call] }, { tools: [call] }]);
    const listed: string[] = [];
    const next = async () => {
      await claude.waitFor(/Esc to cancel/);
      const drawn = Date.now();
      const view = await seen(({ id, questions }) => questions[0]?.text === `Which door, ${pauseMs}?` && !listed.includes(id), 'open');
      // Keys have just been pressed; it must not wait the 10 s after which nobody is taken to be at the pane (AWAY_MS).
      expect(view.createdAt - drawn).toBeLessThan(9_000);
      listed.push(view.id);
      return view;
    };
    await claude.prompt(prompt);
    await client.decide((await next()).id, answers(2), by('ada'));
    expect((await model.toolResult(first)).content).toContain('="Right"');
    await next();
    await claude.choose('Right');
    await model.toolResult(second);
    await client.decide((await next()).id, answers(1), by('ada'));
    const over = async (n: number) => seen(({ id }) => id === listed[n], 'verified');
    expect(await over(0)).toMatchObject({ toolUseId: first, decision: { by: { name: 'ada' } } });
    expect(await over(1)).toMatchObject({ toolUseId: second, decision: { by: { surface: 'keyboard' }, answers: [{ chosen: [2] }] } });
    expect(await over(2)).toMatchObject({ decision: { answers: [{ chosen: [1] }] } });
  });

  it('keeps two sessions that ask the same question apart', async () => {
    const { home: HOME, config: CLAUDE_CONFIG_DIR, project: cwd } = claude.paths;
    const other = await startClaude({
      version: CLAUDE_CODE,
      model,
      args: ['--permission-mode', 'default'],
      cwd,
      env: { HOME, CLAUDE_CONFIG_DIR },
    });
    onTestFinished(() => other.stop());
    const call = {
      tools: [asks(question('Which of us?', ['Both', 'Neither']), question('And when?', ['Now', 'Later'], { header: 'When' }))],
    };
    const [ours = ''] = model.script('we ask', [call]);
    const [theirs = ''] = model.script('they ask', [call]);
    await claude.prompt('we ask');
    const mine = await seen(({ questions }) => questions[0]?.text === 'Which of us?', 'open');
    await other.prompt('they ask');
    const others = await seen(({ questions, id }) => questions[0]?.text === 'Which of us?' && id !== mine.id, 'open');
    expect(others.session).not.toBe(mine.session);
    await Promise.all([client.decide(mine.id, answers(1, 2), by('ada')), client.decide(others.id, answers(2, 1), by('ada'))]);
    expect((await model.toolResult(ours)).content).toMatch(/="Both".*="Later"/s);
    expect((await model.toolResult(theirs)).content).toMatch(/="Neither".*="Now"/s);
    expect(await seen(({ id }) => id === mine.id, 'verified')).toMatchObject({ toolUseId: ours });
    expect(await seen(({ id }) => id === others.id, 'verified')).toMatchObject({ toolUseId: theirs });
  });

  it('does not touch a form while somebody is at the pane, and reads the rest of it when they have left it alone', async () => {
    // Long enough that the call is not in the transcript before the dialog closes, however slow the computer is.
    model.pauseMs = 2_000;
    const people = privateTmux();
    onTestFinished(() => {
      people.end();
      model.pauseMs = 250;
    });
    const somebody = people.session('somebody', `exec env -u TMUX tmux -L ${claude.pane.server} attach-session -t agent`, [120, 40]);
    await expect.poll(() => claude.pane.tmux('list-clients')).toContain('120x40');
    const colours = question('Which colour?', ['Red', 'Green'], { header: 'Colour' });
    const id = await prompted('somebody is here', asks(colours, question('Which size?', ['Small', 'Large'], { header: 'Size' })));
    await claude.waitForSettled(/Esc to cancel/);
    people.run('send-keys', '-t', somebody, 'Down');
    const partly = await becomes(id, 'open');
    expect(partly.questions).toMatchObject([{ text: 'Which colour?' }, { header: 'Size', unseen: true }]);
    await claude.waitFor(/❯ 2\. Green/);
    const view = await seen((each) => each.id === partly.id && each.questions[1]?.text === 'Which size?', 'open');
    expect(view.questions[1]?.options.map(({ label }) => label)).toEqual(['Small', 'Large']);
    await claude.waitFor(/❯ 2\. Green/);
    await client.decide(view.id, answers(1, 2), by('ada'));
    expect((await model.toolResult(id)).content).toMatch(/="Red".*="Large"/s);
    expect(await becomes(id, 'verified')).toMatchObject({ id: partly.id, toolUseId: id });
  });

  it('lists a dialog that cannot be read with how to get to its pane, and does not let it be answered from here', async () => {
    const resize = (rows: number) => claude.pane.tmux('resize-window', '-t', claude.pane.id, '-x', '120', '-y', String(rows));
    const tools = [{ name: 'Bash', input: { command: './deploy --now', description: 'Deploy it' } }];
    const [id = ''] = model.script('too small', [{ tools }]);
    await claude.waitForSettled(/^❯/m);
    await claude.literal('too small');
    await claude.waitFor(/too small/);
    await resize(6);
    await claude.keys('Enter');
    const view = await seen(({ questions: [question] }) => question?.onlyAt !== undefined, 'open');
    expect(view.questions[0]?.text).toMatch(/^Waiting at its own dialog, which cannot be read from here.*tmux -S \S+ attach -t %\d+$/s);
    const refused = await at.run(['answer', view.id, '-m', 'yes']);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('answer it in its pane: tmux -S') });
    expect((await at.run(['show', view.id])).out).toContain('answer it in its pane');
    await resize(40);
    const readable = await becomes(id, 'open');
    expect(readable).toMatchObject({
      kind: 'permission',
      questions: [{ text: expect.stringMatching(/^Allow Bash( command)?: \.\/deploy --now\?$/) }],
    });
    expect((await client.show(view.id)).state).toBe('withdrawn');
    await client.decide(readable.id, answers('Yes'), by('ada'));
    await becomes(id, 'verified');
  });

  it('opens an idle ask at the end of a turn, and types its answer as the next prompt', async () => {
    model.script('just talk', [{ text: 'The tests are green.' }]);
    await claude.prompt('just talk');
    const about = (view: AskView) =>
      view.kind === 'idle' && view.detail?.kind === 'idle' && view.detail.lastMessage === 'The tests are green.';
    const view = await seen(about, 'open');
    const [asked] = await client.history(view.id);
    expect(asked?.happening).toMatchObject({ kind: 'asked', raw: { source: 'completion' } });
    await client.decide(view.id, answers({ words: 'now deploy' }), by('ada'));
    expect(await seen(about, 'verified')).toMatchObject({ delivery: { way: 'keys' } });
    await expect.poll(() => model.requests.some(({ prompt }) => prompt === 'now deploy')).toBe(true);
  });

  it('finds and answers the same ask after the broker was killed', async () => {
    const id = await prompted('restart in between', asks(question('Which planet?', ['Mars', 'Venus'])));
    const before = await becomes(id, 'open');
    process.kill((await at.pid()) as number, 'SIGKILL');
    await client.decide(before.id, answers(2), by('ada'));
    expect((await model.toolResult(id)).content).toContain('="Venus"');
    expect(await becomes(id, 'verified')).toMatchObject({ id: before.id });
  });
});

describe(`Claude Code ${CLAUDE_CODE} without hooks, in a small pane`, () => {
  beforeAll(async () => {
    model = await startFakeModel();
    claude = await startClaude({ version: CLAUDE_CODE, model, size: { columns: 60, rows: 15 }, args: ['--permission-mode', 'default'] });
    at = home();
    at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
    client = at.client();
    await client.status();
  }, 180_000);
  afterAll(closeAll);

  it.each(pauses())('reads a whole form by its tabs and rows, and answers it, pause %i ms', async (pauseMs) => {
    model.pauseMs = pauseMs;
    const form = [
      question('Which colour?', ['Red', 'Green', 'Blue', 'Grey'], { header: 'Colour' }),
      question('Which parts?', ['Logs', 'Metrics', 'Traces', 'Alerts'], { multiSelect: true, header: 'Parts' }),
      question('Which one, if the text is so long that it takes several rows of a small pane?', ['This', 'That'], { header: 'One' }),
    ];
    const id = await prompted(`small form ${pauseMs}`, asks(...form));
    const isRead = ({ questions }: AskView) => questions.every(({ unseen, options }) => unseen !== true && options.length > 0);
    const view = await seen((each) => isAbout(id)(each) && isRead(each), 'open');
    expect(view.questions.map(({ options }) => options.map(({ label }) => label))).toEqual(
      form.map(({ options }) => options.map(({ label }) => label)),
    );
    await client.decide(view.id, answers(4, [1, 4], { words: 'neither' }), by('ada'));
    const { content } = await model.toolResult(id).catch(async (error) => {
      throw new Error(`${JSON.stringify((await client.show(view.id)).delivery)}\n${await claude.screen()}`, { cause: error });
    });
    expect(content).toMatch(/="Grey".*="Logs, Alerts".*="neither"/s);
    expect(await becomes(id, 'verified')).toMatchObject({ toolUseId: id, questions: [{}, {}, { text: form[2]?.question }] });
  });
});

describe(`Claude Code ${CLAUDE_CODE} with hooks that do not always reach us`, () => {
  beforeAll(async () => {
    model = await startFakeModel();
    at = home();
    // The hooks name it, and it is used again after a stop.
    at.env.ANSWERBACK_PORT = String(await ownPort());
    claude = await startClaude({
      version: CLAUDE_CODE,
      model,
      settings: await hookSettings(at, CLAUDE_CODE),
      args: ['--permission-mode', 'default'],
    });
    client = at.client();
    await client.status();
    at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
  }, 180_000);
  afterAll(closeAll);
  const only = async (id: string) =>
    (await client.list({ limit: 50 })).asks.filter((view) => view.toolUseId === id || view.toolUseId.startsWith('screen:'));

  it('finds a question that was asked while no broker was running, and answers it by keys', async () => {
    await at.run(['broker', 'stop']);
    const id = await prompted('nobody listens', asks(question('Who hears me?', ['Nobody', 'Somebody'])));
    await claude.waitForSettled(/Esc to cancel/);
    await at.run(['broker', 'start']);
    const view = await becomes(id, 'open');
    expect(view.source).toBe('screen');
    await client.decide(view.id, answers(2), by('ada'));
    expect((await model.toolResult(id)).content).toContain('="Somebody"');
    await becomes(id, 'verified');
    expect(await only(id)).toHaveLength(1);
  });

  it('opens only one ask for a question that the hooks report', async () => {
    const id = await prompted('hooks listen', asks(question('Who hears me now?', ['Hooks', 'Screen'])));
    const view = await becomes(id, 'open');
    await claude.waitForSettled(/Esc to cancel/);
    await client.decide(view.id, answers(1), by('ada'));
    await becomes(id, 'verified');
    expect(await only(id)).toHaveLength(1);
  });

  it.each([false, true])('withdraws what is dismissed in its pane when no hook waits any more, undelivered: %s', async (isUndelivered) => {
    const id = await prompted(`dismissed ${isUndelivered}`, asks(question('Who dismisses it?', ['Ada', 'Bob'])));
    await becomes(id, 'open');
    await claude.waitForSettled(/Esc to cancel/);
    // The new broker has no request of a hook any more.
    await at.run(['broker', 'stop']);
    await at.run(['broker', 'start']);
    const [view] = await only(id);
    if (isUndelivered) {
      await claude.pane.tmux('send-keys', '-t', claude.pane.id, 'Down');
      await claude.waitFor(/❯ 2\. Bob/);
      // tmux reads no input for this pane, so that the keys cannot arrive.
      await claude.pane.tmux('select-pane', '-d', '-t', claude.pane.id);
      await client.decide(view?.id ?? '', answers(1), by('ada'));
      await becomes(id, 'undelivered');
      await claude.pane.tmux('select-pane', '-e', '-t', claude.pane.id);
    }
    await claude.keys('Escape');
    expect(await becomes(id, 'withdrawn')).toMatchObject({ ending: 'dismissed at the keyboard (Esc)' });
  });
});

describe(`Claude Code ${CLAUDE_CODE} in a pane chosen with watch-pane`, () => {
  beforeAll(async () => {
    model = await startFakeModel();
    claude = await startClaude({ version: CLAUDE_CODE, model, args: ['--permission-mode', 'default'] });
    at = home();
    client = at.client();
    const socket = (await claude.pane.tmux('display-message', '-p', '#{socket_path}')).trim();
    const ran = await at.run(['watch-pane', claude.pane.id, '--socket', socket]);
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('the agent waits for a prompt') });
  }, 180_000);
  afterAll(closeAll);

  it('makes an ask from the screen, types the answer, and verifies it on the screen', async () => {
    const id = await prompted('read it', asks(question('Which colour do you like?', ['Red', 'Dark green', 'Blue'])));
    const about = (view: AskView) => view.questions[0]?.text === 'Which colour do you like?';
    const view = await seen(about, 'open');
    expect(view).toMatchObject({
      source: 'screen',
      toolUseId: expect.stringMatching(/^screen:/),
      questions: [{ header: 'Pick', options: [option('Red'), option('Dark green'), option('Blue')] }],
    });
    await client.decide(view.id, answers('Dark green'), by('ada'));
    expect((await model.toolResult(id)).content).toContain('="Dark green"');
    expect(await seen(about, 'verified')).toMatchObject({ receipt: { evidence: 'screen' } });
  });

  it('shows the command of a permission in the list, and no advice of Claude Code', async () => {
    const id = await prompted('permit it', { name: 'Bash', input: { command: './build --all', description: 'Build it' } });
    const view = await seen(({ kind }) => kind === 'permission', 'open');
    expect((await at.run(['list'])).out).toContain('Allow Bash command: ./build --all?');
    const { out } = await at.run(['show', view.id]);
    expect(out).toContain('./build --all');
    expect(out).not.toMatch(/Tip:|handles these prompts|Esc to cancel|"screen"/);
    await client.decide(view.id, answers('No'), by('ada'));
    await claude.prompt('go on');
    expect((await model.toolResult(id)).isError).toBe(true);
  });

  it('ends the session when the pane is closed', async () => {
    const [session] = (await client.sessions()).filter((s) => s.watched === true);
    await claude.stop();
    for await (const item of client.events({ after: 0 })) {
      if (item.kind === 'event' && 'session' in item.event && item.event.happening.kind === 'session-ended') {
        expect(item.event.session).toBe(session?.id);
        break;
      }
    }
    expect(readFileSync(at.place.log, 'utf8')).not.toContain('"level":50');
  });
});
