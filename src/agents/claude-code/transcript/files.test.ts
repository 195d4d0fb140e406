// Transcripts as files, when the path names something else.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { transcriptFiles } from './files.ts';

let folder: string;
let errors: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transcript-'));
  errors = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const transcript = () => transcriptFiles({ watchFolder: () => () => {} }, (error) => errors.push((error as Error).message));

it('a named pipe, a folder and a device are not opened, and each is reported once', async () => {
  const [pipe, directory] = [join(folder, 'pipe'), join(folder, 'directory')];
  execFileSync('mkfifo', [pipe]);
  mkdirSync(directory);
  const { tail } = transcript();
  // More of them at once than the process has threads for files.
  const all = [...Array.from({ length: 20 }, () => pipe), directory, '/dev/zero'];
  expect(await Promise.all(all.map((path) => tail(path)))).toEqual(all.map(() => []));
  expect(new Set(errors)).toEqual(
    new Set([pipe, directory, '/dev/zero'].map((path) => `the transcript ${path} is not a regular file, so it is not read`)),
  );
  const known = errors.length;
  await tail(pipe);
  expect(errors).toHaveLength(known);
});

it('of a huge file only the end is read', async () => {
  const path = join(folder, 'huge');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 40);
  writeFileSync(path, '\n{"last":1}\n', { flag: 'a' });
  expect((await transcript().tail(path)).slice(-2)).toEqual(['{"last":1}', '']);
  expect(errors).toEqual([]);
});

it('a missing file has no lines', async () => {
  expect(await transcript().tail(join(folder, 'none'))).toEqual([]);
  expect(errors).toEqual([]);
});
