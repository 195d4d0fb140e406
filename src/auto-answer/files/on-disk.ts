// The files around an ask: the project's own files (read again when they change), documents inside the project, templates.
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { type FileProblem, problemText, readProjectYaml } from '../../system/yaml-problems.ts';
import { shortened } from '../../text/shortened.ts';
import type { Attached } from '../brief/brief.ts';
import { parseProjectFile, projectFile } from '../route/schema.ts';
import type { RuleKind } from '../rules/rule-kind.ts';
import { readBounded } from './bounded-file.ts';
import type { DecisionFiles, ReadProjectFile } from './files.ts';

export const PROJECT_FILE = '.answerback.yaml';
/** Easily mistyped. It is reported instead of being ignored, because it may forbid auto-answer. */
const MISNAMED_FILE = '.answerback.yml';

const LARGEST_PROJECT_FILE = 64 * 1024;
const MOST_CACHED = 500;
/** In folders inside each other. Each file restricts what the one above it left, so this takes time with every ask. */
const MOST_PROJECT_FILES = 50;
/** Of one file, and nobody reads more. */
const MOST_PROBLEMS = 5;
/** It may have the name of a field in it. */
const LONGEST_PROBLEM = 300;
const LARGEST_TEMPLATE = 100_000;
/** A UTF-8 character has at most four bytes. */
const BYTES_EACH = 4;

export function filesOnDisk(rules: readonly RuleKind[], home: string = homedir()): DecisionFiles {
  const schema = projectFile(rules);
  const cache = new Map<string, { readonly stamp: string; readonly found: ReadProjectFile }>();

  async function inFolder(folder: string, within: string): Promise<ReadProjectFile | undefined> {
    const misnamed = join(folder, MISNAMED_FILE);
    if (await exists(misnamed))
      return { kind: 'broken', file: misnamed, problem: `${misnamed} has the wrong name: rename it to ${PROJECT_FILE}` };
    const path = join(folder, PROJECT_FILE);
    const stamp = await stampOf(path);
    if (stamp === undefined) return undefined;
    const known = cache.get(path);
    if (known?.stamp === stamp) return known.found;
    const found = await readProjectFile(schema, path, within);
    if (cache.size >= MOST_CACHED) cache.clear();
    cache.set(path, { stamp, found });
    return found;
  }

  return {
    async projectFiles(project) {
      if (!isAbsolute(project)) return [];
      const { folders, repository } = await foldersAbove(project, home);
      const found: ReadProjectFile[] = [];
      // One after the other: reading one takes a while, and the broker has other things to do in between.
      for (const folder of folders.toReversed()) {
        const one = await inFolder(folder, repository ?? folder);
        if (one && found.length === MOST_PROJECT_FILES) return [tooMany(one.file)];
        if (one) found.push(one);
      }
      return found;
    },

    async documents(project, names, mostEach) {
      const found = await Promise.all(names.map((name) => document(project, name, mostEach)));
      return found.filter((each) => each !== undefined);
    },

    async templates(given) {
      const folder = given.replace(/^~(?=$|\/)/, home);
      const names = await readdir(folder).catch(() => undefined);
      if (!names) return { texts: {}, problems: ['there is no such folder, or it cannot be read'] };
      // An editor keeps files of its own beside those that it edits.
      const all = await Promise.all(names.filter(isMarkdown).map(async (name) => ({ name, ...(await template(join(folder, name))) })));
      return {
        texts: Object.fromEntries(all.flatMap(({ name, text }) => (text === undefined ? [] : [[name, text]]))),
        problems: all.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name} ${problem}`])),
      };
    },

    async policy(file) {
      const read = await readBounded(file.replace(/^~(?=$|\/)/, home), LARGEST_TEMPLATE);
      return read.kind === 'text' && read.whole ? read.text : undefined;
    },

    realPath,
  };
}

const isMarkdown = (name: string): boolean => /^[^.].*\.md$/.test(name);

async function template(path: string): Promise<{ readonly text?: string; readonly problem?: string }> {
  const read = await readBounded(path, LARGEST_TEMPLATE);
  if (read.kind === 'text' && read.whole) return { text: read.text };
  if (read.kind === 'text') return { problem: `is too large; the limit is ${LARGEST_TEMPLATE / 1000} KB` };
  return { problem: read.kind === 'refused' ? read.why : 'is a broken link' };
}

/** From the project's folder up to its repository; without one, up to the last folder below the home folder or the root of the disk. */
async function foldersAbove(project: string, home: string): Promise<{ folders: readonly string[]; repository?: string }> {
  const start = await realpath(project).catch(() => project);
  const end = await realpath(home).catch(() => home);
  const folders = [start];
  for (let folder = start; ; ) {
    if (await exists(join(folder, '.git'))) return { folders, repository: folder };
    const above = dirname(folder);
    if (folder === end || above === end || dirname(above) === above) return { folders };
    folders.push(above);
    folder = above;
  }
}

/** A link that leads nowhere is not a file that does not exist yet: whoever writes to it writes wherever it points. */
async function realPath(path: string): Promise<string | undefined> {
  if (!isAbsolute(path) || path.includes('\0') || path.split('/').includes('..')) return undefined;
  const missing: string[] = [];
  for (let place = join(path); ; place = dirname(place)) {
    try {
      return join(await realpath(place), ...missing.toReversed());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(place) === place || (await exists(place))) return undefined;
      missing.push(basename(place));
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Undefined if it does not exist. A file that cannot be examined is broken, not absent, because it may forbid auto-answer. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const link = await lstat(path);
    const target = link.isSymbolicLink() ? await stat(path).catch(() => undefined) : link;
    return [link, target].map((each) => (each ? `${each.mtimeMs} ${each.ctimeMs} ${each.size} ${each.ino}` : 'nowhere')).join(' ');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['ENOENT', 'ENOTDIR'].includes(code) ? undefined : code;
  }
}

/** The content of a refused file is never shown: it may be somebody else's. */
async function readProjectFile(schema: ReturnType<typeof projectFile>, path: string, within: string): Promise<ReadProjectFile> {
  const broken = (why: string): ReadProjectFile => ({ kind: 'broken', file: path, problem: `${path} ${why}` });
  const read = await readBounded(path, LARGEST_PROJECT_FILE, within);
  if (read.kind === 'absent') return broken('is a broken link');
  if (read.kind === 'refused') return broken(read.why);
  if (!read.whole) return broken(`is too large to be read; the limit is ${LARGEST_PROJECT_FILE / 1024} KB`);
  const wrong = (problems: readonly FileProblem[]): ReadProjectFile => ({ kind: 'broken', file: path, problem: problemsText(problems) });
  const yaml = await readProjectYaml(path, read.text);
  if (yaml.kind === 'broken') return wrong(yaml.problems);
  const parsed = parseProjectFile(schema, yaml.value);
  return parsed.kind === 'ok' ? { kind: 'ok', file: path, value: parsed.value } : wrong(yaml.locate(parsed.problems));
}

function problemsText(problems: readonly FileProblem[]): string {
  const more = problems.length - MOST_PROBLEMS;
  const said = problems.slice(0, MOST_PROBLEMS).map((each) => problemText({ ...each, message: shortened(each.message, LONGEST_PROBLEM) }));
  return [...said, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

const tooMany = (file: string): ReadProjectFile => ({
  kind: 'broken',
  file,
  problem: `${file}: there are more than ${MOST_PROJECT_FILES} files like this one in the folders above it`,
});

/** A link to the outside of the project is not followed: the author of a project must not choose what an agent gets to read. */
async function document(project: string, name: string, most: number): Promise<Attached | undefined> {
  // A little more than `most` characters, so that the caller can tell that it was cut.
  const read = await readBounded(join(project, name), (most + 1) * BYTES_EACH, project);
  return read.kind === 'text' ? { name, text: read.text } : undefined;
}
