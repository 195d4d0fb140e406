// What was generated from the contract is what would be generated now.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { declarations } from './declarations.ts';

it('contract.generated.ts is up to date (npm run generate)', () => {
  expect(readFileSync('src/protocol/contract.generated.ts', 'utf8')).toBe(declarations());
});

it('needs no zod, so that a program that only calls the broker does not load it', () => {
  for (const file of ['contract.generated.ts', 'misfit.ts', 'reply-check.ts'])
    expect(readFileSync(`src/protocol/${file}`, 'utf8'), file).not.toMatch(/from 'zod'/);
});
