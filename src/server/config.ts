// The user's configuration: a small YAML file that is read again when it changes. A broken file is reported, never fatal.
import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, resolve } from 'node:path';
import { z } from 'zod';
import { readShape, unknownFields } from '../ask/shape.ts';
import type { Routing } from '../auto-answer/route/route.ts';
import { contradictions, routingOf, routingShape } from '../auto-answer/route/schema.ts';
import type { NamedChannel } from '../inbox/channel.ts';
import { notifyShape } from '../notify/notifier-kind.ts';
import type { NotifierSettings } from '../notify/settings.ts';
import { type FileProblem, readYaml } from '../system/yaml-problems.ts';
import { duration } from '../text/duration.ts';
import type { LoadedLists } from './lists.ts';
import { publicUrl } from './web/public-url.ts';

/** What the section of every agent has besides its own settings. */
const everyChannel = {
  exclude: z.array(z.string()).default([]).describe('folders whose sessions are ignored'),
};
const sectionOf = ({ settings, gone }: NamedChannel) =>
  z
    .strictObject(
      { ...everyChannel, ...settings },
      { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownFields(issue, gone) : undefined) },
    )
    .prefault({});
const own = {
  pause: z.boolean().default(false).describe('ignore all coding agents'),
  keep: z
    .string()
    .regex(/^[1-9]\d{0,4}d$/, 'write a number of days, for example 90d')
    .optional()
    .describe('how long asks that are over are kept, in days: 90d. Default: for ever. Open asks always stay'),
};
const web = z
  .strictObject({ 'public-url': publicUrl.optional().describe('the address of the page behind a reverse proxy, Tailscale or a tunnel') })
  .prefault({})
  .describe('the web page');

/** The schema of the whole file. Each agent has a section with its own name. */
export const configFile = ({ channels, notifiers, messengers, ...routing }: LoadedLists) =>
  z.strictObject({
    ...own,
    ...Object.fromEntries(channels.map((channel) => [channel.program, sectionOf(channel)])),
    web,
    ...routingShape(routing),
    ...notifyShape([...notifiers, ...messengers]),
  });
type Written = z.output<ReturnType<typeof configFile>>;
type ChannelSettings = { readonly exclude: readonly string[]; readonly [setting: string]: unknown };

export type Config = {
  readonly pause: boolean;
  /** How long asks that are over are kept, in milliseconds. */
  readonly keep?: number | undefined;
  /** The settings of each agent, by program. */
  readonly channels: Readonly<Record<string, ChannelSettings>>;
  readonly routing: Routing;
  /** Where the page is reached from outside. */
  readonly publicUrl?: URL | undefined;
  /** The notifiers, by name. */
  readonly notify: Readonly<Record<string, NotifierSettings>>;
};

const LARGEST_CONFIG = 1024 * 1024;
const WRITTEN_WITHIN_MS = 1_000;

// Parsed once at every start, which is not worth zod's code generation.
const defaultsOf = (lists: LoadedLists): Config => configOf(configFile(lists).parse({}, { jitless: true }), lists);

type ConfigRead = { readonly config: Config; readonly problems: readonly FileProblem[] };

/** Reads the file again if it has changed, and reports its problems to `onRead`. While it is broken, the last valid configuration is used. */
export function openConfig(path: string, onRead: (problems: readonly FileProblem[]) => void, lists: LoadedLists): () => Config {
  let stamp = '';
  let config = defaultsOf(lists);
  return () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    const now = stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : `absent ${existsSync(misnamed(path))}`;
    if (now === stamp || (stat && isBeingWritten(stat))) return config;
    stamp = now;
    const read = readConfig(path, lists);
    onRead(read.problems);
    if (read.problems.length === 0) config = read.config;
    return config;
  };
}

/** Programs that save a file in place empty it first. An empty file is valid, so the last configuration would be forgotten. */
const isBeingWritten = ({ size, mtimeMs }: Stats): boolean => size === 0 && Date.now() - mtimeMs < WRITTEN_WITHIN_MS;

/** Without a file: the defaults. */
export function readConfig(path: string, lists: LoadedLists): ConfigRead {
  const broken = (...problems: readonly FileProblem[]): ConfigRead => ({ config: defaultsOf(lists), problems });
  let text: string;
  try {
    const { size, isFile } = look(path);
    if (!isFile) return broken({ file: path, message: 'is not a file' });
    if (size > LARGEST_CONFIG) return broken({ file: path, message: `is too large to be read; the limit is ${LARGEST_CONFIG / 1024} KB` });
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') return broken({ file: path, message });
    return existsSync(misnamed(path))
      ? broken({ file: misnamed(path), message: `has the wrong name: rename it to ${basename(path)}` })
      : { config: defaultsOf(lists), problems: [] };
  }
  const yaml = readYaml(path, text);
  if (yaml.kind === 'broken') return broken(...yaml.problems);
  const read = readShape(configFile(lists), yaml.value);
  const problems = read.kind === 'ok' ? contradictions(read.value) : read.problems;
  if (read.kind === 'invalid' || problems.length > 0) return broken(...yaml.locate(problems));
  return { config: configOf(read.value, lists), problems: [] };
}

/** What people call it who are used to the other ending. */
export const misnamed = (path: string): string => path.replace(/\.yaml$/, '.yml');

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

function configOf(written: Written, { channels: known }: LoadedLists): Config {
  const sections = written as unknown as Record<string, ChannelSettings>;
  const channels = Object.fromEntries(known.map(({ program }) => [program, sections[program] as ChannelSettings]));
  const keep = written.keep === undefined ? undefined : duration(written.keep);
  return {
    pause: written.pause,
    keep,
    channels,
    routing: routingOf(written),
    notify: written.notify,
    publicUrl: written.web['public-url'],
  };
}
