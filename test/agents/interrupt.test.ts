// The real Claude Code is interrupted, or declined and stopped, in each of its states: nothing is typed blindly, and the command says what happened.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskView } from '../../src/ask/schema/history.ts';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel, type Turn } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { type Home, home } from '../support/home.ts';

const OPTIONS = [
  { label: 'Postgres', description: 'a server' },
  { label: 'SQLite', description: 'a file' },
];
const ASKS = {
  name: 'AskUserQuestion',
  input: { questions: [{ question: 'Which database?', header: 'Database', multiSelect: false, options: OPTIONS }] },
};
const LONG: Turn = { text: `${'word '.repeat(600)}end`, slowlyMs: 100 };
/** The first word comes after a minute. */
const THINKS: Turn = { text: ' hello', slowlyMs: 60_000 };
const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'a command' } });

describe.each([
  ['with hooks', true],
  ['without hooks', false],
])(`Claude Code ${CLAUDE_CODE} %s is interrupted`, (_, hasHooks) => {
  let at: Home;
  let client: Client;
  let model: FakeModel;
  let claude: ClaudeSession;

  beforeAll(async () => {
    model = await startFakeModel();
    at = home();
    const settings = { ...(hasHooks ? await hookSettings(at, CLAUDE_CODE) : {}), permissions: { allow: ['Bash(tail:*)'] } };
    claude = await startClaude({ version: CLAUDE_CODE, model, settings, args: ['--permission-mode', 'default'] });
    if (!hasHooks) at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
    client = at.client();
    await eventually(async () => (await client.sessions()).length === 1);
  }, 180_000);
  afterAll(async () => {
    await claude?.stop();
    await model?.stop();
    await at?.close();
  });

  let count = 0;
  async function begin(...turns: Turn[]): Promise<void> {
    const prompt = `go ${++count}`;
    model.script(prompt, turns);
    await claude.prompt(prompt);
  }
  const isIdle = (screen: string) => /^❯\s*$/m.test(screen) && !/esc to interrupt/.test(screen);
  const isBusy = (screen: string) => /esc to interrupt|… \(/.test(screen);
  const interrupt = () => at.run(['interrupt', 'agent']);
  const hasStopped = { code: 0, out: expect.stringContaining('has stopped') };

  /** It accepts the next prompt, so no menu is open and nothing was left in its input box. */
  async function worksOn(): Promise<void> {
    await claude.waitForSettled(isIdle);
    await begin({ text: `answer ${count + 1}` });
    await claude.waitForSettled((screen) => isIdle(screen) && screen.includes(`answer ${count}`));
  }

  async function asked(kind: AskView['kind']): Promise<string> {
    await expect.poll(async () => (await client.list({ kind: [kind] })).asks[0]?.state).toBe('open');
    return (await client.list({ kind: [kind] })).asks[0]?.id ?? '';
  }

  it('while it thinks', async () => {
    await begin(THINKS);
    await claude.waitFor(isBusy);
    expect(await interrupt()).toMatchObject(hasStopped);
    // Claude Code puts a prompt back that it has written nothing about.
    await claude.waitForSettled(new RegExp(`❯.go ${count}`));
    await claude.keys('C-u');
    await worksOn();
  });

  it('while it writes', async () => {
    await begin(LONG);
    // Not all versions show a text before it is complete.
    await claude.waitFor(/word word|esc to interrupt/);
    expect(await interrupt()).toMatchObject(hasStopped);
    await worksOn();
  });

  it('while it runs a tool', async () => {
    writeFileSync(join(claude.paths.project, 'log'), '');
    await begin({ tools: [bash('tail -f log')] }, { text: 'It has ended.' });
    await claude.waitForSettled((screen) => /tail -f log/.test(screen) && isBusy(screen));
    expect(await interrupt()).toMatchObject(hasStopped);
    await worksOn();
    expect(await claude.screen()).not.toContain('It has ended.');
  });

  it('not while it is idle, whatever is in its input box', async () => {
    expect(await interrupt()).toMatchObject({ code: 0, out: expect.stringContaining('is not working') });
    await claude.literal('a draft');
    await claude.waitForSettled(/❯.a draft/);
    expect(await interrupt()).toMatchObject({ code: 0, out: expect.stringContaining('is not working') });
    expect(await claude.screen()).toMatch(/❯.a draft/);
    await claude.keys('C-u');
    await worksOn();
  });

  it('not while a dialog is on its screen, but the question can be declined and the agent stopped', async () => {
    await begin({ tools: [ASKS] }, LONG);
    const id = await asked('question');
    const shown = await claude.waitForSettled(/Which database/);
    const ran = await interrupt();
    expect(ran.code).not.toBe(0);
    expect(ran.err).toContain('a dialog is on the screen; decline what it asks instead');
    expect(await claude.screen()).toBe(shown);
    expect(await at.run(['decline', id, '--stop'])).toMatchObject({ code: 0, out: expect.stringMatching(/(has stopped|is not working)/) });
    await worksOn();
  });

  it('a question that is declined with a message goes on, so the agent is stopped', async () => {
    await begin({ tools: [ASKS] }, LONG);
    model.script(/not now/, [LONG]);
    const id = await asked('question');
    await claude.waitForSettled(/Which database/);
    expect(await at.run(['decline', id, 'not now', '--stop'])).toMatchObject(hasStopped);
    await worksOn();
  });

  it('a permission is declined and the agent stopped', async () => {
    await begin({ tools: [bash('touch it')] }, LONG);
    const id = await asked('permission');
    await claude.waitForSettled(/Do you want to proceed/);
    expect(await at.run(['decline', id, '--stop'])).toMatchObject({ code: 0, out: expect.stringMatching(/(has stopped|is not working)/) });
    await worksOn();
  });

  it.each([0, 200, 400, 600, 800])('just as its turn ends, after %d ms', async (ms) => {
    // The commands need about half a second until they look at the screen.
    await begin({ text: `${'word '.repeat(ms / 50 + 2)}end`, slowlyMs: 50 });
    await claude.waitFor(isBusy);
    const ran = await interrupt();
    expect(ran).toMatchObject({ code: 0, out: expect.stringMatching(/has stopped|is not working/) });
    await worksOn();
  });
});
