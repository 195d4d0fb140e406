// Every word that another one names is a word itself.
import { expect, it } from 'vitest';
import { words } from './words.ts';

it('every word that is named is declared', () => {
  const declared = new Set(words().map(([name]) => name));
  const named = [...JSON.stringify(words()).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !declared.has(name as string))).toEqual([]);
});
