// The real `codex exec` as an answerer, configured as in docs/RECIPES.md, with a fake model.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAskFor, configureAnswerer, recipe, workingOn } from '../support/agents/answering.ts';
import { countingReply, expectConversation } from '../support/agents/conversing.ts';
import { type FakeResponses, startFakeResponses } from '../support/agents/fake-responses.ts';
import { codexBinary } from '../support/agents/packages.ts';
import { type Home, home } from '../support/home.ts';
import { removeFolder } from '../support/remove-folder.ts';

let at: Home;
let folder: string;
let model: FakeResponses;
beforeEach(() => {
  at = home();
  folder = mkdtempSync(join(tmpdir(), 'codex-'));
  mkdirSync(join(folder, 'project'));
  mkdirSync(join(folder, '.codex'));
});
afterEach(async () => {
  await model.stop();
  await at.close();
  await removeFolder(folder);
});

async function startCodex(turns: Parameters<typeof startFakeResponses>[0]): Promise<void> {
  model = await startFakeResponses(turns);
  const provider = `[model_providers.fake]\nname = "fake"\nbase_url = "${model.url}"\nwire_api = "responses"\nenv_key = "FAKE_KEY"\n`;
  // An MCP server that asks people, disabled as the recipe says.
  const server = `[mcp_servers.asker]\ncommand = "touch"\nargs = ["${join(folder, 'asked')}"]\n`;
  writeFileSync(join(folder, '.codex/config.toml'), `model = "fake-model"\nmodel_provider = "fake"\n${provider}${server}`);
  const settings = recipe('codex') as { run: string[]; resume: string[] };
  const withoutServer = (args: string[]) => args.toSpliced(args.indexOf('--json') + 1, 0, '-c', 'mcp_servers.asker.enabled=false');
  configureAnswerer(at, {
    settings: { ...settings, run: withoutServer(settings.run), resume: withoutServer(settings.resume) },
    program: ['codex', await codexBinary()],
    env: { HOME: folder, CODEX_HOME: join(folder, '.codex'), FAKE_KEY: 'sk-fake' },
  });
}

describe('codex exec', () => {
  it('decides, and the asking agent gets its answer', async () => {
    await startCodex([
      {
        text: 'I looked around.\n{"answers": [{"words": "Neither, use the files"}], "risk": "reversible", "reason": "See STATE.md", "confidence": 0.7}',
      },
    ]);
    const client = at.client();
    const { id } = await client.ask(anAskFor(join(folder, 'project')));
    await expect
      .poll(async () => (await client.show(id)).decision)
      .toMatchObject({
        answers: [{ kind: 'words', words: 'Neither, use the files' }],
        by: { kind: 'agent', name: 'answerer' },
        reason: 'See STATE.md',
      });
    expect(JSON.stringify(model.requests[0])).toContain(id);
    expect(existsSync(join(folder, 'asked'))).toBe(false);
    await expect.poll(() => workingOn(id)).toBe(0);
  });

  it('keeps one conversation for the questions of a session, corrects itself, and goes on after the broker was killed', async () => {
    await startCodex(({ input }) => ({ text: countingReply(userTexts(input)) }));
    await expectConversation(at, join(folder, 'project'), () => rmSync(join(folder, '.codex', 'sessions'), { recursive: true }));
    // What each answer took, also where it continued a conversation.
    const client = at.client();
    for (const { id } of (await client.list({ limit: 50 })).asks)
      for (const { happening } of await client.history(id))
        if (happening.kind === 'considered' && happening.outcome === 'answered')
          expect(happening.effort).toMatchObject({ inputTokens: 11, outputTokens: 7 });
    // The program is started ten times and more, one after the other.
  }, 300_000);

  it('passes the ask on to people when its reply contains no answer', async () => {
    await startCodex([{ text: 'What a nice question!' }]);
    const client = at.client();
    const { id } = await client.ask(anAskFor(join(folder, 'project')));
    await expect.poll(async () => (await client.show(id)).route?.waitingFor?.kind).toBe('people');
    expect((await client.show(id)).state).toBe('open');
  });
});

/** What the user said, oldest first; Codex itself adds the text about the environment. */
function userTexts(input: unknown): string[] {
  const messages = input as readonly { role?: string; content?: readonly { text?: string }[] }[];
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ content = [] }) => content.map(({ text = '' }) => text).join('\n'))
    .filter((text) => !text.startsWith('<'));
}
