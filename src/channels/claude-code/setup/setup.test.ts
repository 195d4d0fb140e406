// Setup on real files: what is accepted is set up once, keeps its own, and comes back to the byte.
import { lstatSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
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

describe('every accepted file', () => {
  it.each(names('accepted'))('%s: set up, set up again, undone to the byte', (name) => {
    at.given(sample('accepted', name), 0o640);
    const before = at.everything();
    expect(at.setup()).toMatchObject({ changed: true });
    const after = at.everything();
    expect(Object.keys(at.settings().hooks)).toEqual(expect.arrayContaining(['PreToolUse', 'PostToolBatch', 'SessionStart', 'SessionEnd']));
    expect(statSync(at.path).mode & 0o777).toBe(0o640);

    expect(at.setup().changed).toBe(false);
    expect(at.everything()).toEqual(after);

    expect(at.undoSetup()).toBe('restore');
    expect(at.everything()).toEqual(before);
    expect(at.undoSetup()).toBe(name.startsWith('ours-') ? 'remove' : 'nothing');
  });

  it.each(foreign())('%s: only lines are added, others stay as they are', (name) => {
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

describe('where there is nothing yet', () => {
  it.each([['no file'], ['no folder']])('%s: made for the user alone, and gone after undo', (what) => {
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

  it('a folder that others use meanwhile stays', () => {
    at.setup();
    writeFileSync(join(dirname(at.path), 'theirs'), '');
    at.undoSetup();
    expect(readdirSync(dirname(at.path))).toEqual(['theirs']);
  });
});

describe('on disk', () => {
  it('of a symlink the target is changed, and the link stays one', () => {
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

  it('a huge file takes a moment', () => {
    at.given(`${JSON.stringify({ projects: Array.from({ length: 40_000 }, (_, index) => ({ name: `p${index}` })) }, null, 2)}\n`);
    const before = at.everything();
    const { diff } = at.setup();
    expect(diff.split('\n').length).toBeLessThan(200);
    at.undoSetup();
    expect(at.everything()).toEqual(before);
  });

  it('nothing is written when the file changed after it was looked at', () => {
    at.given('{}\n');
    const plan = planSetup(at.request());
    at.given('{"a": 1}\n');
    expect(plan.kind === 'plan' && plan.change && carryOut([plan.change], at.undo, 0)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('meantime'),
    });
    expect(at.text()).toBe('{"a": 1}\n');
  });

  it('backups are for the user alone', () => {
    at.given('{}\n');
    at.setup();
    const [kept = ''] = readdirSync(at.undo);
    expect(statSync(at.undo).mode & 0o777).toBe(0o700);
    expect(statSync(join(at.undo, kept, 'original')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(at.path))).toEqual(['settings.json']);
  });
});

describe('set up again', () => {
  it('with another port, token, program or version: replaced in place, and undone to the first original', () => {
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

  it("somebody's change between two setups survives undo", () => {
    at.given('{\n  "a": 1\n}\n');
    at.setup();
    writeFileSync(at.path, at.text().replace('"a": 1', '"a": 2'));
    expect(at.setup().changed).toBe(false);
    expect(at.setup({ url: 'http://127.0.0.1:5' }).changed).toBe(true);
    expect(at.undoSetup()).toBe('remove');
    expect(at.text()).toBe('{\n  "a": 2\n}\n');
  });

  it('after somebody put another file there, that one is the original', () => {
    at.given('{\n  "a": 1\n}\n');
    at.setup();
    at.given('{ "b": 1 }');
    at.setup();
    expect(at.undoSetup()).toBe('restore');
    expect(at.text()).toBe('{ "b": 1 }');
    expect(readdirSync(at.undo)).toHaveLength(1);
  });
});

it('the diff never shows a secret, not even an old one', () => {
  at.given(sample('accepted', 'ours-on-another-port'));
  const { diff } = at.setup();
  expect(diff).toContain('Bearer •••');
  expect(diff).not.toMatch(/old-token|the-secret/);
});
