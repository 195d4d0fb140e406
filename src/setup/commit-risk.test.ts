// No secret is written into a file that might be committed; tested with real repositories.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../../test/support/claude-code/settings-sandbox.ts';
import { mayBeCommitted } from './commit-risk.ts';

let at: Sandbox;
beforeEach(() => {
  at = sandbox();
  at.given('{}\n');
});
afterEach(() => at.close());

const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
const git = (...args: string[]) => execFileSync('git', ['-C', at.home, ...args], { env, stdio: 'ignore' });
const repository = (ignored = '') => {
  git('init', '-q');
  writeFileSync(join(at.home, '.gitignore'), ignored);
};
const SECRET = 'the-secret-hook-token';

/** Where setup puts the token. */
function tokenIn(over: NodeJS.ProcessEnv = env): string {
  const { tokenIn: where } = at.setup({ env: over });
  expect(at.text().includes(SECRET)).toBe(where === 'file');
  expect(at.text().includes('"allowedEnvVars"')).toBe(where === 'environment');
  return where;
}

describe('the token', () => {
  it('outside of any repository is in the file', () => expect(tokenIn()).toBe('file'));

  it('in a repository that ignores the file is in the file', () => {
    repository('settings.json\n');
    expect(tokenIn()).toBe('file');
  });

  it('in a repository that does not ignore the file is in the environment', () => {
    repository();
    expect(tokenIn()).toBe('environment');
    expect(at.settings().hooks.Stop[0].hooks[0]).toMatchObject({
      headers: { Authorization: 'Bearer $ANSWERBACK_HOOK_TOKEN' },
      allowedEnvVars: ['ANSWERBACK_HOOK_TOKEN'],
    });
  });

  it('in a tracked file is in the environment, even if it is ignored as well', () => {
    repository('settings.json\n');
    git('add', '-f', '.claude/settings.json');
    expect(tokenIn()).toBe('environment');
  });

  it('depends on where the file will be, even if its folder does not exist yet', () => {
    repository();
    renameSync(dirname(at.path), join(at.folder, 'away'));
    expect(tokenIn()).toBe('environment');
  });

  it('depends on where the file really is, behind a symlink', () => {
    const dotfiles = join(at.home, 'dotfiles');
    mkdirSync(dotfiles);
    execFileSync('git', ['init', '-q', dotfiles], { env });
    renameSync(at.path, join(dotfiles, 'claude.json'));
    symlinkSync(join(dotfiles, 'claude.json'), at.path);
    expect(tokenIn()).toBe('environment');
  });

  it('without git, any .git folder above means that the file may be committed', () => {
    expect(mayBeCommitted(at.path, { PATH: '/nowhere' })).toBe(false);
    repository('settings.json\n');
    expect(mayBeCommitted(at.path, { PATH: '/nowhere' })).toBe(true);
  });

  it("does not depend on git's environment variables for another repository", () => {
    repository();
    expect(tokenIn({ ...env, GIT_DIR: '/nowhere', GIT_WORK_TREE: '/' })).toBe('environment');
  });

  it('moves out of the file when the folder becomes a repository', () => {
    expect(tokenIn()).toBe('file');
    repository();
    expect(tokenIn()).toBe('environment');
    expect(readFileSync(at.path, 'utf8')).not.toContain(SECRET);
  });
});

it('setup is refused if a list of allowed variables lacks ours', () => {
  repository();
  at.given('{\n  "httpHookAllowedEnvVars": ["X"]\n}\n');
  expect(() => at.setup({ env })).toThrow('"httpHookAllowedEnvVars" does not allow ANSWERBACK_HOOK_TOKEN');
});
