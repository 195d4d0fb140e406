// Lengths of time, as flags and the configuration take them.
import { expect, test } from 'vitest';
import { duration, durationText } from './duration.ts';

test.each([
  ['90', 90_000],
  ['1.5h', 5_400_000],
  ['1h30m', 5_400_000],
  ['1h 30m', 5_400_000],
  ['250ms', 250],
  ['400d', 34_560_000_000],
])('%s', (text, ms) => {
  expect(duration(text)).toBe(ms);
});

test.each(['', '0', '0s', 'soon', '1h30', '5 minutes', '-1s', '1h-30m'])('%j is none', (text) => {
  expect(duration(text)).toBeUndefined();
});

test('they are written as they are read', () => {
  for (const text of ['30s', '1h30m', '2d', '250ms']) expect(durationText(duration(text) ?? 0)).toBe(text);
});
