// The real `claude -p` as an answerer, configured as in docs/RECIPES.md, with a fake model.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAskFor, configureAnswerer, recipe, workingOn } from '../support/agents/answering.ts';
import { countingReply, expectConversation } from '../support/agents/conversing.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { claudeBinary } from '../support/agents/install.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { type Home, home } from '../support/home.ts';
import { removeFolder } from '../support/remove-folder.ts';

let at: Home;
let model: FakeModel;
let folder: string;
let binary: string;
beforeEach(async () => {
  at = home();
  model = await startFakeModel();
  folder = mkdtempSync(join(tmpdir(), 'claude-p-'));
  mkdirSync(join(folder, 'project'));
  binary = await claudeBinary(CLAUDE_CODE);
});
afterEach(async () => {
  await model.stop();
  await at.close();
  await removeFolder(folder);
});

const environment = (url = model.url) => ({
  HOME: folder,
  CLAUDE_CONFIG_DIR: join(folder, 'config'),
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'sk-ant-api03-answerback-test-key-not-a-real-one',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  IS_SANDBOX: '1',
});
const anyBrief = /you are the one who decides/;
const answersTwo = {
  text: 'The project has one writer.\n```json\n{"answers": [2], "risk": "reversible", "reason": "One file is enough.", "confidence": 0.9}\n```',
};
const read = { name: 'Read', input: { file_path: 'ROADMAP.md' } };

describe('claude -p', () => {
  it('reads files and decides, and the asking agent gets its answer', async () => {
    configureAnswerer(at, { settings: recipe('claude'), program: ['claude', binary], env: environment() });
    model.script(anyBrief, [{ tools: [read] }, answersTwo]);
    const client = at.client();
    const { id } = await client.ask(anAskFor(join(folder, 'project')));
    await expect
      .poll(async () => (await client.show(id)).decision)
      .toMatchObject({
        kind: 'answers',
        answers: [{ kind: 'chosen', chosen: [2] }],
        by: { kind: 'agent', name: 'answerer' },
        reason: 'One file is enough.',
      });
    const [main] = model.requests.filter(({ side }) => !side);
    const offered = main?.body.tools?.map(({ name }) => name) ?? [];
    expect(offered).toContain('Read');
    for (const name of ['Bash', 'Edit', 'Write', 'Agent']) expect(offered).not.toContain(name);
    expect(JSON.stringify(main?.body)).toContain(id);
    await expect.poll(() => workingOn(id)).toBe(0);
  });

  it('keeps one conversation for the questions of a session, corrects itself, and goes on after the broker was killed', async () => {
    configureAnswerer(at, { settings: recipe('claude'), program: ['claude', binary], env: environment() });
    model.answer(/./, countingReply);
    await expectConversation(at, join(folder, 'project'), () => rmSync(join(folder, 'config', 'projects'), { recursive: true }));
    // The program is started ten times and more, one after the other.
  }, 300_000);

  it('does not get its own questions to answer, even with our hooks and without the recipe', async () => {
    configureAnswerer(at, { settings: { kind: 'command', run: ['claude', '-p'] }, program: ['claude', binary], env: environment() });
    const setup = await at.run(['setup', 'claude-code', '--json']);
    expect(JSON.parse(setup.out)).toMatchObject({ changed: true });
    const [bash = ''] = model.script(anyBrief, [
      { tools: [{ name: 'Bash', input: { command: 'touch made', description: 'x' } }] },
      answersTwo,
    ]);
    const client = at.client();
    const { id } = await client.ask(anAskFor(join(folder, 'project')));
    await expect.poll(async () => (await client.show(id)).state).toBe('answered');
    // Claude Code refused the permission itself, and nothing about this session reached the inbox.
    expect((await model.toolResult(bash)).isError).toBe(true);
    await expect.poll(() => workingOn(id)).toBe(0);
    expect((await client.list({})).asks.map((ask) => ask.id)).toEqual([id]);
  });

  it('is killed when its model does not answer in time, and people are asked', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    configureAnswerer(at, { settings: recipe('claude'), within: '3s', program: ['claude', binary], env: environment(url) });
    const client = at.client();
    const { id } = await client.ask(anAskFor(join(folder, 'project')));
    await expect.poll(() => workingOn(id)).toBeGreaterThan(0);
    await expect.poll(async () => (await client.show(id)).route?.waitingFor?.kind).toBe('people');
    await expect.poll(() => workingOn(id)).toBe(0);
    expect((await client.show(id)).state).toBe('open');
    silent.closeAllConnections();
    silent.close();
  });
});
