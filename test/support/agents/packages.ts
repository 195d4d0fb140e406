// Installs other pinned programs from npm into the cache folder, and the Node that some of them need.
import { basename, delimiter, join } from 'node:path';
import { installed } from './cached-folder.ts';

/** What the tests run, unless another version is asked for: the newest. */
export const CLAUDE_CODE = process.env.ANSWERBACK_CLAUDE ?? '2.1.328';
export const CODEX = '0.166.0';
export const OPENCLAW = '2026.9.6';
export const GEMINI = '0.61.0';
/** 1.x needs packages that the npm registry does not have. */
export const PI = '0.87.1';
export const MCP_SDK = '1.32.2';
export const AGENT_SDK = '0.3.327';
const NODE = '24.21.0';

const UNSAVED = '--no-save';

/** The path of the Codex binary. */
export async function codexBinary(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const folder = await installed({
    name: `codex-${CODEX}`,
    spec: `@openai/codex@${CODEX}`,
    flags: [UNSAVED],
    proof: `node_modules/@openai/codex-${platform}/package.json`,
  });
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
  const runtime = await installed({
    name: join('..', 'node', NODE),
    spec: `${platform}@${NODE}`,
    flags: [UNSAVED],
    proof: `node_modules/${platform}/bin/node`,
  });
  const bin = join(runtime, 'node_modules', platform, 'bin');
  const file = join('node_modules', name, program);
  const flags = [UNSAVED, '--ignore-scripts'];
  const folder = await installed({ name: `${basename(name)}-${version}`, spec: `${name}@${version}`, flags, proof: file, bin });
  return { node: join(bin, 'node'), program: join(folder, file), path: [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter) };
}

/** The folder of the package. */
export const mcpSdk = (): Promise<string> => packageFolder('@modelcontextprotocol/sdk', MCP_SDK);
export const geminiCli = (): Promise<string> => packageFolder('@google/gemini-cli', GEMINI);
export const agentSdk = (): Promise<string> => packageFolder('@anthropic-ai/claude-agent-sdk', AGENT_SDK);

async function packageFolder(name: string, version: string): Promise<string> {
  const file = join('node_modules', name);
  const flags = [UNSAVED, '--ignore-scripts'];
  const folder = await installed({ name: `${name.replace(/^@(.*)\//, '$1-')}-${version}`, spec: `${name}@${version}`, flags, proof: file });
  return join(folder, file);
}
