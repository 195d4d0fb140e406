// The real Claude Code with hooks: what notifications, subagents and questions that we cannot read lead to.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskView, State } from '../../src/ask/schema/history.ts';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { by, type Home, home } from '../support/home.ts';
import { answers } from '../support/samples.ts';

let at: Home;
let client: Client;
let model: FakeModel;
let claude: ClaudeSession;

const asks = (text: string) => ({
  name: 'AskUserQuestion',
  input: {
    questions: [
      { question: text, header: 'Pick', multiSelect: false, options: ['One', 'Two'].map((label) => ({ label, description: 'so' })) },
    ],
  },
});
const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'Try it' } });

async function prompted(prompt: string, tool: { name: string; input: object }): Promise<string> {
  const [id = ''] = model.script(prompt, [{ tools: [tool] }]);
  await claude.prompt(prompt);
  return id;
}

const seen = (what: (view: AskView) => boolean, ...states: State[]) =>
  eventually(async () => (await client.list({ limit: 100 })).asks.find((view) => what(view) && states.includes(view.state)));
const becomes = (id: string, ...states: State[]) => seen(({ toolUseId }) => toolUseId === id, ...states);

describe(`The other hooks of Claude Code ${CLAUDE_CODE}`, () => {
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
    // The hooks use this port, also after a restart of the broker.
    at.env.ANSWERBACK_PORT = new URL((await client.status()).url).port;
  }, 180_000);
  afterAll(async () => {
    await claude?.stop();
    await model?.stop();
    await at?.close();
  });

  it('opens an idle ask a minute after a turn that ended while no broker was running', async () => {
    await at.run(['broker', 'stop']);
    model.script('just talk', [{ text: 'All is well.' }]);
    await claude.prompt('just talk');
    await claude.waitForSettled(/All is well/);
    await at.run(['broker', 'start']);
    const idle = async () => (await client.list({ kind: ['idle'], state: ['open'] })).asks.length;
    expect(await idle()).toBe(0);
    await expect.poll(idle, { timeout: 180_000 }).toBe(1);
  }, 240_000);

  it('lists a question that is too long to read without details, and takes own words for it', async () => {
    const id = await prompted('a long one', asks(`How long? ${'very '.repeat(21_000)}`));
    const { id: ask, questions } = await becomes(id, 'open');
    expect(questions).toMatchObject([{ text: expect.stringContaining('No details available'), options: [] }]);
    expect((await at.run(['list'])).out).toContain('No details available');
    expect((await at.run(['show', ask])).out).toContain('How long? very very');
    await client.decide(ask, answers({ words: 'as long as it takes' }), by('ada'));
    expect(await model.toolResult(id)).toEqual({ content: 'as long as it takes', isError: true });
    await becomes(id, 'verified');
  });

  it('names the subagent that asks for a permission, and runs what was allowed', async () => {
    const [id = ''] = model.script(/touch it for me/, [{ tools: [bash('touch helped && echo made')] }]);
    await prompted('start a helper', {
      name: 'Agent',
      input: { description: 'Help', prompt: 'touch it for me', subagent_type: 'general-purpose' },
    });
    const { id: ask, agent } = await becomes(id, 'open');
    expect(agent).toBe('general-purpose');
    await client.decide(ask, answers('Yes'), by('ada'));
    expect((await model.toolResult(id)).content).toContain('made');
    await becomes(id, 'verified');
  });

  it('lists a dialog that no hook reported once Claude Code says that it waits, and warns of the call when it ends', async () => {
    await at.run(['broker', 'stop']);
    const id = await prompted('nobody listens', bash('touch unheard && echo unheard'));
    await claude.waitForSettled(/Esc to cancel/);
    await at.run(['broker', 'start']);
    const { id: ask } = await seen(({ kind, questions }) => kind === 'permission' && questions[0]?.unseen === true, 'open');
    await claude.choose('Yes');
    expect((await model.toolResult(id)).content).toContain('unheard');
    expect(await seen((view) => view.id === ask, 'withdrawn')).toMatchObject({ ending: 'the agent went on' });
    const warning = await eventually(() =>
      readFileSync(at.place.log, 'utf8')
        .split('\n')
        .find((line) => line.includes(id)),
    );
    expect(warning).toContain('no hook had announced');
  });
});
