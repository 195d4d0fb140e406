// What lies around an ask, read from the disk: the project's own file (again when it changed), documents inside the project, templates.
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';
import { parse } from 'yaml';
import type { Attached } from '../decide/brief/brief.ts';
import { parseProjectFile } from '../decide/route/schema.ts';
import type { FoundProjectFile, Surroundings } from '../decide/surroundings.ts';

export const PROJECT_FILE = '.answerback.yaml';

const LARGEST_PROJECT_FILE = 256 * 1024;
const MOST_CACHED = 500;
const LARGEST_TEMPLATE = 100_000;

export function surroundingFiles(): Surroundings {
  const cache = new Map<string, { readonly stamp: string; readonly found: FoundProjectFile }>();
  return {
    async projectFile(project) {
      if (!isAbsolute(project)) return { kind: 'absent' };
      const path = join(project, PROJECT_FILE);
      const stamp = await stampOf(path);
      if (stamp === undefined) return { kind: 'absent' };
      const known = cache.get(path);
      if (known?.stamp === stamp) return known.found;
      const found = await readProjectFile(path);
      if (cache.size >= MOST_CACHED) cache.clear();
      cache.set(path, { stamp, found });
      return found;
    },

    async documents(project, names, mostEach) {
      const found = await Promise.all(names.map((name) => readInside(project, name, mostEach)));
      return found.filter((each) => each !== undefined);
    },

    async templates(given) {
      const folder = given.replace(/^~(?=$|\/)/, homedir());
      const names = await readdir(folder).catch(() => []);
      const texts = await Promise.all(names.map(async (name) => [name, await cutText(join(folder, name), LARGEST_TEMPLATE)] as const));
      return Object.fromEntries(texts.filter((each): each is readonly [string, string] => each[1] !== undefined));
    },
  };
}

/** Undefined when it is not there. Something that is there and cannot be looked at is broken, not absent: it may forbid machines. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['ENOENT', 'ENOTDIR'].includes(code) ? undefined : code;
  }
}

async function readProjectFile(path: string): Promise<FoundProjectFile> {
  try {
    if ((await stat(path)).size > LARGEST_PROJECT_FILE) return { kind: 'broken', problem: `${path} is too large to be read` };
    const result = parseProjectFile(parse(await readFile(path, 'utf8')));
    if (result.kind === 'ok') return { kind: 'ok', file: result.value };
    return { kind: 'broken', problem: `${path}: ${result.problems.map(({ message }) => message).join('; ')}` };
  } catch (error) {
    return { kind: 'broken', problem: `${path}: ${(error as Error).message}` };
  }
}

/** A link that leads out of the project is not followed: whoever wrote the project must not choose what an agent gets to read. */
async function readInside(project: string, name: string, most: number): Promise<Attached | undefined> {
  try {
    const root = await realpath(project);
    const path = await realpath(join(root, name));
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
    const text = await cutText(path, most);
    return text === undefined ? undefined : { name, text };
  } catch {
    return undefined;
  }
}

/** The beginning of a file, a little more than `most` characters where it is longer, so that whoever cuts it can say so. */
async function cutText(path: string, most: number): Promise<string | undefined> {
  try {
    const file = await open(path, 'r');
    try {
      const found = await file.stat();
      if (!found.isFile()) return undefined;
      const buffer = Buffer.alloc(Math.min(found.size, (most + 1) * 4));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return buffer.subarray(0, bytesRead).toString('utf8');
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
