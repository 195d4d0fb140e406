// The real Claude Code after /clear, /resume and /compact: it is the same agent in the same pane, perhaps under another session id.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import type { Client } from '../support/client.ts';
import { by, type Home, home } from '../support/home.ts';

describe.each([
  ['with hooks', true],
  ['without hooks', false],
])(`Claude Code ${CLAUDE_CODE} %s`, (_, hasHooks) => {
  let at: Home;
  let client: Client;
  let model: FakeModel;
  let claude: ClaudeSession;

  beforeAll(async () => {
    model = await startFakeModel();
    at = home();
    const settings = hasHooks ? await hookSettings(at, CLAUDE_CODE) : {};
    claude = await startClaude({ version: CLAUDE_CODE, model, settings, args: ['--permission-mode', 'default'] });
    if (!hasHooks) at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
    client = at.client();
    await client.status();
  }, 180_000);
  afterAll(async () => {
    await claude?.stop();
    await model?.stop();
    await at?.close();
  });

  /** The running sessions in the pane: there is never more than one for long. */
  const sessions = async () => (await client.sessions()).filter(({ pane }) => pane === claude.pane.id);
  const idle = async () => (await client.list({ state: ['open'], kind: ['idle'] })).asks;
  const asksNext = async (session: string) =>
    expect.poll(idle, { message: 'an idle ask' }).toMatchObject([expect.objectContaining({ session })]);

  async function turn(prompt: string): Promise<string> {
    model.script(prompt, [{ text: `Done: ${prompt}.` }]);
    const before = (await idle())[0]?.id;
    await claude.prompt(prompt);
    await expect.poll(async () => (await idle()).map(({ id }) => id !== before)).toEqual([true]);
    return (await sessions())[0]?.id as string;
  }

  it('continues under a new id after /clear, with its queued prompts, and asks what to do next', async () => {
    const before = await turn('one');
    model.script('after the clear', [{ text: 'It is clear.' }]);
    for (const text of ['/clear', 'after the clear']) expect(await at.run(['send', 'agent', text])).toMatchObject({ code: 0 });
    await expect.poll(() => model.requests.some(({ prompt }) => prompt === 'after the clear')).toBe(true);
    await expect
      .poll(async () => (await client.prompts(true)).map(({ text, state }) => `${text}: ${state}`))
      .toEqual(['/clear: sent', 'after the clear: sent']);
    await expect.poll(sessions).toMatchObject([{ continues: before, name: 'agent' }]);
    const now = (await sessions())[0]?.id as string;
    await asksNext(now);
    await claude.prompt('/clear');
    await expect.poll(sessions).toMatchObject([{ continues: now }]);
    await asksNext((await sessions())[0]?.id as string);
  });

  it('is found by the name of its tmux session, before and after', async () => {
    const asks = JSON.parse((await at.run(['list', '--all', '--json', '--session', 'agent'])).out) as { session: string }[];
    expect(new Set(asks.map(({ session }) => session)).size).toBeGreaterThan(2);
    expect((await client.list({ session: 'another' })).asks).toEqual([]);
  });

  it('keeps its id and asks what to do next after /compact', async () => {
    // Older versions refuse to compact a single turn.
    await turn('two');
    const id = await turn('two more');
    await claude.prompt('/compact');
    await claude.waitFor(/Compacted/);
    await expect.poll(sessions).toMatchObject([{ id }]);
    await asksNext(id);
  });

  it('continues under the id of the session that it resumes', async () => {
    const before = await turn('three');
    await client.pause(by('ada').by, { kind: 'session', session: before });
    await claude.prompt('/resume');
    await claude.waitForSettled(/Resume session[\s\S]*ago/);
    await claude.keys('Enter');
    await expect.poll(sessions).toMatchObject([{ continues: before }]);
    const { id } = (await sessions())[0] as { id: string };
    expect(id).not.toBe(before);
    await asksNext(id);
    expect(await client.pauses()).toMatchObject([{ scope: { session: id } }]);
  });

  it('is followed back to a session that it left a moment ago', async () => {
    const before = await turn('four');
    await claude.prompt('/clear');
    await expect.poll(sessions).toMatchObject([{ continues: before }]);
    await claude.prompt('/resume');
    // The first in the list is the one that was left last.
    await claude.waitForSettled(/Resume session[\s\S]*ago/);
    await claude.keys('Enter');
    await expect.poll(sessions).toMatchObject([{ id: before }]);
    await asksNext(before);
  });
});
