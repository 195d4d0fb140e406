import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoff } from './backoff.ts';

it('waits twice as long after each failure, up to the limit', () => {
  const waits = [1, 2, 3, 4, 5, 1_000_000].map((failures) => backoff(failures, { firstMs: 1_000, longestMs: 6_000 }));
  expect(waits).toEqual([1_000, 2_000, 4_000, 6_000, 6_000, 6_000]);
});

it('is between half and all of that for those who failed together', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const all = backoff(failures, { firstMs: 500, longestMs: 30_000 });
      const some = backoff(failures, { firstMs: 500, longestMs: 30_000, random: () => random });
      expect(some).toBeGreaterThanOrEqual(all / 2);
      expect(some).toBeLessThanOrEqual(all);
    }),
  );
});
