// What `answerback doctor` says about OpenClaw, on real files.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placeAt } from '../../client/place.ts';
import { carryOut, carryOutUndo } from '../../setup/change.ts';
import type { OwnFlags, SetupContext } from '../../setup/connection.ts';
import { setup } from './connect.ts';

let home: string;
let at: SetupContext;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'claw-')));
  at = {
    env: { HOME: home },
    cwd: home,
    place: placeAt(join(home, 'answerback')),
    client: () => {
      throw new Error('setting up OpenClaw needs no broker');
    },
    node: process.execPath,
    programs: resolve('dist'),
  };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function installed(token = 'the-token'): void {
  mkdirSync(join(home, '.openclaw'), { recursive: true });
  writeFileSync(join(home, '.openclaw', 'openclaw.json'), JSON.stringify({ gateway: { port: 19_000, auth: { token } } }));
}
async function configure(flags: OwnFlags = {}): Promise<void> {
  const plan = await setup.plan(at, flags);
  expect(plan.kind === 'plan' && carryOut(plan.changes, at.place.undo, 1)).toEqual({ kind: 'done' });
}
const check = () => setup.check(at);

it('is fine when OpenClaw is not installed or not configured', async () => {
  expect(await check()).toEqual({ state: 'off', message: 'not installed' });
  installed();
  expect(await check()).toEqual({ state: 'off', message: expect.stringContaining('not configured') });
});

it('is configured until undo, also with another workspace', async () => {
  installed();
  await configure({ workspace: 'elsewhere' });
  expect(await check()).toEqual({ state: 'ok', message: 'configured, gateway ws://127.0.0.1:19000' });
  const undo = await setup.planUndo(at, { workspace: 'elsewhere' });
  expect(undo.kind === 'plan' && carryOutUndo(undo.changes)).toEqual({ kind: 'done', kept: [] });
  expect(await check()).toMatchObject({ state: 'off', message: expect.stringContaining('not configured') });
});

it('warns of a file that was changed since setup', async () => {
  installed();
  await configure();
  const skill = join(home, '.openclaw', 'workspace', 'skills', 'answerback', 'SKILL.md');
  writeFileSync(skill, 'theirs');
  expect(await setup.plan(at, {})).toMatchObject({ changes: [], left: [skill] });
  expect(await check()).toMatchObject({ state: 'warning', message: `${skill}: changed since setup, so it is not updated` });
});

it('warns of a new token, and of settings that cannot be read', async () => {
  installed();
  await configure();
  installed('another-token');
  expect(await check()).toMatchObject({ state: 'warning', message: expect.stringMatching(/openclaw-token, .*: out of date/) });
  writeFileSync(join(home, '.openclaw', 'openclaw.json'), '{ gateway: ');
  expect(await check()).toMatchObject({ state: 'warning', message: expect.stringContaining('cannot be read') });
});
