// Our plugin in opencode's plugin folder: written once, updated, never over another file, and removed without a trace.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeAt } from '../../../client/place.ts';
import { carryOut, carryOutUndo } from '../../../setup/change.ts';
import type { OwnFlags, SetupContext } from '../../../setup/connection.ts';
import { setup } from './connect.ts';

let root: string;
let at: SetupContext;
const PROGRAM = 'export const Answerback = async () => ({});\n';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'opencode-setup-'));
  for (const folder of ['bin', 'dist', 'home/.config', 'project']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'dist/opencode-plugin.js'), PROGRAM);
  writeFileSync(join(root, 'bin/opencode'), '#!/bin/sh\necho 1.18.33\n');
  chmodSync(join(root, 'bin/opencode'), 0o755);
  at = {
    env: { HOME: join(root, 'home'), PATH: `${join(root, 'bin')}:/bin:/usr/bin` },
    cwd: join(root, 'project'),
    place: placeAt(join(root, 'answerback')),
    client: () => {
      throw new Error('setup needs no broker');
    },
    node: process.execPath,
    programs: join(root, 'dist'),
  };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const file = () => join(root, 'home/.config/opencode/plugin/answerback.js');
async function add(flags: OwnFlags = {}) {
  const plan = await setup.plan(at, flags);
  if (plan.kind !== 'plan') return plan;
  expect(carryOut(plan.changes, at.place.undo, 1)).toEqual({ kind: 'done' });
  return plan;
}
async function undo(flags: OwnFlags = {}) {
  const plan = await setup.planUndo(at, flags);
  if (plan.kind === 'plan') carryOutUndo(plan.changes);
  return plan;
}

describe('answerback setup opencode', () => {
  it('writes the plugin with the path of the broker at its top, and says which opencode it is for', async () => {
    expect(await add()).toMatchObject({ heading: `opencode 1.18.33, ${file()}`, warnings: [] });
    expect(readFileSync(file(), 'utf8')).toBe(`const ANSWERBACK_SOCKET = ${JSON.stringify(at.place.socket)};\n${PROGRAM}`);
    expect((await setup.check(at)).message).toContain('connected through the plugin');
  });

  it('changes nothing the second time', async () => {
    await add();
    expect(await add()).toMatchObject({ changes: [], report: { changed: false } });
  });

  it('leaves nothing behind when it is undone', async () => {
    await add();
    await undo();
    expect(readdirSync(join(root, 'home/.config'))).toEqual([]);
    expect(await undo()).toMatchObject({ changes: [], nothing: [{ text: expect.stringContaining('Nothing to undo') }] });
  });

  it('writes nothing when it only plans', async () => {
    await setup.plan(at, {});
    expect(existsSync(dirname(file()))).toBe(false);
  });

  it('replaces its own older plugin, and doctor suggests it', async () => {
    await add();
    writeFileSync(join(root, 'dist/opencode-plugin.js'), `${PROGRAM}// newer\n`);
    expect(await setup.check(at)).toMatchObject({ state: 'warning', fix: expect.stringContaining('answerback setup opencode') });
    await add();
    expect(readFileSync(file(), 'utf8')).toContain('// newer');
    await undo();
    expect(existsSync(file())).toBe(false);
  });

  it('never overwrites a file that is not ours, or edits', async () => {
    mkdirSync(dirname(file()), { recursive: true });
    writeFileSync(file(), 'theirs');
    expect(await add()).toMatchObject({ kind: 'refused' });
    rmSync(file());
    await add();
    writeFileSync(file(), 'edited');
    expect(await add()).toMatchObject({ kind: 'refused', reason: 'the plugin was changed since setup' });
    await undo();
    expect(readFileSync(file(), 'utf8')).toBe('edited');
  });

  it('refuses another plugin in the place of ours that was deleted by hand, and doctor warns of it', async () => {
    await add();
    rmSync(file());
    writeFileSync(file(), 'theirs');
    expect(await add()).toMatchObject({ kind: 'refused', file: file(), fix: expect.stringContaining('move it away') });
    expect(await setup.check(at)).toMatchObject({ state: 'warning', message: expect.stringContaining('changed since setup') });
    rmSync(file());
    await add();
    expect(await setup.check(at)).toMatchObject({ state: 'ok' });
  });

  it('--project: writes into the project, without personal paths', async () => {
    await add({ project: true });
    expect(readFileSync(join(root, 'project/.opencode/plugin/answerback.js'), 'utf8')).toBe(PROGRAM);
    expect(existsSync(file())).toBe(false);
    expect(await setup.plan(at, { user: true, project: true })).toMatchObject({ kind: 'misuse' });
  });

  it('respects XDG_CONFIG_HOME', async () => {
    at = { ...at, env: { ...at.env, XDG_CONFIG_HOME: join(root, 'xdg') } };
    await add();
    expect(existsSync(join(root, 'xdg/opencode/plugin/answerback.js'))).toBe(true);
  });

  it('doctor says when there is no opencode, and when it is not connected', async () => {
    expect(await setup.check({ ...at, env: { ...at.env, PATH: '/nowhere' } })).toMatchObject({
      state: 'off',
      message: expect.stringContaining('no `opencode`'),
    });
    expect(await setup.check(at)).toMatchObject({ state: 'off', message: expect.stringContaining('not connected') });
  });
});
