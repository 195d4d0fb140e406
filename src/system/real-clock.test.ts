// The real clock, when the time of day is set.
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../test/support/eventually.ts';
import { realClock } from './real-clock.ts';

const dateNow = Date.now;
afterEach(() => {
  Date.now = dateNow;
});

it.each([3_600_000, -3_600_000])('a clock that is set by %d ms is noticed, and timers keep their length', async (by) => {
  let jumps = 0;
  const forget = realClock.onJump(() => {
    jumps += 1;
  });
  let fired = 0;
  const started = performance.now();
  realClock.at(realClock.now() + 1_500, () => {
    fired = performance.now() - started;
  });
  Date.now = () => dateNow() + by;
  await eventually(() => fired > 0);
  expect(fired).toBeGreaterThan(1_400);
  await eventually(() => jumps > 0);
  expect(jumps).toBe(1);
  forget();
});
