// Programs made with the real Claude Agent SDK, with a fake model: the example of docs/LIBRARY.md, permissions, and our tool.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { AskView } from '../../src/question/words.generated.ts';
import { DATABASE, nextCall } from '../support/agents/asking-model.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { AGENT_SDK, agentSdk } from '../support/agents/packages.ts';
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
const PROMPT = 'Set up the database';

let at: Home;
let reader: Client;
let model: FakeModel;
let folder: string;
beforeEach(async () => {
  at = home();
  reader = at.client();
  model = await startFakeModel();
  folder = mkdtempSync(join(tmpdir(), 'agent-sdk-'));
  const installed = dirname(dirname(await agentSdk()));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['@anthropic-ai', 'zod', '@modelcontextprotocol'])
    symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  symlinkSync(resolve('.'), join(folder, 'node_modules/answerback'));
  symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules/@types'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
});
afterEach(async () => {
  await model.stop();
  await at.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

function start(program: string): Promise<{ readonly code: number | null; readonly err: string }> {
  writeFileSync(join(folder, 'program.js'), program);
  const env = {
    ...at.env,
    HOME: folder,
    CLAUDE_CONFIG_DIR: join(folder, 'config'),
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'sk-ant-api03-answerback-test-key-not-a-real-one',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    IS_SANDBOX: '1',
  };
  const child = spawn(process.execPath, ['program.js'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk;
  });
  return new Promise((done) => child.on('close', (code) => done({ code, err })));
}
const asked = (): Promise<AskView> => eventually(async () => (await reader.list({ state: ['open'] })).asks[0]);
const verified = (id: string) => eventually(async () => (await reader.show(id)).state === 'verified');
const ENDED_WELL = { code: 0, err: '' };

describe(`Claude Agent SDK ${AGENT_SDK}`, () => {
  it('its types fit ours', async () => {
    await promisify(execFile)('npx', ['--no-install', 'tsc', '-p', 'tsconfig.types.json']);
    const files = { 'example.js': EXAMPLE, 'tool.js': TOOL };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const options = { module: 'node16', target: 'es2022', types: ['node'], strict: true, checkJs: true, noEmit: true, skipLibCheck: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: Object.keys(files) }));
    const said = await promisify(execFile)(resolve('node_modules/.bin/tsc'), ['-p', folder]).catch(({ stdout }) => ({ stdout }));
    expect(said.stdout).toBe('');
  });

  it('the question of its model is answered in the inbox, and what it recorded confirms it', async () => {
    const [call = ''] = model.script(PROMPT, [{ tools: [{ name: 'AskUserQuestion', input: { questions: [DATABASE] } }] }]);
    const over = start(EXAMPLE);
    const { id, program, project } = await asked();
    expect({ program, project }).toEqual({ program: 'program', project: folder });
    await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
    expect(await model.toolResult(call)).toMatchObject({ isError: false, content: expect.stringContaining('"Which database?"="SQLite"') });
    await verified(id);
    expect(await over).toEqual(ENDED_WELL);
  });

  it.each([
    ['allowed', 1, 'touch made && echo hello', { isError: false, content: 'hello' }],
    ['allowed, for a command that fails,', 1, 'touch made && exit 3', { isError: true, content: 'Exit code 3' }],
    ['denied', 2, 'touch made && echo hello', { isError: true, content: 'The user denied this.' }],
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

  it('a question that is declined is an error that its model gets', async () => {
    const [call = ''] = model.script(PROMPT, [{ tools: [{ name: 'AskUserQuestion', input: { questions: [DATABASE] } }] }]);
    const over = start(EXAMPLE);
    const { id } = await asked();
    await reader.decide(id, { kind: 'decline' }, by('ada'));
    expect(await model.toolResult(call)).toEqual({ isError: true, content: 'AskUserQuestion cancelled by user' });
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
