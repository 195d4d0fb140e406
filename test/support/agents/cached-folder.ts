// Folders with programs from npm, made once per computer: a folder has its final name only when it is complete.
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = process.env.ANSWERBACK_TEST_CACHE ?? resolve(import.meta.dirname, '../../../.cache/agents');

export const cached = (name: string): string => join(cache, name);

/** Fills the folder unless it is complete. Two processes may do so at once: the first one to finish counts. */
export async function fillOnce(folder: string, isComplete: () => Promise<boolean>, fill: (into: string) => Promise<void>): Promise<void> {
  if (await isComplete()) return;
  await mkdir(dirname(folder), { recursive: true });
  const temporary = await mkdtemp(`${folder}.installing-`);
  try {
    // Without a package.json here, npm would look for a project in the parent folders.
    await writeFile(join(temporary, 'package.json'), '{"private":true}');
    await fill(temporary);
    await rename(temporary, folder);
  } catch (error) {
    if (!(await isComplete())) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

export type Package = {
  /** The name of its folder in the cache. */
  readonly name: string;
  readonly spec: string;
  readonly flags: readonly string[];
  /** A file that a complete install has. */
  readonly proof: string;
  /** The folder of the Node that installs it, if not ours. */
  readonly bin?: string;
};

/** The folder in which the package is installed. */
export async function installed({ name, spec, flags, proof, bin }: Package): Promise<string> {
  const folder = cached(name);
  await fillOnce(
    folder,
    () => exists(join(folder, proof)),
    async (into) => {
      process.stderr.write(`installing ${spec} into ${folder} …\n`);
      const env = bin === undefined ? process.env : { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
      await run('npm', ['install', '--prefix', into, '--no-audit', '--no-fund', '--loglevel=error', ...flags, spec], { cwd: into, env });
    },
  );
  return folder;
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
