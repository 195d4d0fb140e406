// For tests: a real pi with our extension and a fake model, in a private tmux or as `pi -p`.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../eventually.ts';
import type { FakeModel } from './fake-model.ts';
import { piProgram } from './packages.ts';
import { openPane } from './tmux.ts';

export type Pi = {
  readonly project: string;
  keys(...names: readonly string[]): Promise<void>;
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
  return {
    project,
    async keys(...names) {
      for (const name of names) await pane.tmux('send-keys', '-t', pane.id, '--', name);
    },
    shows: (text) => eventually(async () => ((await screen()).includes(text) ? screen() : undefined)),
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
