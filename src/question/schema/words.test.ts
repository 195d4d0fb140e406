// Checks that the generated types are up to date, and need no zod.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { words, wordTypes } from './words.ts';

it('words.generated.ts is up to date (npm run generate)', () => {
  expect(readFileSync('src/question/words.generated.ts', 'utf8')).toBe(wordTypes());
});

it('every type that is named is declared', () => {
  const declared = new Set(words().map(([name]) => name));
  const named = [...JSON.stringify(words()).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !declared.has(name as string))).toEqual([]);
});
