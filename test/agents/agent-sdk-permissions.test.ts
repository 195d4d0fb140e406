// The Claude Agent SDK adapter and permissions, with the real SDK: nothing changes unless it is asked to, and what does go to the inbox arrives whole.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AskView } from '../../src/ask/schema/history.ts';
import { ENDED_WELL, type SdkFolder, sdkFolder } from '../support/agents/agent-sdk.ts';
import { DATABASE } from '../support/agents/asking-model.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { AGENT_SDK } from '../support/agents/packages.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { by, type Home, home } from '../support/home.ts';
import { ownPort } from '../support/own-port.ts';

const PROMPT = 'Set up the database';
const NO_BROKER = { ANSWERBACK_HOME: '/dev/null/no-such-folder' };
const program = (options: string) => `import { query } from '@anthropic-ai/claude-agent-sdk';
import { answerFromInbox } from 'answerback/claude-agent-sdk';

const inbox = answerFromInbox;
const abort = new AbortController();
process.on('SIGUSR2', () => abort.abort());
try {
  for await (const message of query({ prompt: '${PROMPT}', options: { ${options} } })) console.log(message);
} catch (error) {
  if (!abort.signal.aborted) throw error;
}
`;

let at: Home;
let reader: Client;
let model: FakeModel;
let sdk: SdkFolder;
beforeEach(async () => {
  at = home();
  reader = at.client();
  model = await startFakeModel(0);
  sdk = await sdkFolder();
});
afterEach(async () => {
  await model.stop();
  await at.close();
  sdk.remove();
});

const start = (options: string, env: NodeJS.ProcessEnv = {}) => sdk.start(program(options), model, { ...at.env, ...env });
const asked = (): Promise<AskView> => eventually(async () => (await reader.list({ state: ['open'] })).asks[0]);
const verified = (id: string) => eventually(async () => (await reader.show(id)).state === 'verified');
const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'Makes a file' } });
const write = () => ({ name: 'Write', input: { file_path: join(sdk.folder, 'written'), content: 'x' } });
const question = () => ({ name: 'AskUserQuestion', input: { questions: [DATABASE] } });
/** One call after the other. */
const calls = (...tools: readonly { readonly name: string; readonly input: object }[]): readonly string[] =>
  model.script(
    PROMPT,
    tools.map((tool) => ({ tools: [tool] })),
  );

/** What the calls come to that may need a permission. */
async function permitted(options: string) {
  const ids = calls(bash('touch made && echo hello'), write(), { name: 'ExitPlanMode', input: {} });
  const { over } = start(options);
  const results = await Promise.all(ids.map((id) => model.toolResult(id)));
  expect(await over).toEqual(ENDED_WELL);
  const files = ['made', 'written'].map((name) => join(sdk.folder, name));
  const found = files.map((file) => existsSync(file));
  for (const file of files) rmSync(file, { force: true });
  return { errors: results.map(({ isError }) => isError), files: found };
}

const ALLOWING = `PermissionRequest: [{ hooks: [async () => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } };
}] }]`;

const MODES: readonly (readonly [name: string, options: string, errors: readonly boolean[]])[] = [
  ['no option', '', [true, true, true]],
  ['the mode default', `permissionMode: 'default',`, [true, true, true]],
  ['the mode plan', `permissionMode: 'plan',`, [true, true, true]],
  ['the mode dontAsk', `permissionMode: 'dontAsk',`, [true, true, true]],
  ['the mode acceptEdits', `permissionMode: 'acceptEdits',`, [false, false, true]],
  ['the mode bypassPermissions', `permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true,`, [false, false, true]],
  ['allowed tools', `allowedTools: ['Write'],`, [true, false, true]],
  ['a hook that allows', `hooks: { ${ALLOWING} },`, [false, false, true]],
];
const SHORT_MODES = ['no option', 'a hook that allows'];

describe(`the Claude Agent SDK ${AGENT_SDK} with questions answered in the inbox, and permissions`, () => {
  it.each(process.env.ANSWERBACK_SHORT ? MODES.filter(([name]) => SHORT_MODES.includes(name)) : MODES)(
    'decides permissions as without the adapter: %s',
    async (_, options, errors) => {
      const without = await permitted(options);
      expect(without.errors).toEqual(errors);
      const withHooks = options.replace('hooks: {', 'hooks: { ...inbox().hooks,');
      expect(await permitted(`...inbox(), ${withHooks}`)).toEqual(without);
      expect((await reader.list({})).asks).toEqual([]);
    },
  );

  it('says in the words of Claude Code what is not granted', async () => {
    const [call = ''] = calls(bash('touch made'));
    const { over } = start('...inbox()');
    const content = "Claude requested permissions to use Bash, but you haven't granted it yet.";
    expect(await model.toolResult(call)).toEqual({ isError: true, content });
    expect(await over).toEqual(ENDED_WELL);
  });

  it('gives everything but questions to the callback of the program', async () => {
    const mine = `canUseTool: async (tool, input, { requestId }) =>
      tool === 'Bash' && requestId ? { behavior: 'allow', updatedInput: { ...input, command: 'echo mine' } } : { behavior: 'deny', message: 'not ' + tool }`;
    const [first = '', second = '', third = ''] = calls(bash('touch made'), write(), question());
    const { over } = start(`...inbox({ ${mine} })`);
    expect(await model.toolResult(first)).toEqual({ isError: false, content: 'mine' });
    expect(await model.toolResult(second)).toEqual({ isError: true, content: 'not Write' });
    const { id } = await asked();
    await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
    expect(await model.toolResult(third)).toMatchObject({ isError: false });
    await verified(id);
    expect(await over).toEqual(ENDED_WELL);
  });

  it('asks only for the named tools', async () => {
    const [first = '', second = ''] = calls(write(), bash('touch made && echo hello'));
    const { over } = start(`...inbox({ permissions: ['Bash'] })`);
    expect(await model.toolResult(first)).toMatchObject({ isError: true, content: expect.stringContaining("haven't granted it") });
    const { id, detail } = await asked();
    expect(detail).toMatchObject({ tool: 'Bash' });
    await reader.decide(id, { kind: 'answers', answers: [1] }, by('ada'));
    expect(await model.toolResult(second)).toEqual({ isError: false, content: 'hello' });
    expect(await over).toEqual(ENDED_WELL);
  });

  it.each([
    ['a decline', { kind: 'decline' }, 'The user does not allow this.'],
    ['a decline with a reason', { kind: 'decline', message: 'not on Fridays' }, 'The user does not allow this: not on Fridays'],
    ['a redirect', { kind: 'redirect', message: 'use the other folder' }, 'use the other folder'],
    ['a note', { kind: 'answers', answers: [{ choose: ['No'], note: 'too slow' }] }, 'too slow'],
  ] as const)('tells its model about a refused command in the words for that: %s', async (_, verdict, content) => {
    const [call = ''] = calls(bash('touch made'));
    const { over } = start('...inbox({ permissions: true })');
    const { id } = await asked();
    await reader.decide(id, verdict, by('ada'));
    expect(await model.toolResult(call)).toEqual({ isError: true, content });
    await verified(id);
    expect(await over).toEqual(ENDED_WELL);
    expect(existsSync(join(sdk.folder, 'made'))).toBe(false);
  });

  it('offers what the SDK suggests, and passes on what was chosen', async () => {
    const [first = '', second = ''] = calls(bash('touch made'), bash('touch made'));
    const { over } = start(`permissionMode: 'default', ...inbox({ permissions: true })`);
    const { id, questions } = await asked();
    expect(questions[0]?.options.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Yes', "Yes, and don't ask again", 'Yes, and switch to acceptEdits', 'No']),
    );
    await reader.decide(id, { kind: 'answers', answers: ["Yes, and don't ask again"] }, by('ada'));
    for (const call of [first, second]) expect(await model.toolResult(call)).toMatchObject({ isError: false });
    await verified(id);
    expect(await over).toEqual(ENDED_WELL);
    expect((await reader.list({})).asks.length).toBe(1);
  });

  it('a plan is approved in the inbox', async () => {
    const [call = ''] = calls({ name: 'ExitPlanMode', input: { plan: 'Make a table' } });
    const { over } = start(`permissionMode: 'plan', ...inbox({ permissions: true })`);
    const { id, kind } = await asked();
    expect(kind).toBe('plan');
    await reader.decide(id, { kind: 'answers', answers: [1] }, by('ada'));
    expect(await model.toolResult(call)).toMatchObject({ isError: false });
    await verified(id);
    expect(await over).toEqual(ENDED_WELL);
  });

  it('asks once, and only for what it should, where the hooks of setup are in force too', async () => {
    at.env.ANSWERBACK_PORT = String(await ownPort());
    const env = { ...at.env, HOME: sdk.folder, CLAUDE_CONFIG_DIR: join(sdk.folder, 'config') };
    expect(await at.run(['setup', 'claude-code', '--yes'], { env })).toMatchObject({ code: 0 });
    const [first = '', second = ''] = calls(bash('touch made'), question());
    const { over } = start('...inbox()');
    expect(await model.toolResult(first)).toMatchObject({ isError: true, content: expect.stringContaining("haven't granted it") });
    const { id } = await asked();
    await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
    expect(await model.toolResult(second)).toMatchObject({ isError: false });
    await verified(id);
    expect(await over).toEqual(ENDED_WELL);
    expect((await reader.list({})).asks).toMatchObject([{ id, kind: 'question', program: 'program' }]);
    // The hooks did reach the broker.
    await eventually(async () => (await reader.sessions(true)).some(({ program, endedAt }) => program === 'claude-code' && endedAt));
  });

  it('with `headless: ask` and the hooks of setup, permissions are asked for as without the adapter', async () => {
    at.env.ANSWERBACK_PORT = String(await ownPort());
    writeFileSync(at.place.config, 'claude-code: { headless: ask }\n');
    const env = { ...at.env, HOME: sdk.folder, CLAUDE_CONFIG_DIR: join(sdk.folder, 'config') };
    expect(await at.run(['setup', 'claude-code', '--yes'], { env })).toMatchObject({ code: 0 });
    for (const options of ['', '...inbox()']) {
      const [call = ''] = calls(bash('touch made && echo hello'));
      const { over } = start(options);
      const allowed = await asked();
      expect(allowed.program).toBe('claude-code');
      // Longer than the adapter waits for hooks that decide by themselves.
      await expect.poll(() => Date.now() - allowed.createdAt > 5_000).toBe(true);
      await reader.decide(allowed.id, { kind: 'answers', answers: [1] }, by('ada'));
      expect(await model.toolResult(call)).toEqual({ isError: false, content: 'hello' });
      expect(await over).toEqual(ENDED_WELL);
      rmSync(join(sdk.folder, 'made'), { force: true });
    }
  });

  it('withdraws a question when the program aborts the query', async () => {
    calls(question());
    const { child, over } = start('abortController: abort, ...inbox()');
    const { id } = await asked();
    child.kill('SIGUSR2');
    await eventually(async () => (await reader.show(id)).state === 'withdrawn');
    await over;
  });

  it('without a broker, permissions are denied as without the adapter, and a question says why it was not asked', async () => {
    const [first = '', second = ''] = calls(bash('touch made'), question());
    const { over } = start('...inbox({ permissions: true })', NO_BROKER);
    expect(await model.toolResult(first)).toMatchObject({ isError: true, content: expect.stringContaining("haven't granted it") });
    expect(await model.toolResult(second)).toMatchObject({
      isError: true,
      content: expect.stringMatching(/^The question was not asked: /),
    });
    expect(await over).toEqual(ENDED_WELL);
    expect(existsSync(join(sdk.folder, 'made'))).toBe(false);
  });

  it('without a broker, the callback of the program decides everything', async () => {
    const mine = `canUseTool: async (tool) => ({ behavior: 'deny', message: 'mine: ' + tool })`;
    const ids = calls(bash('touch made'), question());
    const { over } = start(`...inbox({ permissions: true, ${mine} })`, NO_BROKER);
    const said = await Promise.all(ids.map(async (id) => (await model.toolResult(id)).content));
    expect(said).toEqual(['mine: Bash', 'mine: AskUserQuestion']);
    expect(await over).toEqual(ENDED_WELL);
  });
});
