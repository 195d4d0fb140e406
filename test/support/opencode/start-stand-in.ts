// Starts a process that stands in for opencode, with our plugin as setup installs it in a project.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { eventually } from '../eventually.ts';
import type { Home } from '../home.ts';
import type { Command, Commands, Said } from './stand-in.ts';

export type StandIn = {
  readonly pid: number;
  readonly project: string;
  do<Name extends keyof Commands>(name: Name, ...args: Parameters<Commands[Name]>): Promise<Awaited<ReturnType<Commands[Name]>>>;
  /** What the model was told as the result of a tool call, as soon as it was. */
  told(call: string): Promise<string>;
  /** Resolves when the process is gone. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
};

/** Node 20 does not run TypeScript. */
let bundled: Promise<string> | undefined;
async function program(): Promise<string> {
  const entry = 'test/support/opencode/stand-in.ts';
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', write: false });
  return outputFiles[0]?.text ?? '';
}

export async function startStandIn(at: Home): Promise<StandIn> {
  bundled ??= program();
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  const [file, plugin] = [join(folder, 'opencode.mjs'), join(folder, 'answerback.mjs')];
  writeFileSync(file, await bundled);
  copyFileSync('dist/opencode-plugin.js', plugin);
  const child = fork(file, [folder, plugin], {
    env: at.env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const told = new Map<string, string>();
  const waiting = new Map<number, { done(value: unknown): void; failed(error: Error): void }>();
  let commands = 0;
  let isReady = false;
  child.on('message', (said: Said) => {
    if (said.kind === 'ready') isReady = true;
    else if (said.kind === 'told') told.set(said.call, said.text);
    else if (said.kind === 'done') waiting.get(said.id)?.done(said.value);
    else waiting.get(said.id)?.failed(new Error(said.reason));
  });
  void ended.then(() => {
    for (const { failed } of waiting.values()) failed(new Error('the process that stands in for opencode has ended'));
  });
  const kill = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await ended;
  };
  await eventually(() => isReady);
  return {
    pid: child.pid as number,
    project: folder,
    do: (name, ...args) =>
      new Promise((resolve, failed) => {
        const id = ++commands;
        waiting.set(id, { done: resolve as (value: unknown) => void, failed });
        child.send({ id, name, args } satisfies Command);
      }),
    told: (call) => eventually(() => told.get(call)),
    kill,
    async stop() {
      await kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
