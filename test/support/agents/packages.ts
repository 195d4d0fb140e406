// Installs other pinned programs from npm into the cache folder, and the Node that some of them need.
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const CODEX = '0.166.0';
export const OPENCLAW = '2026.9.6';
export const GEMINI = '0.61.0';
/** 1.x needs packages that the npm registry does not have. */
export const PI = '0.87.1';
export const MCP_SDK = '1.32.2';
export const AGENT_SDK = '0.3.325';
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

export type NodeProgram = { readonly node: string; readonly program: string; readonly path: string };

/** They need a newer Node than we do: it comes from npm too. Install scripts are not run. */
export const openclawProgram = (): Promise<NodeProgram> => onNewerNode('openclaw', OPENCLAW, 'openclaw.mjs');
export const piProgram = (): Promise<NodeProgram> => onNewerNode('@earendil-works/pi-coding-agent', PI, 'dist/cli.js');

async function onNewerNode(name: string, version: string, program: string): Promise<NodeProgram> {
  const platform = `node-${process.platform}-${process.arch}`;
  const runtime = await installed(join('..', 'node', NODE), `${platform}@${NODE}`, [], `node_modules/${platform}/bin/node`);
  const bin = join(runtime, 'node_modules', platform, 'bin');
  const file = join('node_modules', name, program);
  const folder = await installed(`${basename(name)}-${version}`, `${name}@${version}`, ['--ignore-scripts'], file, bin);
  return { node: join(bin, 'node'), program: join(folder, file), path: [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter) };
}

/** The folder of the package. */
export const mcpSdk = (): Promise<string> => packageFolder('@modelcontextprotocol/sdk', MCP_SDK);
export const geminiCli = (): Promise<string> => packageFolder('@google/gemini-cli', GEMINI);
export const agentSdk = (): Promise<string> => packageFolder('@anthropic-ai/claude-agent-sdk', AGENT_SDK);

async function packageFolder(name: string, version: string): Promise<string> {
  const file = join('node_modules', name);
  return join(await installed(`${name.replace(/^@(.*)\//, '$1-')}-${version}`, `${name}@${version}`, ['--ignore-scripts'], file), file);
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
