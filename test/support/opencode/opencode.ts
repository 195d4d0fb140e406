// Starts a real opencode in its own home, with a fake model: as a TUI in a private tmux, or as a server.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '../../../src/system/processes.ts';
import { endPane } from '../agents/end-pane.ts';
import { openPane, type Pane } from '../agents/tmux.ts';
import { eventually } from '../eventually.ts';
import { ownPort } from '../own-port.ts';
import { removeFolder } from '../remove-folder.ts';
import { dialogIn, type OpencodeDialog } from './dialog.ts';
import { opencodeBinary, pluginPackages } from './install.ts';

export interface OpencodeOptions {
  readonly model: { readonly url: string };
  /** The text of our plugin, as setup would write it. */
  readonly plugin?: string;
  /** Writes more into the new home and project before the start. */
  readonly prepare?: (paths: OpencodePaths) => Promise<void>;
  /** Merged over the opencode.json of the home: `{ permission: { bash: 'ask' } }`. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Runs opencode as a child of another program in the pane, as a script would. */
  readonly wrapper?: readonly string[];
  /** An existing home and project, for a second process or a restart. They are then not removed at the end. */
  readonly paths?: OpencodePaths;
  readonly version?: string;
  /** Makes the project a git repository. */
  readonly git?: boolean;
}

export interface OpencodePaths {
  readonly home: string;
  readonly project: string;
  readonly plugins: string;
  readonly database: string;
}

interface Opencode {
  readonly pid: number;
  readonly paths: OpencodePaths;
  /** SIGKILL; resolves when the process is gone. The folders stay. */
  kill(): Promise<void>;
  /** Ends opencode and removes every temporary folder. */
  stop(): Promise<void>;
}

export interface OpencodeServer extends Opencode {
  readonly url: string;
  /** Everything it printed. */
  output(): string;
}

export interface OpencodeTui extends Opencode {
  readonly dialog: OpencodeDialog;
  readonly pane: Pane;
  /** Types the text into the prompt box and presses Enter. One line only. */
  prompt(text: string): Promise<void>;
  /** No dialog is open, and no turn is running. */
  idle(): Promise<void>;
  /** Presses a key by its tmux name (`Tab`, `Enter`, `Escape`). Before the next one, wait for what the screen must show. */
  keys(name: string): Promise<void>;
  literal(text: string): Promise<void>;
  screen(): Promise<string>;
  /** The first screen that matches. */
  waitFor(expected: RegExp, timeoutMs?: number): Promise<string>;
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Any command of opencode, such as `run`. */
export async function startOpencode(options: OpencodeOptions): Promise<Opencode> {
  const { paths, clean } = await homeFor(options);
  const binary = await opencodeBinary(options.version);
  const child = spawn(binary, [...(options.args ?? [])], { cwd: paths.project, env: environment(paths, options), stdio: 'ignore' });
  const kill = () => killed(child);
  const stop = async () => {
    await kill();
    await clean();
  };
  return { pid: child.pid ?? 0, paths, kill, stop };
}

export async function startOpencodeServer(options: OpencodeOptions): Promise<OpencodeServer> {
  const { paths, clean } = await homeFor(options);
  const binary = await opencodeBinary(options.version);
  const port = await ownPort();
  const args = ['serve', '--port', String(port), '--hostname', '127.0.0.1', ...(options.args ?? [])];
  const child = spawn(binary, args, { cwd: paths.project, env: environment(paths, options), stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('listening on')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`opencode serve ended with ${code}:\n${printed}`)));
  });
  const kill = () => killed(child);
  const stop = async () => {
    await kill();
    await clean();
  };
  try {
    await within(ready, 60_000, () => `opencode serve did not start:\n${printed}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, paths, output: () => printed, kill, stop };
}

/** It has no port: only a plugin can reach this opencode. */
export async function startOpencodeTui(options: OpencodeOptions): Promise<OpencodeTui> {
  const { paths, clean } = await homeFor(options);
  const binary = await opencodeBinary(options.version);
  const pane = await openPane({
    command: [...(options.wrapper ?? []), binary, ...(options.args ?? [])],
    cwd: paths.project,
    env: environment(paths, options),
    columns: 120,
    rows: 40,
  });
  const kill = async () => {
    process.kill(pane.pid, 'SIGKILL');
    await eventually(() => !isAlive(pane.pid));
  };
  const stop = async () => {
    await endPane(pane);
    await clean();
  };
  const tui = {
    ...handsOn(pane),
    dialog: dialogIn(pane),
    pane,
    pid: pane.pid,
    paths,
    kill,
    stop,
  };
  try {
    await tui.waitFor(READY, 60_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return tui;
}

/** The line below the prompt box. It is drawn only when the box accepts input. */
const READY = /Ask anything|ctrl\+p commands/;
/** No dialog, and no running turn. */
const IDLE = /^(?![\s\S]*esc (?:again to )?(?:interrupt|dismiss))[\s\S]*(?:Ask anything|ctrl\+p commands)/;
const REREAD_MS = 300;

async function homeFor(options: OpencodeOptions): Promise<{ paths: OpencodePaths; clean: () => Promise<void> }> {
  if (options.paths) return { paths: options.paths, clean: async () => {} };
  const root = await realpath(await mkdtemp(join(tmpdir(), 'answerback-opencode-')));
  const home = join(root, 'home');
  const config = join(home, '.config/opencode');
  const paths = {
    home,
    project: join(root, 'project'),
    plugins: join(config, 'plugin'),
    database: join(home, '.local/share/opencode/opencode.db'),
  };
  // opencode installs @opencode-ai/plugin into its config folder, unless it is there, and waits for it before it loads a plugin.
  await cp(await pluginPackages(options.version), config, { recursive: true });
  await mkdir(paths.plugins, { recursive: true });
  await mkdir(paths.project, { recursive: true });
  await writeFile(join(paths.project, 'notes.txt'), 'one\n');
  if (options.git) await commitAll(paths.project);
  const content = { ...baseConfig(options.model.url), ...options.config };
  await writeFile(join(config, 'opencode.json'), JSON.stringify(content, null, 2));
  if (options.plugin !== undefined) await writeFile(join(paths.plugins, 'answerback.js'), options.plugin);
  await options.prepare?.(paths);
  return { paths, clean: () => removeFolder(root) };
}

async function commitAll(folder: string): Promise<void> {
  const git = (...args: readonly string[]) =>
    promisify(execFile)('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);
  await git('init', '-q');
  await git('add', '.');
  await git('commit', '-q', '-m', 'first');
}

function baseConfig(url: string): Record<string, unknown> {
  return {
    $schema: 'https://opencode.ai/config.json',
    autoupdate: false,
    share: 'disabled',
    model: 'fake/fake-model',
    small_model: 'fake/fake-model',
    enabled_providers: ['fake'],
    provider: {
      fake: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Fake',
        options: { baseURL: url, apiKey: 'not-a-real-key' },
        models: { 'fake-model': { name: 'Fake model', tool_call: true, limit: { context: 200_000, output: 8000 } } },
      },
    },
  };
}

function environment({ home }: OpencodePaths, options: OpencodeOptions): Record<string, string> {
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    LANG: 'C.UTF-8',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_SHARE: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    // Nothing listens on this port: a missing package is an error here, not a download.
    NPM_CONFIG_REGISTRY: 'http://127.0.0.1:9/',
    ...options.env,
  };
}

function handsOn(pane: Pane): Pick<OpencodeTui, 'prompt' | 'idle' | 'keys' | 'literal' | 'screen' | 'waitFor'> {
  const screen = () => pane.tmux('capture-pane', '-p', '-t', pane.id);
  const literal = async (text: string) => void (await pane.tmux('send-keys', '-t', pane.id, '-l', '--', text));
  const keys = async (name: string) => void (await pane.tmux('send-keys', '-t', pane.id, '--', name));
  async function waitFor(expected: RegExp, timeoutMs = 60_000): Promise<string> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const now = await screen();
      if (expected.test(now)) return now;
      if (Date.now() > deadline) throw new Error(`The screen did not show ${expected} within ${timeoutMs} ms. It shows:\n${now}`);
      await output(pane, REREAD_MS);
    }
  }
  const idle = async () => void (await waitFor(IDLE));
  async function prompt(text: string): Promise<void> {
    // Keys pressed while a dialog closes are lost.
    await idle();
    await literal(text);
    await waitFor(new RegExp(text.replaceAll(/[^\w ]/g, '.')));
    await keys('Enter');
  }
  return { screen, literal, keys, waitFor, idle, prompt };
}

/** Resolves when the pane draws something, or after the timeout. */
function output(pane: Pane, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const timer = setTimeout(done, timeoutMs);
    const forget = pane.onOutput(done);
  });
}

async function within<T>(promise: Promise<T>, ms: number, message: () => string): Promise<T> {
  const timeout = new AbortController();
  const late = sleep(ms, undefined, { signal: timeout.signal }).then(() => {
    throw new Error(message());
  });
  late.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    timeout.abort();
  }
}
