// Settings files that setup refuses: they are not changed, and the message says where the problem is and why.
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { names, type Sandbox, sample, sandbox } from '../../../../test/support/claude-code/settings-sandbox.ts';
import { planSetup } from './setup.ts';

let at: Sandbox;
beforeEach(() => {
  at = sandbox();
});
afterEach(() => at.close());

/** The line, column and reason for each file. */
const REFUSED: Readonly<Record<string, readonly [number, number, string]>> = {
  empty: [1, 1, 'the file is empty'],
  blank: [1, 1, 'the file is empty'],
  comments: [2, 3, 'a comment'],
  'block-comment': [1, 1, 'a comment'],
  'trailing-comma': [2, 18, 'a trailing comma'],
  'trailing-comma-in-list': [2, 33, 'a trailing comma'],
  'missing-comma': [3, 3, 'comma expected'],
  'missing-brace': [5, 1, 'close brace expected'],
  'extra-brace': [3, 2, 'end of file expected'],
  'missing-value': [2, 8, 'value expected'],
  'single-quotes': [2, 3, 'invalid symbol'],
  'unquoted-key': [2, 3, 'invalid symbol'],
  'open-string': [2, 8, 'unexpected end of string'],
  'bad-escape': [2, 11, 'invalid'],
  'not-a-number': [2, 8, 'invalid symbol'],
  'merge-conflict': [2, 1, 'invalid symbol'],
  yaml: [1, 1, 'invalid symbol'],
  list: [1, 1, 'the file is not an object'],
  string: [2, 1, 'the file is not an object'],
  null: [1, 1, 'the file is not an object'],
  'two-values': [2, 1, 'end of file expected'],
  'hooks-list': [3, 12, '"hooks" is not an object'],
  'hooks-null': [1, 11, '"hooks" is not an object'],
  'event-object': [3, 13, 'hooks.Stop is not a list'],
  'event-string': [2, 22, 'hooks.Stop is not a list'],
  'entry-without-hooks': [4, 7, 'has no list "hooks"'],
  'duplicate-key': [4, 3, 'the key "model" appears twice'],
  'duplicate-hooks': [3, 3, 'the key "hooks" appears twice'],
  'duplicate-event': [4, 5, 'the key "Stop" appears twice'],
  'duplicate-escaped': [3, 3, 'the key "hooks" appears twice'],
  latin1: [2, 15, 'not UTF-8'],
  utf16: [1, 1, 'UTF-16'],
  'disable-all-hooks': [2, 22, 'no hook would run'],
  'timeout-zero': [3, 74, 'has the timeout 0'],
  'timeout-negative': [3, 73, 'has the timeout -1'],
  'allowed-urls': [2, 26, '"allowedHttpHookUrls" does not allow the broker'],
  'allowed-urls-empty': [2, 26, '"allowedHttpHookUrls" does not allow the broker'],
  'control-character': [2, 8, 'invalid character'],
  'bom-broken': [2, 7, 'colon expected'],
  nul: [2, 9, 'invalid symbol'],
};

describe('setup refuses', () => {
  it('every sample in the folder, so all are in the table', () => expect(names('refused').sort()).toEqual(Object.keys(REFUSED).sort()));

  it.each(Object.entries(REFUSED))('%s, with line and reason, and does not touch it', (name, [line, column, reason]) => {
    at.given(sample('refused', name), 0o600);
    const before = at.everything();
    const plan = planSetup(at.request());
    expect(plan).toMatchObject({ kind: 'refused', file: at.path, line, column, reason: expect.stringContaining(reason) });
    expect(plan).toMatchObject({ fix: expect.stringMatching(/\w.+[.?]$/) });
    expect(at.everything()).toEqual(before);
    expect(existsSync(at.undo)).toBe(false);
  });

  const reasonOf = () => expect(planSetup(at.request()));

  it('a folder in place of the file', () => {
    mkdirSync(at.path, { recursive: true });
    reasonOf().toMatchObject({ kind: 'refused', reason: 'this is a folder, not a file' });
  });

  it('a dangling symlink, and one to itself', () => {
    mkdirSync(dirname(at.path), { recursive: true });
    symlinkSync('nowhere.json', at.path);
    reasonOf().toMatchObject({ kind: 'refused', reason: 'this symlink leads to nowhere.json, which does not exist' });
    rmSync(at.path);
    symlinkSync('settings.json', at.path);
    reasonOf().toMatchObject({ kind: 'refused', reason: 'this symlink leads to itself' });
  });

  it('a parent folder that is a dangling symlink, and one that is a file', () => {
    mkdirSync(at.home);
    symlinkSync('nowhere', dirname(at.path));
    reasonOf().toMatchObject({ kind: 'refused', reason: expect.stringContaining('leads to nowhere, which does not exist') });
    rmSync(dirname(at.path));
    writeFileSync(dirname(at.path), '');
    reasonOf().toMatchObject({ kind: 'refused', reason: 'part of its path is not a folder' });
  });

  it('a read-only file', () => {
    at.given('{}\n', 0o444);
    reasonOf().toMatchObject({ kind: 'refused', reason: 'the file is read-only', fix: expect.stringContaining('chmod u+w') });
  });

  it('a file that is nested too deeply', () => {
    at.given(`{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    reasonOf().toMatchObject({ kind: 'refused', reason: 'the file is nested too deeply' });
  });

  it('a version of Claude Code without http hooks', () => {
    expect(planSetup(at.request({ version: '2.1.62' }))).toMatchObject({ kind: 'refused', reason: expect.stringContaining('too old') });
  });
});
