// JSON that a stranger wrote: whatever recurses over it afterwards has enough stack for it.
import { expect, it } from 'vitest';
import { canonical, DEEPEST, foreignJson, isDeeper } from './json.ts';

const nested = (levels: number, open = '[', close = ']') => `${open.repeat(levels)}${open.endsWith(':') ? '1' : ''}${close.repeat(levels)}`;

it.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
])('of %s is read up to a depth, and not beyond', (_, open, close) => {
  const value = foreignJson(nested(DEEPEST, open, close));
  expect(isDeeper(value, DEEPEST)).toBe(false);
  expect(canonical(value)).toBe(JSON.stringify(value));
  for (const levels of [DEEPEST + 1, 10_000, 1_000_000]) expect(foreignJson(nested(levels, open, close))).toBeUndefined();
});

it('that is none is nothing', () => {
  for (const text of ['', '[', '{"a"', 'text']) expect(foreignJson(text)).toBeUndefined();
  expect(foreignJson('{"a":[1]}')).toEqual({ a: [1] });
});
