import { expect, it } from 'vitest';
import { isUsable, ownName } from './own-name.ts';

it('stays the same for a token, and says nothing about it', () => {
  expect(ownName('secret')).toMatch(/^answerback-[0-9a-hjkmnp-tv-z]{10}\.localhost$/);
  expect(ownName('secret')).toBe(ownName('secret'));
  expect(ownName('secret')).not.toBe(ownName('secret2'));
});

it('is not used where the system must know it and does not', async () => {
  expect(await isUsable(ownName('x'), 'linux')).toBe(true);
  expect(await isUsable('no-such-name.invalid', 'darwin')).toBe(false);
  expect(await isUsable('localhost', 'darwin')).toBe(true);
});
