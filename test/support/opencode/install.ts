// Finds or installs one pinned version of opencode in the cache folder, outside the product's own dependencies.
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const OPENCODE = '1.18.33';

const run = promisify(execFile);
const cache = process.env.ANSWERBACK_TEST_CACHE ?? resolve('.cache/agents');

/** The path of the native binary. Only the package of this platform is installed, and its binary needs no install script. */
export async function opencodeBinary(version = OPENCODE): Promise<string> {
  const name = `opencode-${process.platform}-${process.arch}`;
  return join(
    await installed(`opencode-${version}`, `${name}@${version}`, [], `node_modules/${name}/bin/opencode`),
    'node_modules',
    name,
    'bin/opencode',
  );
}

/** A folder with package.json, lock file and node_modules as opencode creates them in a config folder with plugins. */
export function pluginPackages(version = OPENCODE): Promise<string> {
  const name = '@opencode-ai/plugin';
  return installed(`opencode-${version}-config`, `${name}@${version}`, ['--save-exact'], `node_modules/${name}/package.json`);
}

/** A folder exists under its final name only when complete. */
async function installed(name: string, spec: string, flags: readonly string[], proof: string): Promise<string> {
  const folder = join(cache, name);
  if (await exists(join(folder, proof))) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const temporary = await mkdtemp(`${folder}.installing-`);
  try {
    // Without a package.json of its own, npm would look for a project in the folders above.
    await writeFile(join(temporary, 'package.json'), '{"private":true}');
    // opencode runs these packages in Bun, whatever Node version they require.
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict=false', '--loglevel=error'];
    await run('npm', ['install', '--prefix', temporary, ...quiet, ...flags, spec], { cwd: temporary });
    await rename(temporary, folder);
  } catch (error) {
    // Another process may have finished the same install first.
    if (!(await exists(join(folder, proof)))) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return folder;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
