// Installs one pinned version of Claude Code into a cache folder, outside the product's own dependencies.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached, exists, fillOnce } from './cached-folder.ts';

const run = promisify(execFile);

/** The path of an executable Claude Code of exactly this version. The JS releases (before 2.1.110) need `node` on the PATH. */
export async function claudeBinary(version: string): Promise<string> {
  const folder = cached(version);
  await fillOnce(
    folder,
    async () => (await executableIn(folder)) !== undefined,
    (into) => installFirstAvailable(into, version),
  );
  const installed = await executableIn(folder);
  if (installed === undefined) throw new Error(`Claude Code ${version} was installed into ${folder}, but no executable was found there.`);
  return installed;
}

async function installFirstAvailable(folder: string, version: string): Promise<void> {
  const missing: string[] = [];
  for (const name of [nativePackage(), jsPackage]) {
    const wanted = `${name}@${version}`;
    process.stderr.write(`installing ${wanted} into ${folder} …\n`);
    const outcome = await npmInstall(folder, wanted);
    if (outcome === 'installed') return;
    process.stderr.write(`${wanted} is not published\n`);
    missing.push(wanted);
  }
  throw new Error(`Cannot install Claude Code ${version}: the npm registry has none of ${missing.join(', ')}.`);
}

async function npmInstall(folder: string, wanted: string): Promise<'installed' | 'not published'> {
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional'];
  try {
    await run('npm', ['install', '--prefix', folder, ...flags, wanted], { cwd: folder });
    return 'installed';
  } catch (error) {
    const output = String((error as { stderr?: unknown }).stderr ?? error);
    if (/\b(E404|ETARGET)\b/.test(output)) return 'not published';
    throw new Error(`npm could not install ${wanted}:\n${output}`);
  }
}

const jsPackage = '@anthropic-ai/claude-code';

function nativePackage(): string {
  return `${jsPackage}-${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`;
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime === undefined;
}

// The JS package of later versions is only a launcher stub. It is never used, since the native package is tried first.
async function executableIn(folder: string): Promise<string | undefined> {
  const modules = join(folder, 'node_modules');
  for (const path of [join(modules, nativePackage(), 'claude'), join(modules, jsPackage, 'cli.js')]) {
    if (await exists(path)) return path;
  }
  return undefined;
}
