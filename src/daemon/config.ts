// The user's configuration: a small YAML file that is read again when it changes. A broken file is reported, never fatal.
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { CHANNELS } from '../channels/list.ts';
import type { Routing } from '../decide/route/route.ts';
import { contradictions, routingOf, routingShape } from '../decide/route/schema.ts';
import { shapeProblems } from '../question/shape.ts';
import { type FileProblem, readYaml } from './yaml-problems.ts';

/** What the section of every agent has besides its own settings. */
const everyChannel = {
  /** Folders whose sessions are ignored. */
  exclude: z.array(z.string()).default([]),
};
const own = {
  /** Ignore all agents. */
  pause: z.boolean().default(false),
  ...Object.fromEntries(CHANNELS.map(({ program, settings }) => [program, z.strictObject({ ...everyChannel, ...settings }).prefault({})])),
};
const schema = z.strictObject({ ...own, ...routingShape });
type Written = z.output<typeof schema>;
type ChannelSettings = { readonly exclude: readonly string[]; readonly [setting: string]: unknown };

export type Config = {
  readonly pause: boolean;
  /** The settings of each agent, by program. */
  readonly channels: Readonly<Record<string, ChannelSettings>>;
  readonly routing: Routing;
};

const LARGEST_CONFIG = 1024 * 1024;

const DEFAULTS: Config = configOf(schema.parse({}));

export type ConfigRead = { readonly config: Config; readonly problems: readonly FileProblem[] };

/** Reads the file again if it has changed, and reports its problems to `onRead`. While it is broken, the last valid configuration is used. */
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

/** Without a file: the defaults. */
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

/** Reading a pipe or a device would never end. */
function look(path: string): { readonly size: number; readonly isFile: boolean } {
  const stat = statSync(path);
  return { size: stat.size, isFile: stat.isFile() };
}

/** Why this program is ignored in this folder; undefined if it is not. */
export function ignored({ pause, channels }: Config, program: string, folder: string | undefined): string | undefined {
  if (pause) return 'Answerback is paused';
  const excluded = channels[program]?.exclude.map((path) => resolve(path.replace(/^~(?=$|\/)/, homedir()))) ?? [];
  const found = excluded.find((path) => folder === path || folder?.startsWith(`${path}/`));
  return found === undefined ? undefined : `the folder ${found} is excluded by the configuration`;
}

function configOf(written: Written): Config {
  const sections = written as unknown as Record<string, ChannelSettings>;
  const channels = Object.fromEntries(CHANNELS.map(({ program }) => [program, sections[program] as ChannelSettings]));
  return { pause: written.pause, channels, routing: routingOf(written) };
}
