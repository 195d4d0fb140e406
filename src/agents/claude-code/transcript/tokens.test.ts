// Tokens of a session, counted from transcripts on disk.
import { constants } from 'node:buffer';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tokensInFiles } from './tokens.ts';

const row = (id: string, at: number, usage: object, more: object = {}) =>
  `${JSON.stringify({ type: 'assistant', uuid: id, timestamp: new Date(at).toISOString(), message: { id, usage }, ...more })}\n`;
const plain = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 100, cache_read_input_tokens: 9_000 };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tokens-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

it('counts each message once, with what it wrote to the cache and without what it read from there', async () => {
  const path = join(folder(), 's1.jsonl');
  writeFileSync(path, row('m1', 1_000, { ...plain, output_tokens: 1 }) + row('m1', 1_100, plain) + row('m2', 2_000, plain));
  const tokens = tokensInFiles();
  expect(await tokens.since(path, 0)).toBe(230);
  expect(await tokens.since(path, 1_100)).toBe(230);
  expect(await tokens.since(path, 1_101)).toBe(115);
});

it('reads only what was added, also if that ends in the middle of a line or of a character, and starts again with a shorter file', async () => {
  const path = join(folder(), 's1.jsonl');
  writeFileSync(path, row('m1', 1_000, plain));
  const tokens = tokensInFiles();
  expect(await tokens.since(path, 0)).toBe(115);
  const next = Buffer.from(row('m2', 2_000, plain, { note: '🥝 "usage"' }));
  for (const [from, to] of [
    [0, next.length - 4],
    [next.length - 4, next.length - 1],
  ]) {
    appendFileSync(path, next.subarray(from, to));
    expect(await tokens.since(path, 0)).toBe(115);
  }
  appendFileSync(path, next.subarray(-1));
  expect(await Promise.all([tokens.since(path, 0), tokens.since(path, 0)])).toEqual([230, 230]);
  writeFileSync(path, row('m9', 9_000, plain));
  expect(await tokens.since(path, 0)).toBe(115);
});

it('includes subagents, and ignores what is no usage', async () => {
  const made = folder();
  const path = join(made, 's1.jsonl');
  const nested = join(made, 's1', 'subagents', 'workflow');
  mkdirSync(nested, { recursive: true });
  writeFileSync(join(made, 's1', 'subagents', 'agent-a.jsonl'), row('m5', 1_000, plain));
  writeFileSync(join(nested, 'agent-b.jsonl'), row('m6', 1_000, plain));
  writeFileSync(join(nested, 'notes.jsonl'), row('m7', 1_000, plain));
  const odd = [
    '{"usage"',
    '{"type":"user","message":{"usage":{"input_tokens":7}}}',
    row('m8', 1_000, { input_tokens: -5, output_tokens: '9' }).trim(),
  ];
  writeFileSync(path, `${odd.join('\n')}\n`);
  expect(await tokensInFiles().since(path, 0)).toBe(230);
});

it('knows nothing without a transcript, or if it is not a file', async () => {
  const made = folder();
  expect(await tokensInFiles().since(join(made, 'absent.jsonl'), 0)).toBeUndefined();
  expect(await tokensInFiles().since(made, 0)).toBeUndefined();
});

it('keeps no line that never ends, and counts what comes after it', async () => {
  const path = join(folder(), 's1.jsonl');
  // Longer than a string can be.
  writeFileSync(path, '');
  truncateSync(path, constants.MAX_STRING_LENGTH + 1);
  appendFileSync(path, `\n${row('m1', 1_000, plain)}`);
  expect(await tokensInFiles().since(path, 0)).toBe(115);
}, 60_000);
