// How a Claude Code process runs, from its arguments, its output and what it calls itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { runKind, runKindOf } from './run-kind.ts';

const HOSTED = ['claude', '-p', '--input-format', 'stream-json', '--permission-prompt-tool', 'stdio'];

it.each([
  ['claude -p', ['claude', '-p', 'do it'], 'sdk-cli', false, 'headless'],
  ['claude --print in a terminal', ['claude', '--print', 'do it'], 'sdk-cli', true, 'headless'],
  ['with the flag last', ['claude', 'do it', '-p'], 'sdk-cli', undefined, 'headless'],
  ['without a flag, its output in a file', ['claude', 'do it'], 'sdk-cli', false, 'headless'],
  ['in a GitHub action', ['claude', '-p', 'do it'], 'claude-code-github-action', false, 'headless'],
  ['a conversation with nobody to ask', ['claude', '-p', '--input-format', 'stream-json'], 'sdk-ts', false, 'headless'],
  ['a host that wants no prompts', [...HOSTED, '--permission-prompts', 'none'], 'sdk-ts', false, 'headless'],
  ['a host that wants no prompts, with =', [...HOSTED, '--permission-prompts=none'], 'sdk-ts', false, 'headless'],
  ['an SDK host', HOSTED, 'sdk-ts', false, 'hosted'],
  ['an editor', HOSTED, 'claude-vscode', false, 'hosted'],
  ['a tool that answers permissions', ['claude', '-p', 'x', '--permission-prompt-tool=mcp__lab__ask'], 'sdk-cli', false, 'hosted'],
  ['a remote host', ['claude', '--print', '--sdk-url', 'ws://127.0.0.1:1'], 'remote', false, 'hosted'],
  ['interactive', ['claude', '--permission-mode', 'default'], 'cli', true, 'interactive'],
  ['interactive below a headless run, whose name it keeps', ['claude'], 'sdk-cli', true, 'interactive'],
  ['interactive, with a prompt about flags', ['claude', 'what does', '-p', 'do?'], 'cli', undefined, 'interactive'],
  ['interactive, with a prompt about flags as one argument', ['claude', 'what does -p do?'], 'sdk-cli', true, 'interactive'],
  ['in the background', ['claude bg-spare', '--bg-spare', 'x.sock'], 'cli', true, 'interactive'],
] as const)('%s', (_, argv, entrypoint, writesToTerminal, kind) => {
  expect(runKindOf({ argv, entrypoint, writesToTerminal })).toBe(kind);
});

it('of a running process is read from the system, and not guessed if the process does not say what it is', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', '--', '-p'], { stdio: ['pipe', 'ignore', 'ignore'] });
  await once(child, 'spawn');
  const pid = child.pid as number;
  expect(runKind(pid, 'sdk-cli')).toBe('headless');
  expect(runKind(pid, 'cli')).toBe('interactive');
  expect(runKind(pid, undefined)).toBeUndefined();
  child.stdin?.end();
  await once(child, 'exit');
  expect(runKind(999_999_999, 'sdk-cli')).toBeUndefined();
});
