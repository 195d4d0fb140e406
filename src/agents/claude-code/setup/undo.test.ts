// Undo after the file was changed since setup: removes only our hooks, and keeps the backup.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign, type Sandbox, sample, sandbox } from '../../../../test/support/claude-code/settings-sandbox.ts';
import { planUndo } from './undo.ts';

let at: Sandbox;
beforeEach(() => {
  at = sandbox();
});
afterEach(() => at.close());

describe('undo after somebody else changed the file', () => {
  it.each(foreign())('removes only our hooks: %s', (name) => {
    at.given(sample('accepted', name));
    const before = at.settings();
    at.setup();
    const theirs = { type: 'command', command: 'theirs' };
    const changed = at.settings();
    changed.hooks.Stop.push({ hooks: [theirs] });
    changed.hooks.PreToolUse.unshift({ matcher: 'X', hooks: [theirs] });
    changed.added = 'later';
    writeFileSync(at.path, `\ufeff${JSON.stringify(changed, null, 3)}`);
    expect(at.undoSetup()).toBe('remove');
    const stop = [...(before.hooks?.Stop ?? []), { hooks: [theirs] }];
    const pre = [{ matcher: 'X', hooks: [theirs] }, ...(before.hooks?.PreToolUse ?? [])];
    expect(at.settings()).toEqual({ ...before, hooks: { ...before.hooks, Stop: stop, PreToolUse: pre }, added: 'later' });
    expect(readdirSync(at.undo)[0]).toMatch(/\.1000$/);
    expect(at.undoSetup()).toBe('nothing');
  });

  it('keeps comments and trailing commas that were added since, but for a comment in front of our hooks', () => {
    at.given('{\n  "a": 1\n}\n');
    at.setup();
    writeFileSync(at.path, at.text().replace('"a": 1,', '// one\n  "a": 1, // first').replace(/\}\n$/, '  // last\n}\n'));
    expect(at.undoSetup()).toBe('remove');
    expect(at.text()).toBe('{\n  // one\n  "a": 1\n  // last\n}\n');
  });

  it('refuses a file that was broken since, and names the line', () => {
    at.given('{}\n');
    at.setup();
    writeFileSync(at.path, at.text().replace('"hooks": {', '"hooks" {'));
    expect(planUndo(at.path, at.undo)).toMatchObject({
      kind: 'refused',
      line: 2,
      column: 11,
      reason: expect.stringContaining('colon expected'),
    });
  });

  it('deletes a file that setup created if it contains only our hooks', () => {
    at.setup();
    writeFileSync(at.path, JSON.stringify(at.settings()));
    expect(at.undoSetup()).toBe('remove');
    expect(existsSync(dirname(at.path))).toBe(false);
  });

  it('has nothing to do for a file that was deleted since or never set up', () => {
    at.given('{"a": 1}\n');
    expect(planUndo(at.path, at.undo)).toEqual({ kind: 'nothing', backup: undefined });
    at.setup();
    rmSync(at.path);
    expect(planUndo(at.path, at.undo)).toEqual({ kind: 'nothing', backup: expect.stringContaining('undo') });
  });

  it('removes our hooks even without a backup', () => {
    at.given('{\n  "a": 1\n}\n');
    at.setup();
    rmSync(at.undo, { recursive: true });
    expect(at.undoSetup()).toBe('remove');
    expect(at.text()).toBe('{\n  "a": 1\n}\n');
  });
});
