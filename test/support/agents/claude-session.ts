// For tests: a real Claude Code in a private tmux server, with a temporary home folder and a fake model.
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeFolder } from '../remove-folder.ts';
import { endPane } from './end-pane.ts';
import type { FakeModel } from './fake-model.ts';
import { claudeBinary } from './install.ts';
import { pointTo } from './point.ts';
import { openPane, type Pane } from './tmux.ts';

export interface ClaudeOptions {
  readonly version: string;
  readonly model: Pick<FakeModel, 'url'>;
  /** Written as the user's settings.json before the start. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Shorthand for `settings.hooks`. */
  readonly hooks?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Starts it in another way than directly. Gets the command line of Claude Code and the project folder. */
  readonly startedBy?: (claude: readonly string[], project: string) => readonly string[];
  /** The project folder; a temporary one when absent. */
  readonly cwd?: string;
  readonly size?: { readonly columns: number; readonly rows: number };
}

export interface ClaudeSession {
  readonly pid: number;
  readonly pane: Pane;
  readonly paths: ClaudePaths;
  /** Waits until the input box is free, types the text, waits until it is shown, and presses Enter. One line only. */
  prompt(text: string): Promise<void>;
  /** Presses a key by its tmux name (`Down`, `Enter`, `C-c`). Before the next one, wait for what the screen must show. */
  keys(name: string): Promise<void>;
  /** Waits until a dialog with this option accepts answers, moves the pointer to the option, key by key, and presses Enter. */
  choose(label: string): Promise<void>;
  /** Types the text literally. */
  literal(text: string): Promise<void>;
  screen(): Promise<string>;
  /** The first screen that matches. */
  waitFor(expected: RegExp | ((screen: string) => boolean), timeoutMs?: number): Promise<string>;
  /** A screen that matches and still does after 250 ms: Claude Code ignores answers in the first 150 ms of a dialog. */
  waitForSettled(expected: RegExp | ((screen: string) => boolean), timeoutMs?: number): Promise<string>;
  /** Ends Claude Code and tmux and removes every temporary folder. */
  stop(): Promise<void>;
}

export interface ClaudePaths {
  readonly home: string;
  readonly config: string;
  readonly project: string;
  readonly settings: string;
  readonly transcripts: string;
}

export async function startClaude(options: ClaudeOptions): Promise<ClaudeSession> {
  const { version, model, args = [], size = { columns: 120, rows: 40 }, startedBy = (command) => command } = options;
  const binary = await claudeBinary(version);
  const root = await realpath(await mkdtemp(join(tmpdir(), 'answerback-claude-')));
  const clean = () => removeFolder(root);
  let stop = clean;
  try {
    const paths = await seed(root, options);
    const env = { ...environment(paths, model.url), ...options.env };
    const pane = await openPane({ command: startedBy([binary, ...args], paths.project), cwd: paths.project, env, ...size });
    stop = async () => {
      await endPane(pane);
      await clean();
    };
    const session = { ...sessionIn(pane, paths), stop };
    await session.waitFor(isReady);
    return session;
  } catch (error) {
    await stop();
    throw error;
  }
}

const apiKey = 'sk-ant-api03-answerback-test-key-not-a-real-one';
/** Older versions take keys that arrive together with a text for a part of it. */
const keyGapMs = 60;
const settleMs = 250;
/** Long enough that only a hanging program runs into it, not a slow one. */
const PATIENCE_MS = 60_000;
/** How often to read the screen again even if tmux reported no output. */
const rereadMs = 500;

function environment(paths: ClaudePaths, url: string): Record<string, string> {
  return {
    HOME: paths.home,
    CLAUDE_CONFIG_DIR: paths.config,
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    LANG: 'C.UTF-8',
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: apiKey,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
    IS_SANDBOX: '1',
  };
}

async function seed(root: string, { version, settings, hooks, cwd }: ClaudeOptions): Promise<ClaudePaths> {
  const home = join(root, 'home');
  const config = join(home, '.claude');
  const project = cwd === undefined ? join(root, 'project') : await realpath(cwd);
  await mkdir(config, { recursive: true });
  await mkdir(project, { recursive: true });

  const state = JSON.stringify({
    hasCompletedOnboarding: true,
    lastOnboardingVersion: version,
    theme: 'dark',
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  });
  await writeFile(join(home, '.claude.json'), state);
  await writeFile(join(config, '.claude.json'), state);

  const settingsFile = join(config, 'settings.json');
  const content = { skipDangerousModePermissionPrompt: true, ...settings, ...(hooks === undefined ? {} : { hooks }) };
  await writeFile(settingsFile, JSON.stringify(content, null, 2));
  const transcripts = join(config, 'projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'));
  return { home, config, project, settings: settingsFile, transcripts };
}

function sessionIn(pane: Pane, paths: ClaudePaths): Omit<ClaudeSession, 'stop'> {
  const screen = () => pane.tmux('capture-pane', '-p', '-t', pane.id);

  const literal = async (text: string) => void (await pane.tmux('send-keys', '-t', pane.id, '-l', '--', text));

  const keys = async (name: string) => void (await pane.tmux('send-keys', '-t', pane.id, '--', name));

  async function choose(label: string): Promise<void> {
    await waitForSettled(function aDialogWithTheOption(now) {
      return pointer(now) !== undefined && now.includes(label);
    });
    await pointTo({ screen, pointer, press: keys }, label);
    await keys('Enter');
  }

  async function waitFor(expected: RegExp | ((screen: string) => boolean), timeoutMs = PATIENCE_MS): Promise<string> {
    const deadline = Date.now() + timeoutMs;
    const output = listen(pane);
    try {
      for (;;) {
        const now = await screen();
        if (matches(now, expected)) return now;
        if (Date.now() > deadline)
          throw new Error(`The screen did not show ${describe(expected)} within ${timeoutMs} ms. It shows:\n${now}`);
        await output.next(Math.min(rereadMs, Math.max(1, deadline - Date.now())));
      }
    } finally {
      output.stop();
    }
  }

  async function waitForSettled(expected: RegExp | ((screen: string) => boolean), timeoutMs = PATIENCE_MS): Promise<string> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      await waitFor(expected, Math.max(1, deadline - Date.now()));
      await delay(settleMs);
      const again = await screen();
      if (matches(again, expected)) return again;
    }
  }

  async function prompt(text: string): Promise<void> {
    await waitForSettled(isReady);
    await literal(text);
    // The pointer is followed by a no-break space. A long prompt wraps, so only its beginning is compared.
    await waitFor(function theTypedPrompt(now) {
      return now.split('\n').some((line) => line.startsWith('❯') && line.slice(2).startsWith(text.slice(0, 40).trimEnd()));
    });
    await delay(keyGapMs);
    await keys('Enter');
  }

  return { pid: pane.pid, pane, paths, prompt, keys, choose, literal, screen, waitFor, waitForSettled };
}

/** Output between two calls of `next` is not missed: the second call returns at once. */
function listen(pane: Pane) {
  let fresh = false;
  let wake = () => {};
  const off = pane.onOutput(() => {
    fresh = true;
    wake();
  });
  return {
    async next(timeoutMs: number): Promise<void> {
      if (!fresh) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      fresh = false;
    },
    stop: off,
  };
}

function matches(screen: string, expected: RegExp | ((screen: string) => boolean)): boolean {
  return typeof expected === 'function' ? expected(screen) : expected.test(screen);
}

function describe(expected: RegExp | ((screen: string) => boolean)): string {
  return typeof expected === 'function' ? expected.name || 'what was expected' : String(expected);
}

/** The option of a dialog with the pointer, with its number: "2. SQLite". */
const pointer = (screen: string): string | undefined => /^[ │]*❯ (\d+\. .*)$/m.exec(screen)?.[1];

/** The input box is empty and the agent is not working. */
function isReady(screen: string): boolean {
  const lines = screen.split('\n');
  const box = lines.findLastIndex((line) => line.startsWith('❯'));
  if (box < 1) return false;
  const framed = lines[box - 1]?.startsWith('──') === true && lines[box + 1]?.startsWith('──') === true;
  return framed && !/esc to interrupt/.test(screen);
}
