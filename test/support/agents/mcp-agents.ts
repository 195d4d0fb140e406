// For tests: real agents with `answerback mcp` as their MCP server, and a fake model that asks through it.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { CLI, type Home } from '../home.ts';
import { startOpencode } from '../opencode/opencode.ts';
import { type ModelCall, nextCall } from './asking-model.ts';
import { startClaude } from './claude-session.ts';
import { startFakeCompletions } from './fake-completions.ts';
import { startFakeGemini } from './fake-gemini.ts';
import { startFakeModel } from './fake-model.ts';
import { startFakeResponses } from './fake-responses.ts';
import { claudeBinary } from './install.ts';
import { codexBinary, geminiCli } from './packages.ts';

export type Conversation = {
  readonly project: string;
  /** What the model has been told by its tools, so far. */
  readonly results: () => readonly string[];
  stop(): Promise<void>;
};
export type McpAgent = {
  readonly name: string;
  /** Its name in the inbox. */
  readonly program: string;
  /** Whether it says that its time limit ended a call. Otherwise this looks like an interruption, which withdraws the question. */
  readonly reportsTimeouts: boolean;
  /** `hold`: how long our server holds a call. */
  start(at: Home, folder: string, hold: string): Promise<Conversation>;
};

const CLAUDE = '2.1.325';
/** The agent's own limit for one call. */
export const LIMIT_MS = 5_000;
const NO_LIMIT_MS = 3_600_000;

const overStdio = async (at: Home, _: string, hold: string) => server(at, hold);
/** The broker's own server. */
async function overHttp(at: Home, folder: string, hold: string) {
  const { out } = await at.run(['mcp', '--url', '--json', '--project', join(folder, 'project'), '--hold', hold]);
  return { type: 'http', ...(JSON.parse(out) as { url: string; headers: { Authorization: string } }) };
}

const CLAUDE_P = [
  ['claude -p', true, overStdio],
  // In the new protocol a call is ended by closing its connection.
  ['claude -p over HTTP', false, overHttp],
] as const;

export const AGENTS: readonly McpAgent[] = [
  ...CLAUDE_P.map(([name, reportsTimeouts, entry]) => ({
    name,
    program: 'claude-code',
    reportsTimeouts,
    async start(at: Home, folder: string, hold: string) {
      const { model, args, results } = await claudeModel(folder, await entry(at, folder, hold));
      const stop = run(await claudeBinary(CLAUDE), ['-p', 'ask me', ...args], folder, {
        CLAUDE_CONFIG_DIR: join(folder, 'config'),
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'sk-ant-api03-answerback-test-key-not-a-real-one',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        IS_SANDBOX: '1',
      });
      return talk(folder, results, stop, model.stop);
    },
  })),
  { name: 'claude in a terminal', program: 'claude-code', reportsTimeouts: true, start: claudeInTerminal },
  {
    name: 'codex exec',
    program: 'codex',
    reportsTimeouts: false,
    async start(at, folder, hold) {
      const asking = askingModel();
      const model = await startFakeResponses((body) => {
        const { input, tools } = body as unknown as ResponsesBody;
        const told = input.filter(({ type }) => type === 'function_call_output').map(({ output }) => textOf(output));
        const ours = tools.find(({ name, type }) => type === 'namespace' && name.includes('answerback'));
        const call = asking.next(told, ours?.tools?.map(({ name }) => name) ?? []);
        return call ? { call: { name: call.name, namespace: ours?.name ?? '', arguments: call.input } } : { text: 'done' };
      });
      mkdirSync(join(folder, '.codex'));
      const { command, args, env } = server(at, hold);
      const table = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
      writeFileSync(
        join(folder, '.codex/config.toml'),
        `model = "fake-model"\nmodel_provider = "fake"
[model_providers.fake]\nname = "fake"\nbase_url = "${model.url}"\nwire_api = "responses"\nenv_key = "FAKE_KEY"
[mcp_servers.answerback]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\ntool_timeout_sec = ${LIMIT_MS / 1_000}
[mcp_servers.answerback.env]\n${table.join('\n')}\n`,
      );
      const stop = run(await codexBinary(), ['exec', '--skip-git-repo-check', 'ask me'], folder, {
        CODEX_HOME: join(folder, '.codex'),
        FAKE_KEY: 'sk-fake',
      });
      return talk(folder, asking.results, stop, model.stop);
    },
  },
  {
    name: 'gemini -p',
    program: 'gemini-cli',
    reportsTimeouts: true,
    async start(at, folder, hold) {
      const asking = askingModel();
      const model = await startFakeGemini(asking.next);
      mkdirSync(join(folder, '.gemini'));
      const settings = {
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        mcpServers: { answerback: { ...server(at, hold), timeout: LIMIT_MS, trust: true } },
      };
      writeFileSync(join(folder, '.gemini/settings.json'), JSON.stringify(settings));
      const program = join(await geminiCli(), 'bundle/gemini.js');
      const stop = run(process.execPath, [program, '-p', 'ask me', '-m', 'gemini-2.5-flash', '--skip-trust'], folder, {
        // Otherwise the program that is started is not the one that runs.
        GEMINI_CLI_NO_RELAUNCH: 'true',
        GEMINI_API_KEY: 'not-a-real-key',
        GOOGLE_GEMINI_BASE_URL: model.url,
      });
      return talk(folder, asking.results, stop, model.stop);
    },
  },
  {
    name: 'opencode run',
    program: 'opencode',
    reportsTimeouts: true,
    async start(at, folder, hold) {
      const asking = askingModel();
      const model = await startFakeCompletions((messages, offered) => {
        const told = (messages as readonly { role: string; content: unknown }[]).filter(({ role }) => role === 'tool');
        const call = asking.next(
          told.map(({ content }) => textOf(content)),
          offered,
        );
        return call ? { call: { name: call.name, arguments: call.input } } : { text: 'done' };
      });
      const { command, args, env } = server(at, hold);
      const mcp = { answerback: { type: 'local', command: [command, ...args], environment: env, timeout: LIMIT_MS } };
      const { paths, stop } = await startOpencode({ model, config: { mcp }, args: ['run', 'ask me'] });
      return { ...talk(folder, asking.results, stop, model.stop), project: paths.project };
    },
  },
];

/** `backgroundMs`: after this time it moves a call to the background. Calls then have no other limit. */
export async function claudeInTerminal(at: Home, folder: string, hold: string, backgroundMs?: number) {
  const { model, args, results } = await claudeModel(folder, server(at, hold), backgroundMs === undefined ? LIMIT_MS : NO_LIMIT_MS);
  const env = backgroundMs === undefined ? {} : { CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: String(backgroundMs) };
  const session = await startClaude({ version: CLAUDE, model, args, cwd: join(folder, 'project'), env });
  // It takes prompts before it has connected to its MCP servers.
  do {
    const turns = model.requests.length;
    await session.prompt('ask me');
    await eventually(() => model.requests.slice(turns).some(({ side }) => !side));
  } while (!model.requests.some(({ body }) => body.tools?.some(({ name }) => name.endsWith('ask_user_question'))));
  return { ...talk(folder, results, session.stop, model.stop), requests: model.requests };
}

/** The model, and the flags that give Claude Code our server. */
async function claudeModel(folder: string, entry: object, timeout = LIMIT_MS) {
  const asking = askingModel();
  const model = await startFakeModel();
  model.follow(/ask me/, asking.next);
  const config = join(folder, 'mcp.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { answerback: { ...entry, timeout } } }));
  const allowed = 'mcp__answerback__ask_user_question,mcp__answerback__check_question';
  const args = ['--mcp-config', config, '--strict-mcp-config', '--allowedTools', allowed];
  return { model, args, results: asking.results };
}

type ResponsesBody = {
  readonly input: readonly { readonly type: string; readonly output?: unknown }[];
  readonly tools: readonly { readonly type: string; readonly name: string; readonly tools?: readonly { readonly name: string }[] }[];
};
const textOf = (output: unknown): string => (typeof output === 'string' ? output : JSON.stringify(output));

function talk(folder: string, results: () => readonly string[], ...ends: (() => Promise<void>)[]): Conversation {
  return { project: join(folder, 'project'), results, stop: async () => void (await Promise.all(ends.map((end) => end()))) };
}

function askingModel() {
  let told: readonly string[] = [];
  return {
    results: () => told,
    next(results: readonly string[], offered: readonly string[]): ModelCall | undefined {
      // A request without tools is not about the conversation.
      if (offered.length === 0) return undefined;
      told = results;
      return nextCall(results, offered);
    },
  };
}

function server(at: Home, hold: string) {
  const env = { ANSWERBACK_HOME: at.place.folder, ANSWERBACK_PORT: '0', USER: 'ada' };
  return { command: process.execPath, args: [CLI, 'mcp', '--hold', hold], env };
}

/** Starts it in the project folder. Returns what ends it. */
function run(program: string, args: readonly string[], folder: string, env: Record<string, string>): () => Promise<void> {
  const cwd = join(folder, 'project');
  const child = spawn(program, args, { cwd, env: { PATH: process.env.PATH, HOME: folder, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const over = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return async () => {
    child.kill('SIGKILL');
    await over;
    if (process.env.ANSWERBACK_VERBOSE) process.stderr.write(said);
  };
}
