// --since and --until.
import { expect, test } from 'vitest';
import { rangeOf } from './time-range.ts';

const NOW = new Date('2026-11-16T12:00').getTime();

test.each([
  ['7d', '2026-11-09T12:00'],
  ['12h', '2026-11-16T00:00'],
  ['2026-11-01', '2026-11-01T00:00'],
  ['2026-11-01T08:30', '2026-11-01T08:30'],
])('--since %s begins at %s, in the time zone of the person', (since, begins) => {
  expect(rangeOf({ since }, NOW)).toEqual({ from: new Date(begins).getTime(), to: Number.POSITIVE_INFINITY });
});

test.each(['soon', '2026-13-01', '7', ''])('%j is refused', (since) => {
  expect(() => rangeOf({ since }, NOW)).toThrow('is not a time');
});

test('a range that contains nothing is refused', () => {
  expect(() => rangeOf({ since: '1d', until: '2d' }, NOW)).toThrow('not before');
});
