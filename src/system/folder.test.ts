// Watching a folder: what changed in it, a folder that is not there yet, one that is replaced, and a system that lets us watch nothing.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import { canLimitWatchers, withoutWatchers } from '../../test/support/without-watchers.ts';
import { watchFolder } from './folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'folder-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function watched(folder: string): (string | undefined)[] {
  const seen: (string | undefined)[] = [];
  onTestFinished(watchFolder(folder, (file) => void seen.push(file)));
  return seen;
}

it('a change is reported with the name of the file', async () => {
  const seen = watched(parent);
  writeFileSync(join(parent, 'a'), '');
  await eventually(() => seen.includes('a'));
});

it('a folder that is created later is watched, also if several levels come at once with a file in them', async () => {
  const folder = join(parent, 'one', 'two', 'three');
  const seen = watched(folder);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'early'), '');
  await eventually(() => seen.length > 0);
  seen.length = 0;
  writeFileSync(join(folder, 'late'), '');
  await eventually(() => seen.includes('late'));
});

it('a folder that is removed and created again is watched again', async () => {
  const folder = join(parent, 'one');
  mkdirSync(folder);
  const seen = watched(folder);
  for (const name of ['a', 'b', 'c']) {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await eventually(() => seen.includes(undefined));
    writeFileSync(join(folder, name), '');
    await eventually(() => seen.includes(name));
    seen.length = 0;
  }
});

it('nothing is reported after it was stopped', async () => {
  const seen: (string | undefined)[] = [];
  const stop = watchFolder(parent, (file) => void seen.push(file));
  stop();
  const other = watched(parent);
  writeFileSync(join(parent, 'a'), '');
  await eventually(() => other.includes('a'));
  expect(seen).toEqual([]);
});

it.runIf(canLimitWatchers)('where the system lets us watch nothing more, changes are noticed all the same', () => {
  const { code } = transformSync(readFileSync('src/system/folder.ts', 'utf8'), { loader: 'ts', format: 'esm' });
  const use = `
    const stop = watchFolder(${JSON.stringify(parent)}, (file) => { console.log('changed', file); stop(); process.exit(); });
    setTimeout(() => {}, 60_000);`;
  expect(withoutWatchers([process.execPath, '--input-type=module', '-e', `${code}${use}`])).toMatchObject({
    stdout: 'changed undefined\n',
    stderr: '',
  });
});
