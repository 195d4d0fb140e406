// Programs made with the real Claude Agent SDK, with a fake model: the example of docs/LIBRARY.md, permissions, and our tool.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AskView } from '../../src/ask/schema/history.ts';
import { ENDED_WELL, type SdkFolder, sdkFolder } from '../support/agents/agent-sdk.ts';
import { DATABASE, nextCall } from '../support/agents/asking-model.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { AGENT_SDK } from '../support/agents/packages.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { by, type Home, home } from '../support/home.ts';

const EXAMPLE = /```js\n(import \{ query \}[\s\S]*?)```/.exec(readFileSync('docs/LIBRARY.md', 'utf8'))?.[1] ?? '';
const TOOL = `import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { createAskUserQuestionTool } from 'answerback';
import { forClaudeAgentSdk } from 'answerback/claude-agent-sdk';
import { z } from 'zod';

const ours = createSdkMcpServer({ name: 'ours', tools: [tool(...forClaudeAgentSdk(createAskUserQuestionTool(), z))] });
const options = { mcpServers: { ours }, allowedTools: ['mcp__ours__ask_user_question'] };
for await (const message of query({ prompt: 'Set up the database', options })) console.log(message);
`;
const CALLBACK = `import type { CanUseTool, Options } from '@anthropic-ai/claude-agent-sdk';
import { answerFromInbox } from 'answerback/claude-agent-sdk';

declare const mine: CanUseTool;
const inbox = answerFromInbox({ canUseTool: mine, permissions: ['Bash'] });
export const composed: Options = { canUseTool: inbox.canUseTool, hooks: { ...inbox.hooks, PreToolUse: [] } };
export const inline: Options = {
  ...answerFromInbox({
    canUseTool: async (tool, input, { signal }) =>
      tool === 'Read' && !signal.aborted ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'no' },
  }),
};
// @ts-expect-error the callback must come to a decision
answerFromInbox({ canUseTool: async () => 'yes' });
`;
const PROMPT = 'Set up the database';

let at: Home;
let reader: Client;
let model: FakeModel;
let sdk: SdkFolder;
beforeEach(async () => {
  at = home();
  reader = at.client();
  model = await startFakeModel();
  sdk = await sdkFolder();
});
afterEach(async () => {
  await model.stop();
  await at.close();
  sdk.remove();
});

const start = (program: string) => sdk.start(program, model, at.env).over;
const asked = (): Promise<AskView> => eventually(async () => (await reader.list({ state: ['open'] })).asks[0]);
const verified = (id: string) => eventually(async () => (await reader.show(id)).state === 'verified');

describe(`Claude Agent SDK ${AGENT_SDK}`, () => {
  it('its types fit ours', async () => {
    await promisify(execFile)('npx', ['--no-install', 'tsc', '-p', 'tsconfig.types.json']);
    const files = { 'example.js': EXAMPLE, 'tool.js': TOOL, 'callback.ts': CALLBACK };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(sdk.folder, name), text);
    const options = { module: 'node16', target: 'es2022', types: ['node'], strict: true, checkJs: true, noEmit: true, skipLibCheck: true };
    writeFileSync(join(sdk.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: Object.keys(files) }));
    const said = await promisify(execFile)(resolve('node_modules/.bin/tsc'), ['-p', sdk.folder]).catch(({ stdout }) => ({ stdout }));
    expect(said.stdout).toBe('');
  });

  it('the question of its model is answered in the inbox, and what it recorded confirms it', async () => {
    const [call = ''] = model.script(PROMPT, [{ tools: [{ name: 'AskUserQuestion', input: { questions: [DATABASE] } }] }]);
    const over = start(EXAMPLE);
    const { id, program, project } = await asked();
    expect({ program, project }).toEqual({ program: 'program', project: sdk.folder });
    await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
    expect(await model.toolResult(call)).toMatchObject({ isError: false, content: expect.stringContaining('"Which database?"="SQLite"') });
    await verified(id);
    expect(await over).toEqual(ENDED_WELL);
  });

  it.each([
    ['allowed', 'Yes', 'touch made && echo hello', { isError: false, content: 'hello' }],
    ['allowed, for a command that fails,', 'Yes', 'touch made && exit 3', { isError: true, content: 'Exit code 3' }],
    ['denied', 'No', 'touch made && echo hello', { isError: true, content: 'The user does not allow this.' }],
  ] as const)('a permission that is %s in the inbox is what its model gets', async (_, answer, command, result) => {
    const input = { command, description: 'Makes a file' };
    const [call = ''] = model.script(PROMPT, [{ tools: [{ name: 'Bash', input }] }]);
    const over = start(EXAMPLE);
    const { id, kind, detail, questions } = await asked();
    expect({ kind, detail }).toMatchObject({ kind: 'permission', detail: { tool: 'Bash', input } });
    expect(questions).toMatchObject([{ text: `Allow Bash: ${command}?` }]);
    await reader.decide(id, { kind: 'answers', answers: [answer] }, by('ada'));
    expect(await model.toolResult(call)).toEqual(result);
    await verified(id);
    expect(await over).toEqual(ENDED_WELL);
  });

  const FEATURES = {
    question: 'Which features?',
    header: 'Features',
    multiSelect: true,
    options: ['Billing, tax', 'Say "hi"', 'Search'].map((label) => ({ label, description: `about ${label}` })),
  };
  const LAYOUT = {
    question: 'Which layout?',
    header: 'Layout',
    multiSelect: false,
    options: ['Top, left', 'Top, right'].map((label) => ({ label, description: 'a bar', preview: `+--+ ${label}` })),
  };
  it.each([
    ['labels with commas and quotes', FEATURES, { choose: [1, 2, 3] }, /^Your questions have been answered: .*Billing, tax.*Search/],
    ['one label with a comma', FEATURES, { choose: [1] }, /^Your questions have been answered: .*Billing, tax/],
    ['own words with commas beside labels', FEATURES, { choose: [2], words: 'single, sign-on' }, /^The user answered: .*"single, sign-on"/],
    ['a label with a comma, its preview', LAYOUT, { choose: [2] }, /^Your .*="Top, right" selected preview:\n\+--\+ Top, right/],
    ['a note', LAYOUT, { choose: [1], note: 'for now, at least' }, /"Top, left" selected preview:[\s\S]* notes: for now, at least/],
  ] as const)('%s: the model is told that these are the answers, and they are verified', async (_, question, answer, text) => {
    const [call = ''] = model.script(PROMPT, [{ tools: [{ name: 'AskUserQuestion', input: { questions: [question, DATABASE] } }] }]);
    const over = start(EXAMPLE);
    const { id } = await asked();
    await reader.decide(id, { kind: 'answers', answers: [answer, { skip: true }] }, by('ada'));
    expect(await model.toolResult(call)).toEqual({ isError: false, content: expect.stringMatching(text) });
    await verified(id);
    expect((await reader.show(id)).receipt?.recorded).toMatchObject({
      answers: [{ chosen: answer.choose.map((n) => question.options[n - 1]?.label) }, null],
    });
    expect(await over).toEqual(ENDED_WELL);
  });

  it('a question that is declined is an error that its model gets', async () => {
    const [call = ''] = model.script(PROMPT, [{ tools: [{ name: 'AskUserQuestion', input: { questions: [DATABASE] } }] }]);
    const over = start(EXAMPLE);
    const { id } = await asked();
    await reader.decide(id, { kind: 'decline' }, by('ada'));
    expect(await model.toolResult(call)).toEqual({ isError: true, content: 'The user declined to answer.' });
    await verified(id);
    expect(await over).toEqual(ENDED_WELL);
  });

  it('our tool is one of its tools', async () => {
    let told: readonly string[] = [];
    model.follow(PROMPT, (results, offered) => {
      told = results;
      return results.length > 0 ? undefined : nextCall(results, offered);
    });
    const over = start(TOOL);
    const { id } = await asked();
    await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
    expect(await over).toEqual(ENDED_WELL);
    expect(told).toEqual(['Collected answers:\n- Database: SQLite\nJSON:\n{"answers":{"Database":"SQLite"}}']);
    await verified(id);
  });
});
