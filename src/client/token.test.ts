// The token file, and what happens if something else is in its place.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOrMakeToken } from './token.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'token-'));
  path = join(folder, 'token');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is created once, readable only by the user', () => {
  const token = readOrMakeToken(path);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(readOrMakeToken(path)).toBe(token);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it.each<[string, () => void]>([
  ['a pipe', () => execFileSync('mkfifo', [path])],
  ['a link to a device', () => symlinkSync('/dev/zero', path)],
  ['a large file', () => writeFileSync(path, 'x'.repeat(5_000))],
])('%s in its place is replaced, not read', (_, put) => {
  put();
  expect(readOrMakeToken(path)).toMatch(/^[\w-]{43}$/);
  expect(statSync(path).isFile()).toBe(true);
});
