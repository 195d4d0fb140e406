// For how long the event loop of a broker was blocked at most, without the time in which other processes had the processor (Linux only).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transformSync } from 'esbuild';
import type { LoopDelay } from '../../bench/loop-delay.ts';

export const canMeasureBlocks = existsSync('/proc/self/schedstat');

const fileIn = (folder: string): string => join(folder, 'loop-delay');

/** A broker that is started with this environment can be measured. `preload` is made of bench/loop-delay.ts unless it is there. */
export function measurable(env: NodeJS.ProcessEnv, folder: string, preload = preloadIn(folder)): void {
  env.ANSWERBACK_LOOP_DELAY = fileIn(folder);
  env.NODE_OPTIONS = `${env.NODE_OPTIONS ?? ''} --import=${preload}`;
}

/** Returns a function that measures while something is done. */
export function longestBlock(folder: string, pid: number): (work: () => Promise<unknown>) => Promise<LoopDelay> {
  const file = fileIn(folder);
  const longest = async () => {
    rmSync(file, { force: true });
    process.kill(pid, 'SIGUSR2');
    while (!existsSync(file)) await sleep(5);
    return JSON.parse(readFileSync(file, 'utf8')) as LoopDelay;
  };
  return async (work) => {
    await longest();
    await work();
    return longest();
  };
}

/** Node 20 runs no TypeScript. */
function preloadIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'loop-delay.mjs');
  writeFileSync(path, transformSync(readFileSync('bench/loop-delay.ts', 'utf8'), { loader: 'ts', format: 'esm' }).code);
  return path;
}
