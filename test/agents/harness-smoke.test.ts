// Tests of the test harness: a real Claude Code asks, is answered by keys and by hook, and tells its model the answer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';

let model: FakeModel;
let hooks: HookServer;
let claude: ClaudeSession;

beforeAll(async () => {
  model = await startFakeModel();
  hooks = await startHookServer();
  const hook = [{ matcher: 'AskUserQuestion', hooks: [{ type: 'http', url: hooks.url, timeout: 60 }] }];
  claude = await startClaude({
    version: '2.1.325',
    model,
    hooks: { PreToolUse: hook, PermissionRequest: hook, PostToolUse: hook },
  });
}, 120_000);

afterAll(async () => {
  await claude?.stop();
  await hooks?.stop();
  await model?.stop();
});

beforeEach(() => hooks.reset());

test('a question answered by keys is told to the model', async () => {
  const [id = ''] = model.script('ask for keys', [{ text: 'One question.', tools: [databaseQuestion] }]);
  await claude.prompt('ask for keys');
  await claude.choose('SQLite');

  expect(await model.toolResult(id)).toEqual({
    content: 'Your questions have been answered: "Which database?"="SQLite". You can now continue with these answers in mind.',
    isError: false,
  });
});

test('a PermissionRequest http hook answers through updatedInput.answers', async () => {
  hooks.reply = ({ hook_event_name, tool_input }) =>
    hook_event_name !== 'PermissionRequest'
      ? {}
      : {
          hookSpecificOutput: {
            hookEventName: 'PermissionRequest',
            decision: { behavior: 'allow', updatedInput: { ...tool_input, answers: { 'Which database?': 'Postgres' } } },
          },
        };
  const [id = ''] = model.script('ask for a hook', [{ tools: [databaseQuestion] }]);
  await claude.prompt('ask for a hook');

  expect(await model.toolResult(id)).toEqual({
    content: 'Your questions have been answered: "Which database?"="Postgres". You can now continue with these answers in mind.',
    isError: false,
  });
});

test('hooks around a question carry its input, and only PreToolUse and PostToolUse carry its id', async () => {
  const [id = ''] = model.script('ask and record', [{ tools: [databaseQuestion] }]);
  await claude.prompt('ask and record');
  await claude.choose('Postgres');
  await model.toolResult(id);

  expect(hooks.payloads.map(({ hook_event_name }) => hook_event_name)).toEqual(['PreToolUse', 'PermissionRequest', 'PostToolUse']);
  const [before, permission, after] = hooks.payloads;
  const common = ['session_id', 'transcript_path', 'cwd', 'prompt_id', 'permission_mode', 'hook_event_name', 'tool_name', 'tool_input'];
  for (const payload of hooks.payloads) expect(Object.keys(payload)).toEqual(expect.arrayContaining(common));
  expect(before).toMatchObject({ tool_use_id: id, tool_input: databaseQuestion.input, cwd: claude.paths.project });
  expect(permission).toMatchObject({ tool_input: databaseQuestion.input });
  expect(permission).not.toHaveProperty('tool_use_id');
  expect(after).toMatchObject({ tool_use_id: id, tool_response: { answers: { 'Which database?': 'Postgres' } } });
});

const databaseQuestion = {
  name: 'AskUserQuestion',
  input: {
    questions: [
      {
        question: 'Which database?',
        header: 'Database',
        multiSelect: false,
        options: [
          { label: 'Postgres', description: 'Relational, robust' },
          { label: 'SQLite', description: 'Embedded, simple' },
        ],
      },
    ],
  },
};

interface HookPayload {
  readonly hook_event_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

interface HookServer {
  readonly url: string;
  readonly payloads: readonly HookPayload[];
  /** What to answer; `{}` decides nothing. */
  reply: (payload: HookPayload) => unknown;
  reset(): void;
  stop(): Promise<void>;
}

async function startHookServer(): Promise<HookServer> {
  const undecided = () => ({});
  const payloads: HookPayload[] = [];
  const server = createServer(async (request, response) => {
    const payload = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')) as HookPayload;
    payloads.push(payload);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(hookServer.reply(payload)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const hookServer: HookServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payloads,
    reply: undecided,
    reset() {
      payloads.length = 0;
      hookServer.reply = undecided;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return hookServer;
}
