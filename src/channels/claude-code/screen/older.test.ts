// Recorded screens of older versions, which look different.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inWords } from '../../../../test/support/claude-code/screens/notation.ts';
import { parseScreen } from './parse.ts';
import { readScreen } from './read.ts';
import type { Cursor } from './state.ts';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'screens-older');
const index: Record<string, { columns: number; cursor: Cursor; alternate: boolean }> = JSON.parse(
  readFileSync(join(FOLDER, 'index.json'), 'utf8'),
);
const MULTI =
  'multi [>☒Parts] "Which parts?" 1 Logging (about Logging) · ❯2+ Metrics (about Metrics) · 3 Tracing (about Tracing) · 4 Alerts (about Alerts) · text "" · Submit · chat 6';
const PLAN = 'plan ❯1 "Yes, auto-accept edits" · 2 "Yes, manually approve edits" · 3 "Tell Claude what to change" feedback 3 ""';

it.each([
  ['multi-select descriptions that are further left (2.1.220)', '2.1.220-several-options', MULTI],
  ['multi-select descriptions that are further left (2.1.100)', '2.1.100-several-options', MULTI],
  ['a plan question without a line above it (2.1.100)', '2.1.100-approve-a-plan', PLAN],
])('reads %s', (_, name, words) => {
  const { columns, cursor, alternate } = index[name] ?? { columns: 0, cursor: { x: 0, y: 0 }, alternate: false };
  const ansi = readFileSync(join(FOLDER, `${name}.ansi`), 'utf8');
  expect(inWords(readScreen(parseScreen(ansi, cursor, columns, alternate)))).toBe(words);
});
