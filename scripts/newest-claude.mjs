// The newest version of Claude Code on npm, for tests that should notice a new version before users do.
import { spawnSync } from 'node:child_process';

/** The versions, and after them the newest one if it is not among them. Without the registry, only the versions. */
export function withNewest(versions) {
  const { status, stdout } = spawnSync('npm', ['view', '@anthropic-ai/claude-code', 'version'], { encoding: 'utf8', timeout: 30_000 });
  const newest = /^\d+\.\d+\.\d+$/.exec(stdout?.trim() ?? '')?.[0];
  if (status !== 0 || newest === undefined) {
    console.log('▸ The npm registry cannot be reached, so the newest version of Claude Code is not looked up');
    return versions;
  }
  console.log(
    `▸ The newest version of Claude Code on npm is ${newest}, ${versions.includes(newest) ? 'which is in the list' : 'which is tested last'}`,
  );
  return versions.includes(newest) ? versions : [...versions, newest];
}
