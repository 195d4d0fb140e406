// The user's configuration: a small YAML file, read again when it changes, never a reason to fail.
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { HookSettings } from '../channels/claude-code/hooks/hooks.ts';
import type { Routing } from '../decide/route/route.ts';
import { contradictions, routingOf, routingShape } from '../decide/route/schema.ts';
import { shapeProblems } from '../question/shape.ts';
import { type FileProblem, readYaml } from './yaml-problems.ts';

const own = {
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
};
const schema = z.strictObject({ ...own, ...routingShape });
type Written = z.output<typeof schema>;

export type Config = Pick<Written, keyof typeof own> & { readonly routing: Routing };

const LARGEST_CONFIG = 1024 * 1024;

const DEFAULTS: Config = configOf(schema.parse({}));

export type ConfigRead = { readonly config: Config; readonly problems: readonly FileProblem[] };

/** Reads the file if it changed since the last time; `onRead` hears what is wrong with it. What cannot be understood leaves the last good reading. */
export function openConfig(path: string, onRead: (problems: readonly FileProblem[]) => void): () => Config {
  let stamp = '';
  let config = DEFAULTS;
  return () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    const now = stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : 'absent';
    if (now === stamp) return config;
    stamp = now;
    const read = readConfig(path);
    onRead(read.problems);
    if (read.problems.length === 0) config = read.config;
    return config;
  };
}

/** A file that is not there is the defaults. */
export function readConfig(path: string): ConfigRead {
  const broken = (...problems: readonly FileProblem[]): ConfigRead => ({ config: DEFAULTS, problems });
  let text: string;
  try {
    const { size, isFile } = look(path);
    if (!isFile) return broken({ file: path, message: 'is not a file' });
    if (size > LARGEST_CONFIG) return broken({ file: path, message: `is too large to be read; ${LARGEST_CONFIG / 1024} KB are the most` });
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { config: DEFAULTS, problems: [] } : broken({ file: path, message });
  }
  const yaml = readYaml(path, text);
  if (yaml.kind === 'broken') return broken(...yaml.problems);
  const result = schema.safeParse(yaml.value);
  const problems = result.success ? contradictions(result.data) : shapeProblems(result.error, yaml.value);
  if (!result.success || problems.length > 0) return broken(...yaml.locate(problems));
  return { config: configOf(result.data), problems: [] };
}

/** A pipe or a device would be read for ever. */
function look(path: string): { readonly size: number; readonly isFile: boolean } {
  const stat = statSync(path);
  return { size: stat.size, isFile: stat.isFile() };
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

function configOf(written: Written): Config {
  return { pause: written.pause, 'claude-code': written['claude-code'], routing: routingOf(written) };
}
