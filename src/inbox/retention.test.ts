// Old asks are removed at the start and once a day, as the configuration says then.
import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/fake-clock.ts';
import type { Journal } from '../journal/journal.ts';
import { keepRecent } from './retention.ts';

const A_DAY = 24 * 3_600_000;

test('it runs at the start and once a day, until nothing is left, and only if it is configured', async () => {
  const clock = fakeClock(100 * A_DAY);
  const calls: number[] = [];
  let left = 4_500;
  const forget = async (before: number, limit: number, except: readonly string[] = []) => {
    expect(except).toEqual(['still counted']);
    calls.push(before / A_DAY);
    const some = Math.min(left, limit);
    left -= some;
    return some;
  };
  let keep: number | undefined = 90 * A_DAY;
  const forgotten: number[] = [];
  const retention = keepRecent({
    journal: { forget } as Journal,
    clock,
    keep: () => keep,
    counted: async () => ['still counted'],
    onForgotten: (count) => forgotten.push(count),
    onError: (error) => {
      throw error;
    },
  });
  await retention.first;
  expect([calls, forgotten, left]).toEqual([[10, 10, 10], [4_500], 0]);
  keep = undefined;
  await clock.advance(101 * A_DAY);
  expect(calls).toHaveLength(3);
  keep = 30 * A_DAY;
  await clock.advance(102 * A_DAY);
  expect([calls.at(-1), forgotten]).toEqual([72, [4_500]]);
  retention.stop();
  expect(clock.waiting()).toBe(0);
});
