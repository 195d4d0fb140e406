// Installs other pinned programs from npm into the cache folder: Codex, OpenClaw, and the Node that OpenClaw needs.
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const CODEX = '0.166.0';
export const OPENCLAW = '2026.9.6';
const NODE = '24.21.0';

const run = promisify(execFile);
const cache = process.env.ANSWERBACK_TEST_CACHE ?? resolve('.cache/agents');

/** The path of the Codex binary. */
export async function codexBinary(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const folder = await installed(`codex-${CODEX}`, `@openai/codex@${CODEX}`, [], `node_modules/@openai/codex-${platform}/package.json`);
  const target = TARGETS[platform];
  if (!target) throw new Error(`Codex has no build for ${platform}.`);
  return join(folder, 'node_modules/@openai', `codex-${platform}`, 'vendor', target, 'bin/codex');
}

const TARGETS: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
};

/** OpenClaw needs a newer Node than we do: both come from npm. Its install scripts are not run. */
export async function openclawProgram(): Promise<{ readonly node: string; readonly program: string; readonly path: string }> {
  const name = `node-${process.platform}-${process.arch}`;
  const runtime = await installed(join('..', 'node', NODE), `${name}@${NODE}`, [], `node_modules/${name}/bin/node`);
  const bin = join(runtime, 'node_modules', name, 'bin');
  const folder = await installed(
    `openclaw-${OPENCLAW}`,
    `openclaw@${OPENCLAW}`,
    ['--ignore-scripts'],
    'node_modules/openclaw/openclaw.mjs',
    bin,
  );
  return {
    node: join(bin, 'node'),
    program: join(folder, 'node_modules/openclaw/openclaw.mjs'),
    path: [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
  };
}

/** The folder gets its final name only when the install is complete. */
async function installed(name: string, spec: string, flags: readonly string[], proof: string, bin?: string): Promise<string> {
  const folder = join(cache, name);
  if (await exists(join(folder, proof))) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const temporary = await mkdtemp(`${folder}.installing-`);
  try {
    process.stderr.write(`installing ${spec} into ${folder} …\n`);
    // Without a package.json here, npm would look for a project in the parent folders.
    await writeFile(join(temporary, 'package.json'), '{"private":true}');
    const env = bin === undefined ? process.env : { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', '--prefix', temporary, ...quiet, ...flags, spec], { cwd: temporary, env });
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
