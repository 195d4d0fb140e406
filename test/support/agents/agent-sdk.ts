// For tests: a folder with the real Claude Agent SDK and our package, and programs that run in it against a fake model.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { FakeModel } from './fake-model.ts';
import { agentSdk } from './packages.ts';

export type SdkFolder = {
  readonly folder: string;
  /** Runs the program to its end. What it wrote to its output is lost. */
  start(program: string, model: FakeModel, env: NodeJS.ProcessEnv): SdkRun;
  remove(): void;
};
export type SdkRun = { readonly child: ChildProcess; readonly over: Promise<{ readonly code: number | null; readonly err: string }> };

export const ENDED_WELL = { code: 0, err: '' };

export async function sdkFolder(): Promise<SdkFolder> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-sdk-')));
  const installed = dirname(dirname(await agentSdk()));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['@anthropic-ai', 'zod', '@modelcontextprotocol'])
    symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  symlinkSync(resolve('.'), join(folder, 'node_modules/answerback'));
  symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules/@types'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  return {
    folder,
    start(program, model, more) {
      writeFileSync(join(folder, 'program.js'), program);
      const env = {
        ...more,
        HOME: folder,
        CLAUDE_CONFIG_DIR: join(folder, 'config'),
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'sk-ant-api03-answerback-test-key-not-a-real-one',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        IS_SANDBOX: '1',
        // The SDK warns of callbacks that a permission mode makes unnecessary.
        NODE_NO_WARNINGS: '1',
      };
      const child = spawn(process.execPath, ['program.js'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
      let err = '';
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        err += chunk;
      });
      return { child, over: new Promise((done) => child.on('close', (code) => done({ code, err }))) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}
