// Finds or installs one pinned version of opencode in the cache folder, outside the product's own dependencies.
import { join } from 'node:path';
import { installed } from '../agents/cached-folder.ts';

export const OPENCODE = '1.18.33';

/** opencode runs these packages in Bun, whatever Node version they require. */
const FLAGS = ['--ignore-scripts', '--engine-strict=false'];

/** The path of the native binary. Only the package of this platform is installed, and its binary needs no install script. */
export async function opencodeBinary(version = OPENCODE): Promise<string> {
  const name = `opencode-${process.platform}-${process.arch}`;
  const proof = `node_modules/${name}/bin/opencode`;
  return join(await installed({ name: `opencode-${version}`, spec: `${name}@${version}`, flags: FLAGS, proof }), proof);
}

/** A folder with package.json, lock file and node_modules as opencode creates them in a config folder with plugins. */
export function pluginPackages(version = OPENCODE): Promise<string> {
  const name = '@opencode-ai/plugin';
  const proof = `node_modules/${name}/package.json`;
  return installed({ name: `opencode-${version}-config`, spec: `${name}@${version}`, flags: [...FLAGS, '--save-exact'], proof });
}
