// For tests: a real OpenClaw gateway with a temporary home folder and a fake model.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ownPort } from '../own-port.ts';
import { removeFolder } from '../remove-folder.ts';
import { openclawProgram } from './packages.ts';

export interface OpenClawGateway {
  readonly url: string;
  readonly home: string;
  readonly workspace: string;
  readonly config: string;
  readonly token: string;
  start(): Promise<void>;
  /** kill -9. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 240_000;

export async function openclawGateway(options: {
  modelUrl: string;
  /** A folder with programs for it. */
  path?: string;
  /** More than its usual one, each with a workspace of its own. */
  agents?: readonly string[];
}): Promise<OpenClawGateway> {
  const { node, program, path } = await openclawProgram();
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'openclaw-')));
  const [state, workspace] = [join(home, '.openclaw'), join(home, 'workspace')];
  for (const folder of [state, workspace]) mkdirSync(folder);
  // OpenClaw treats a workspace that was not empty before, and is now, as lost.
  writeFileSync(join(workspace, 'AGENTS.md'), '# Test\n');
  const config = join(state, 'openclaw.json');
  const port = await ownPort();
  const token = 'gateway-token-for-tests';
  writeFileSync(
    config,
    JSON.stringify(
      settings({
        port,
        token,
        workspace,
        log: join(home, 'gateway.log'),
        modelUrl: options.modelUrl,
        agents: options.agents ?? [],
      }),
      null,
      2,
    ),
    { mode: 0o600 },
  );
  let child: ChildProcess | undefined;
  let said = '';

  async function start(): Promise<void> {
    said = '';
    const env = {
      HOME: home,
      OPENCLAW_STATE_DIR: state,
      OPENCLAW_CONFIG_PATH: config,
      OPENCLAW_SKIP_CHANNELS: '1',
      PATH: [options.path, path].filter(Boolean).join(':'),
      LANG: 'C.UTF-8',
    };
    child = spawn(node, [program, 'gateway', 'run', '--port', String(port), '--bind', 'loopback'], { env, cwd: home, detached: true });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said = `${said}${chunk}`.slice(-4_000)));
    const until = Date.now() + READY_WITHIN_MS;
    while (!(await isReady(port))) {
      if (Date.now() > until || child.exitCode !== null) throw new Error(`OpenClaw's gateway was not ready in time:\n${said}`);
      await delay(200);
    }
  }

  async function crash(): Promise<void> {
    const dying = child;
    child = undefined;
    if (!dying?.pid || dying.exitCode !== null) return;
    const gone = new Promise((resolve) => dying.once('exit', resolve));
    process.kill(-dying.pid, 'SIGKILL');
    await gone;
  }

  return {
    url: `ws://127.0.0.1:${port}`,
    home,
    workspace,
    config,
    token,
    start,
    crash,
    async stop() {
      await crash();
      await removeFolder(home);
    },
  };
}

type Given = {
  readonly port: number;
  readonly token: string;
  readonly workspace: string;
  readonly log: string;
  readonly modelUrl: string;
  readonly agents: readonly string[];
};

function settings(at: Given) {
  const list = at.agents.map((id) => ({ id, ...(id === 'main' ? {} : { workspace: `${at.workspace}-${id}` }) }));
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const model = { id: 'fake-model', name: 'Fake', reasoning: false, input: ['text'], cost, contextWindow: 128_000, maxTokens: 4_096 };
  return {
    gateway: {
      mode: 'local',
      bind: 'loopback',
      port: at.port,
      auth: { mode: 'token', token: at.token },
    },
    models: {
      mode: 'replace',
      providers: { fake: { baseUrl: at.modelUrl, apiKey: 'fake-key', api: 'openai-completions', models: [model] } },
    },
    agents: {
      defaults: { workspace: at.workspace, model: { primary: 'fake/fake-model' }, skipBootstrap: true },
      ...(list.length === 0 ? {} : { list }),
    },
    logging: { file: at.log },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}
