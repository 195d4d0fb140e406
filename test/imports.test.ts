// The direction of imports: the source has none that the table does not allow, in whatever form it is written, and no cycles (the linter).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsIn, MAY_IMPORT, mayImport } from './support/import-table.ts';

const TEST = /\.(?:test|conformance)\.tsx?$/;
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.[cm]?[jt]sx?$/.test(file) && !TEST.test(file),
);
const forbidden = (file: string, text: string) =>
  importsIn(file, text).flatMap((to) => (mayImport(file, to) && !TEST.test(to) ? [] : [`${file} imports ${to}`]));

it('every folder of src is in the table', () => {
  expect(readdirSync('src').filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
});

it('the source has no forbidden import', () => {
  const read = sources.map((file) => [file, readFileSync(join('src', file), 'utf8')] as const);
  expect(read.flatMap(([file, text]) => forbidden(file, text))).toEqual([]);
  expect(read.flatMap(([file, text]) => importsIn(file, text)).length).toBeGreaterThan(3_000);
});

describe('a forbidden import is found', () => {
  it.each([
    ["import { thing } from '../inbox/thing.ts';", 'ask/mine.ts'],
    ["import type { Thing } from '../auto-answer/thing.ts';", 'inbox/mine.ts'],
    ["export * from '../../notify/thing.ts';", 'auto-answer/rules/mine.ts'],
    ["const mine = () => import('../server/app.ts');", 'client/mine.ts'],
    ["const mine = require('../cli/thing.ts');", 'terminal/mine.ts'],
    ["type Mine = import('../terminal/thing.ts').Thing;", 'web/mine.ts'],
    [`const mine = (agent: string) => import(\`../agents/\${agent}/thing.ts\`);`, 'inbox/mine.ts'],
    ["import { thing } from '../codex/thing.ts';", 'agents/opencode/mine.ts'],
    ["import { thing } from '../../openclaw/thing.ts';", 'agents/claude-code/hooks/mine.ts'],
    ["import { thing } from '../agents/opencode/channel.ts';", 'server/mine.ts'],
    ["import { thing } from '../agents/list.ts';", 'auto-answer/mine.ts'],
    ["import { thing } from '../../auto-answer/thing.ts';", 'agents/opencode/mine.ts'],
    ["import { thing } from './thing.test.ts';", 'ask/mine.ts'],
    ["import { thing } from '../../test/support/thing.ts';", 'ask/mine.ts'],
  ])('%s in %s', (code, file) => {
    expect(forbidden(file, code)).toHaveLength(1);
  });
});

it.each([
  ["import { thing } from '../self-test.ts';", 'agents/opencode/mine.ts'],
  ["import { thing } from './hooks/thing.ts';", 'agents/claude-code/mine.ts'],
  ["import { thing } from './opencode/entry.ts';", 'agents/list.ts'],
  ["import { thing } from '../agents/tool/channel.ts';", 'server/mine.ts'],
  ["import { thing } from '../../../auto-answer/thing.ts';", 'agents/openclaw/answerer/mine.ts'],
])('%s in %s is allowed', (code, file) => {
  expect(forbidden(file, code)).toEqual([]);
});
