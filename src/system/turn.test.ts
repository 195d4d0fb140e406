// The time of one step, when the clock is set.
import { expect, it } from 'vitest';
import { fakeClock } from '../../test/support/fake-clock.ts';
import { createTurn } from './turn.ts';

it('a turn whose time passed while the computer was suspended is over on waking up', async () => {
  const clock = fakeClock(0);
  const turn = createTurn(clock, 1_000);
  await clock.jump(500);
  expect(turn.how()).toBeUndefined();
  await clock.jump(2_000);
  expect(turn.how()).toBe('time');
});

it('a turn lasts as long as it was given when the clock is set back', async () => {
  const clock = fakeClock(100_000);
  const turn = createTurn(clock, 101_000);
  await clock.jump(0);
  await clock.advance(999);
  expect(turn.how()).toBeUndefined();
  await clock.advance(1_000);
  expect(turn.how()).toBe('time');
});
