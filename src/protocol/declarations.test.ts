// Checks that the generated contract is up to date.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { declarations } from './declarations.ts';

it('contract.generated.ts is up to date (npm run generate)', () => {
  expect(readFileSync('src/protocol/contract.generated.ts', 'utf8')).toBe(declarations());
});

it('needs no zod, so that programs that only call the broker do not load it', () => {
  for (const file of ['contract.generated.ts', 'misfit.ts', 'reply-check.ts'])
    expect(readFileSync(`src/protocol/${file}`, 'utf8'), file).not.toMatch(/from 'zod'/);
});
