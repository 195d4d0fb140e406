// Setup on real files: adds our hooks once, keeps everything else, and can be undone byte for byte.
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign, names, type Sandbox, sample, sandbox } from '../../../../test/support/claude-code/settings-sandbox.ts';
import { carryOut } from '../../../setup/change.ts';
import { planSetup } from './setup.ts';

let at: Sandbox;
beforeEach(() => {
  at = sandbox();
});
afterEach(() => at.close());

describe('an accepted file', () => {
  it.each(names('accepted'))('is set up, not changed by a second setup, and restored byte for byte: %s', (name) => {
    at.given(sample('accepted', name), 0o640);
    const before = at.everything();
    expect(at.setup()).toMatchObject({ changed: true });
    const after = at.everything();
    expect(Object.keys(at.settings().hooks)).toEqual(expect.arrayContaining(['PreToolUse', 'PostToolBatch', 'SessionStart', 'SessionEnd']));
    expect(statSync(at.path).mode & 0o777).toBe(0o600);

    expect(at.setup().changed).toBe(false);
    expect(at.everything()).toEqual(after);

    expect(at.undoSetup()).toBe('restore');
    expect(at.everything()).toEqual(before);
    expect(at.undoSetup()).toBe(name.startsWith('ours-') ? 'remove' : 'nothing');
  });

  it.each(foreign())('only gets new lines, and keeps the others: %s', (name) => {
    const before = sample('accepted', name).toString('utf8');
    at.given(before);
    at.setup();
    const after = at.text();
    expect(/\r\n/.test(after)).toBe(/\r\n/.test(before));
    expect(after.endsWith('\n')).toBe(before.endsWith('\n'));
    expect(after.startsWith('\ufeff')).toBe(before.startsWith('\ufeff'));
    if (before.trim().includes('\n')) {
      const kept = after.split('\n').map((line) => line.replace(/,?\r?$/, ''));
      const own = before.split('\n').map((line) => line.replace(/,?\r?$/, ''));
      const lost = own.filter((line) => !kept.includes(line) && !/\{\}$|\[\]$|"hooks": \{"Stop/.test(line));
      expect(lost).toEqual([]);
    }
  });
});

describe('a token in the file', () => {
  const mode = () => statSync(at.path).mode & 0o777;

  it('closes the file to others, also one that was opened since; undo opens it again', () => {
    at.given('{}\n', 0o644);
    at.setup();
    expect(mode()).toBe(0o600);
    chmodSync(at.path, 0o664);
    const plan = planSetup(at.request());
    expect(plan).toMatchObject({ change: { mode: 0o600, instead: 'mode 664 becomes 600, because the file contains a token' } });
    at.setup();
    expect(mode()).toBe(0o600);
    at.undoSetup();
    expect(mode()).toBe(0o644);
  });

  it.runIf(process.getuid?.() === 0)('is not written into a file of somebody else', () => {
    at.given('{}\n');
    chownSync(at.path, 65534, 65534);
    expect(planSetup(at.request())).toMatchObject({ kind: 'refused', reason: expect.stringContaining('belongs to another user') });
    expect(planSetup(at.request({ via: 'socket' }))).toMatchObject({ kind: 'plan', tokenIn: 'none' });
  });

  it('is not needed by hooks that use the socket, and the file stays readable', () => {
    at.given('{}\n', 0o644);
    expect(at.setup({ via: 'socket' })).toMatchObject({ changed: true, tokenIn: 'none' });
    expect(at.text()).not.toContain('the-secret-hook-token');
    expect(at.text()).not.toContain('http');
    expect(mode()).toBe(0o644);
    expect(at.setup({ via: undefined })).toMatchObject({ changed: false, tokenIn: 'none' });
    expect(at.setup({ via: 'port' })).toMatchObject({ changed: true, tokenIn: 'file' });
    expect(at.setup({ via: undefined })).toMatchObject({ changed: false, tokenIn: 'file' });
    expect(at.undoSetup()).toBe('restore');
  });
});

describe('without a settings file', () => {
  it.each([['no file'], ['no folder']])('creates it readable only by the user, and deletes it on undo (%s)', (what) => {
    mkdirSync(what === 'no file' ? dirname(at.path) : at.home, { recursive: true });
    const before = at.everything();
    at.setup();
    expect(statSync(at.path).mode & 0o777).toBe(0o600);
    if (what === 'no folder') expect(statSync(dirname(at.path)).mode & 0o777).toBe(0o700);
    expect(at.text()).toMatch(/^\{\n {2}"hooks": \{\n {4}"PreToolUse": \[/);
    expect(at.setup().changed).toBe(false);
    expect(at.undoSetup()).toBe('restore');
    expect(at.everything()).toEqual(before);
  });

  it('keeps a folder that other files were added to', () => {
    at.setup();
    writeFileSync(join(dirname(at.path), 'theirs'), '');
    at.undoSetup();
    expect(readdirSync(dirname(at.path))).toEqual(['theirs']);
  });
});

describe('on disk', () => {
  it('changes the target of a symlink, and keeps the link', () => {
    const real = join(at.home, 'dotfiles', 'claude.json');
    mkdirSync(dirname(real), { recursive: true });
    mkdirSync(dirname(at.path), { recursive: true });
    writeFileSync(real, '{\n\t"model": "opus"\n}');
    symlinkSync('../dotfiles/claude.json', at.path);
    const before = at.everything();
    at.setup();
    expect(lstatSync(at.path).isSymbolicLink()).toBe(true);
    expect(at.settings().hooks.Stop).toHaveLength(1);
    expect(at.undoSetup()).toBe('restore');
    expect(at.everything()).toEqual(before);
  });

  it('handles a huge file', () => {
    at.given(`${JSON.stringify({ projects: Array.from({ length: 40_000 }, (_, index) => ({ name: `p${index}` })) }, null, 2)}\n`);
    const before = at.everything();
    const { diff } = at.setup();
    expect(diff.split('\n').length).toBeLessThan(200);
    at.undoSetup();
    expect(at.everything()).toEqual(before);
  });

  it('writes nothing when the file changed after it was read', () => {
    at.given('{}\n');
    const plan = planSetup(at.request());
    at.given('{"a": 1}\n');
    expect(plan.kind === 'plan' && plan.change && carryOut([plan.change], at.undo, 0)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('meantime'),
    });
    expect(at.text()).toBe('{"a": 1}\n');
  });

  it('makes backups readable only by the user', () => {
    at.given('{}\n');
    at.setup();
    const [kept = ''] = readdirSync(at.undo);
    expect(statSync(at.undo).mode & 0o777).toBe(0o700);
    expect(statSync(join(at.undo, kept, 'original')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(at.path))).toEqual(['settings.json']);
  });
});

describe('a second setup', () => {
  it('replaces the hooks for another port, token, program or version, and undo restores the first original', () => {
    at.given('{\n  "hooks": {\n    "Stop": []\n  },\n  "last": 1\n}\n');
    const before = at.everything();
    at.setup({ version: '2.1.100' });
    expect(at.settings().hooks.PostToolBatch).toBeUndefined();
    for (const over of [
      { url: 'http://127.0.0.1:5' },
      { hookToken: 'new' },
      { command: { node: '/n', program: '/x/hook.cjs' } },
      { version: '2.1.100' },
    ])
      expect(at.setup(over).changed).toBe(true);
    expect(at.settings().hooks.Stop).toHaveLength(1);
    expect(Object.keys(at.settings())).toEqual(['hooks', 'last']);
    expect(at.undoSetup()).toBe('restore');
    expect(at.everything()).toEqual(before);
  });

  it('keeps changes that were made between the two setups, also on undo', () => {
    at.given('{\n  "a": 1\n}\n');
    at.setup();
    writeFileSync(at.path, at.text().replace('"a": 1', '"a": 2'));
    expect(at.setup().changed).toBe(false);
    expect(at.setup({ url: 'http://127.0.0.1:5' }).changed).toBe(true);
    expect(at.undoSetup()).toBe('remove');
    expect(at.text()).toBe('{\n  "a": 2\n}\n');
  });

  it('treats a file that was replaced since as the new original', () => {
    at.given('{\n  "a": 1\n}\n');
    at.setup();
    at.given('{ "b": 1 }');
    at.setup();
    expect(at.undoSetup()).toBe('restore');
    expect(at.text()).toBe('{ "b": 1 }');
    expect(readdirSync(at.undo)).toHaveLength(1);
  });
});

it('never shows a token in the diff, not even an old one', () => {
  at.given(sample('accepted', 'ours-on-another-port'));
  const { diff } = at.setup();
  expect(diff).toContain('Bearer •••');
  expect(diff).not.toMatch(/old-token|the-secret/);
});
