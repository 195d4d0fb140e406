// Finding running agents through the files that Claude Code writes.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { watchFolder } from '../../../system/folder.ts';
import { isAlive } from '../../../system/processes.ts';
import { type RunningAgent, watchRunningAgents } from './running.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function setUp() {
  const root = mkdtempSync(join(tmpdir(), 'answerback-running-'));
  const config = join(root, 'config');
  const folder = join(config, 'sessions');
  let last: readonly RunningAgent[] = [];
  let onChange = () => {};
  const stop = watchRunningAgents({ watchFolder, isAlive }, config, (all) => {
    last = all;
    onChange();
  });
  closing.push(() => {
    stop();
    rmSync(root, { recursive: true });
  });
  return {
    folder,
    config,
    write: (pid: number, over: object = {}) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${pid}.json`), JSON.stringify({ pid, sessionId: 's1', cwd: '/a b', kind: 'interactive', ...over }));
    },
    /** The running agents, as soon as they meet the expectation. */
    until: (expected: (all: readonly RunningAgent[]) => boolean) =>
      new Promise<readonly RunningAgent[]>((resolve) => {
        onChange = () => expected(last) && resolve(last);
        onChange();
      }),
  };
}

describe('the running agents', () => {
  it('are found when they start, even if the folder did not exist, and reported with every change', async () => {
    const at = setUp();
    at.write(process.pid, { status: 'busy', version: '2.1.325' });
    expect(await at.until((all) => all.length === 1)).toMatchObject([
      { pid: process.pid, session: 's1', status: 'busy', version: '2.1.325', transcript: join(at.config, 'projects', '-a-b', 's1.jsonl') },
    ]);
    at.write(process.pid, { status: 'waiting' });
    expect(await at.until(([one]) => one?.status === 'waiting')).toHaveLength(1);
  });

  it('stay while their file is half written, and disappear with their process', async () => {
    const at = setUp();
    at.write(process.pid, { status: 'busy' });
    await at.until((all) => all.length === 1);
    writeFileSync(join(at.folder, `${process.pid}.json`), '{"pid":');
    at.write(process.pid, { status: 'idle' });
    expect(await at.until(([one]) => one?.status === 'idle')).toHaveLength(1);
    at.write(process.pid, { status: 'idle', procStart: '1' });
    expect(await at.until((all) => all.length === 0)).toEqual([]);
  });

  it('do not include dead processes, those in the background, or headless runs, which call themselves interactive too', async () => {
    const at = setUp();
    at.write(999_999_999);
    at.write(process.ppid, { kind: 'background' });
    const headless = spawn(process.execPath, ['-e', 'process.stdin.resume()', '--', '-p'], { stdio: ['pipe', 'ignore', 'ignore'] });
    closing.push(() => headless.kill());
    at.write(headless.pid as number, { entrypoint: 'sdk-cli' });
    at.write(process.pid);
    expect((await at.until((all) => all.length > 0)).map(({ pid }) => pid)).toEqual([process.pid]);
  });
});
