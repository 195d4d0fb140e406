// What is plugged in is named in its own file or folder, and otherwise only in lists.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(?:tsx?|css)$/.test(file) && !/\.(?:test|conformance)\.tsx?$/.test(file),
);

it.each(['telegram', 'slack', 'discord', 'ntfy', 'opencode', 'openclaw'])('%s', (name) => {
  const others = sources.filter((file) => !file.includes(name) && readFileSync(join('src', file), 'utf8').toLowerCase().includes(name));
  expect(others.filter((file) => !file.endsWith('/list.ts'))).toEqual([]);
  expect(others.length).toBeLessThanOrEqual(3);
});
