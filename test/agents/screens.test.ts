// The real Claude Code without hooks: its questions are read from the screen and the transcript, answered by keys, and verified.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { AskView, State } from '../../src/question/lifecycle.ts';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { by, type Home, home } from '../support/home.ts';
import { answers } from '../support/samples.ts';

const VERSION = process.env.ANSWERBACK_CLAUDE ?? '2.1.325';

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
  await claude.prompt(prompt);
  return id;
}

const becomes = (id: string, ...states: State[]) => seen((view) => view.toolUseId === id, ...states);

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

describe(`Claude Code ${VERSION} without hooks`, () => {
  beforeAll(async () => {
    model = await startFakeModel();
    claude = await startClaude({ version: VERSION, model, args: ['--permission-mode', 'default'] });
    at = home();
    at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
    client = at.client();
    await client.status();
  }, 180_000);
  afterAll(closeAll);
  beforeEach(async () => {
    if (/Esc to cancel|Submit answers/.test(await claude.screen())) await claude.keys('Escape');
  });

  it('captures a question with its full text, answers it by keys, and verifies the answer', async () => {
    const id = await prompted('long question', asks(question(long, ['Postgres', 'SQLite', 'Redis'])));
    const view = await becomes(id, 'open');
    expect(view).toMatchObject({ kind: 'question', source: 'screen', project: claude.paths.project, questions: [{ text: long }] });
    await client.decide(view.id, answers(2), by('ada'));
    expect((await model.toolResult(id)).content).toContain('="SQLite"');
    expect(await becomes(id, 'verified')).toMatchObject({ delivery: { way: 'keys' }, receipt: { evidence: 'transcript' } });
    const [asked] = await client.history(view.id);
    expect(asked?.happening).toMatchObject({ kind: 'asked', raw: { source: 'question' } });
  });

  it('captures a form as one ask with all of its questions', async () => {
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

  it('closes an ask that is answered at the keyboard, with what was chosen', async () => {
    const id = await prompted('at the keyboard', asks(question('Which way?', ['Left', 'Right'])));
    await becomes(id, 'open');
    await claude.waitForSettled(/Esc to cancel/);
    await claude.keys('Down', 'Enter');
    expect(await becomes(id, 'verified')).toMatchObject({ decision: { by: { surface: 'keyboard' }, answers: [{ chosen: [2] }] } });
  });

  it('withdraws an ask that is dismissed', async () => {
    const id = await prompted('dismiss it', asks(question('Which one?', ['This', 'That'])));
    await becomes(id, 'open');
    await claude.waitForSettled(/Esc to cancel/);
    await claude.keys('Escape');
    expect(await becomes(id, 'withdrawn')).toMatchObject({ ending: 'dismissed at the keyboard (Esc)' });
  });

  it('captures a permission with the options on the screen, and allows it', async () => {
    const id = await prompted('make a file', { name: 'Bash', input: { command: 'touch made && echo made it', description: 'Make it' } });
    const view = await becomes(id, 'open');
    expect(view).toMatchObject({ kind: 'permission', detail: { tool: 'Bash', input: { command: 'touch made && echo made it' } } });
    expect(view.questions[0]?.options.map((o) => o.label).at(0)).toBe('Yes');
    await client.decide(view.id, answers('Yes'), by('ada'));
    expect((await model.toolResult(id)).content).toContain('made it');
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

describe(`Claude Code ${VERSION} with hooks that do not always reach us`, () => {
  beforeAll(async () => {
    model = await startFakeModel();
    at = home();
    claude = await startClaude({
      version: VERSION,
      model,
      settings: await hookSettings(at, VERSION),
      args: ['--permission-mode', 'default'],
    });
    client = at.client();
    // The hooks use this port.
    at.env.ANSWERBACK_PORT = new URL((await client.status()).url).port;
    at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
  }, 180_000);
  afterAll(closeAll);
  const only = async (id: string) =>
    (await client.list({ limit: 50 })).asks.filter((view) => view.toolUseId === id || view.toolUseId.startsWith('screen:'));

  it('finds a question that was asked while no broker was running, and answers it by keys', async () => {
    await at.run(['broker', 'stop']);
    const id = await prompted('nobody listens', asks(question('Who hears me?', ['Nobody', 'Somebody'])));
    await claude.waitForSettled(/Esc to cancel/);
    await client.status();
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
});

describe(`Claude Code ${VERSION} in a pane chosen with watch-pane`, () => {
  beforeAll(async () => {
    model = await startFakeModel();
    claude = await startClaude({ version: VERSION, model, args: ['--permission-mode', 'default'] });
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
