// What is left of a text when the answers are taken out of it.
import { expect, it } from 'vitest';
import { withoutTags } from './tags.ts';

it('what was meant as an answer is taken out, with the spaces before the end of its line', () => {
  expect(withoutTags('Sure.  <answer ask="a1">2</answer>\t \n\n\n\nMore  below. ')).toBe('Sure.\n\nMore  below.');
});

it('a text of nothing but spaces, as long as it may be, keeps nobody waiting', () => {
  expect(withoutTags(`x${' '.repeat(300_000)}y <answer ask="a1">2</answer>`)).toMatch(/^x {300000}y$/);
});
