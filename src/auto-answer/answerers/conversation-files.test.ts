// Conversations on disk: kept over restarts, private, replaced as a whole, and removed when they are old.
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { conversationFiles } from './conversation-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conversations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const [first, second] = ['["claw","{session}","s1"]', '["claw","{session}","s2"]'];

it('are kept separately, and are there after a restart', async () => {
  const before = conversationFiles(folder);
  await before.write(first, { id: 'one' });
  await before.write(second, { id: 'two' });
  await before.write(first, { id: 'three' });
  const after = conversationFiles(folder);
  expect([await after.read(first), await after.read(second), await after.read('another')]).toEqual([
    { id: 'three' },
    { id: 'two' },
    undefined,
  ]);
  expect(readdirSync(folder)).toHaveLength(2);
});

it('are readable only by the user', async () => {
  const place = join(folder, 'new');
  await conversationFiles(place).write(first, {});
  expect(statSync(place).mode & 0o777).toBe(0o700);
  expect(statSync(join(place, readdirSync(place)[0] as string)).mode & 0o777).toBe(0o600);
});

it('that were damaged or cannot be written are forgotten', async () => {
  const files = conversationFiles(folder);
  await files.write(first, { id: 'one' });
  writeFileSync(join(folder, readdirSync(folder)[0] as string), '{"key":');
  expect(await files.read(first)).toBeUndefined();
  writeFileSync(join(folder, 'file'), '');
  const nowhere = conversationFiles(join(folder, 'file'));
  await nowhere.write(first, {});
  expect(await nowhere.read(first)).toBeUndefined();
});

it('are removed after a month, and so are drafts of a broker that was killed', async () => {
  const files = conversationFiles(folder);
  await files.write(first, {});
  const old = join(folder, readdirSync(folder)[0] as string);
  utimesSync(old, 1, 1);
  writeFileSync(join(folder, 'x.json.99-1'), '');
  await files.write(second, {});
  const next = conversationFiles(folder);
  await next.write(second, { id: 'two' });
  expect(await next.read(first)).toBeUndefined();
  expect(readdirSync(folder)).toHaveLength(1);
});
