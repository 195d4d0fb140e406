// The user's configuration: a small YAML file, read again when it changes, never a reason to fail.
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { HookSettings } from '../broker/hooks.ts';
import { shapeProblems } from '../question/shape.ts';

const schema = z.strictObject({
  /** Leave every agent alone. */
  pause: z.boolean().default(false),
  'claude-code': z
    .strictObject({
      /** beside: the dialog is on screen and can be answered there too; hold: no dialog, the question waits here alone. */
      mode: z.enum(['beside', 'hold']).default('beside'),
      /** auto: sessions in tmux whose hooks do not reach us are read off their screens; off: they are left alone. */
      screen: z.enum(['auto', 'off']).default('auto'),
      /** Folders whose sessions are left alone. */
      exclude: z.array(z.string()).default([]),
    })
    .prefault({}),
});
export type Config = z.output<typeof schema>;

const DEFAULTS: Config = schema.parse({});

export type ConfigRead = { readonly config: Config; readonly problem?: string };

/** Reads the file if it changed since the last time. What cannot be understood is reported once, and the last good reading stays. */
export function openConfig(path: string, onProblem: (problem: string) => void): () => Config {
  let stamp = '';
  let config = DEFAULTS;
  return () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    const now = stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : 'absent';
    if (now === stamp) return config;
    stamp = now;
    const read = stat ? readConfig(path) : { config: DEFAULTS };
    if (read.problem) onProblem(read.problem);
    else config = read.config;
    return config;
  };
}

export function readConfig(path: string): ConfigRead {
  try {
    const value = parse(readFileSync(path, 'utf8')) ?? {};
    const result = schema.safeParse(value);
    if (result.success) return { config: result.data };
    return {
      config: DEFAULTS,
      problem: `${path}: ${shapeProblems(result.error, value)
        .map((p) => p.message)
        .join('; ')}`,
    };
  } catch (error) {
    return { config: DEFAULTS, problem: `${path}: ${(error as Error).message}` };
  }
}

export function hookSettings(config: Config): HookSettings {
  const { mode, exclude, screen } = config['claude-code'];
  return {
    paused: config.pause,
    mode,
    screens: screen === 'auto',
    excluded: exclude.map((path) => resolve(path.replace(/^~(?=$|\/)/, homedir()))),
  };
}
