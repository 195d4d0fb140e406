// For tests: a real pi with our extension and a fake model, in a private tmux or as `pi -p`.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../eventually.ts';
import type { FakeModel } from './fake-model.ts';
import { piProgram } from './packages.ts';
import { pointTo } from './point.ts';
import { openPane } from './tmux.ts';

export type Pi = {
  readonly project: string;
  /** Presses a key by its tmux name. Before the next one, wait for what the screen must show. */
  keys(name: string): Promise<void>;
  /** Moves the pointer of our dialog to the option with this number, key by key, and presses Enter. */
  choose(number: number): Promise<void>;
  /** Types the text, and resolves when the screen contains it. */
  type(text: string): Promise<void>;
  /** Resolves when the screen contains this text. */
  shows(text: string): Promise<string>;
  hides(text: string): Promise<string>;
  stop(): Promise<void>;
};

/** The package: its package.json names the extension. */
const EXTENSION = resolve('.');

/** A home with one model, which is the fake one. */
async function homeFor(model: Pick<FakeModel, 'url'>, more: Record<string, string>) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'answerback-pi-')));
  const project = join(root, 'project');
  const agent = join(root, '.pi/agent');
  await mkdir(project);
  await mkdir(agent, { recursive: true });
  const provider = { baseUrl: model.url, api: 'anthropic-messages', apiKey: 'not-a-real-key', models: [{ id: 'fake-model' }] };
  await writeFile(join(agent, 'models.json'), JSON.stringify({ providers: { fake: provider } }));
  const { node, program, path } = await piProgram();
  const env = { HOME: root, PATH: path, LANG: 'C.UTF-8', PI_OFFLINE: '1', ...more };
  const command = [node, program, '--model', 'fake/fake-model', '--no-session', '-e', EXTENSION];
  return { root, project, env, command, clean: () => rm(root, { recursive: true, force: true, maxRetries: 10 }) };
}

export async function startPi(model: Pick<FakeModel, 'url'>, prompt: string, more: Record<string, string>): Promise<Pi> {
  const { project, env, command, clean } = await homeFor(model, more);
  const pane = await openPane({ command: [...command, prompt], cwd: project, env, columns: 100, rows: 40 });
  const screen = () => pane.tmux('capture-pane', '-p', '-t', pane.id);
  const keys = async (name: string) => void (await pane.tmux('send-keys', '-t', pane.id, '--', name));
  const shows = (text: string) =>
    eventually(async () => {
      const now = await screen();
      return now.includes(text) ? now : undefined;
    });
  return {
    project,
    keys,
    async choose(number) {
      await pointTo({ screen, pointer: (now) => /❯ \( \) (\d+ )/.exec(now)?.[1], press: keys }, `${number} `);
      await keys('Enter');
    },
    async type(text) {
      await pane.tmux('send-keys', '-t', pane.id, '-l', '--', text);
      await shows(text);
    },
    shows,
    hides: (text) => eventually(async () => ((await screen()).includes(text) ? undefined : screen())),
    async stop() {
      await pane.kill();
      await clean();
    },
  };
}

/** `pi -p`: resolves with what it prints. */
export async function runPi(model: Pick<FakeModel, 'url'>, prompt: string, more: Record<string, string>): Promise<string> {
  const { project, env, command, clean } = await homeFor(model, more);
  const [node = '', ...args] = command;
  const running = promisify(execFile)(node, [...args, '-p', prompt], { cwd: project, env });
  running.child.stdin?.end();
  try {
    return (await running).stdout;
  } finally {
    await clean();
  }
}
