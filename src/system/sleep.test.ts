import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/support/fake-clock.ts';
import { sleep } from './sleep.ts';

describe('sleep', () => {
  it('ends when the time has passed', async () => {
    const clock = fakeClock(0);
    const woken = isOver(sleep(clock, 100));
    await clock.advance(99);
    expect(woken()).toBe(false);
    await clock.advance(100);
    expect(woken()).toBe(true);
  });

  it('ends early when the signal fires, and leaves no timer', async () => {
    const clock = fakeClock(0);
    const stop = new AbortController();
    const slept = sleep(clock, 100, stop.signal);
    expect(clock.waiting()).toBe(1);
    stop.abort();
    await slept;
    expect(clock.waiting()).toBe(0);
  });

  it('does not begin when the signal has fired already, or when there is no time to wait', async () => {
    const clock = fakeClock(0);
    await sleep(clock, 100, AbortSignal.abort());
    await sleep(clock, 0);
    expect(clock.waiting()).toBe(0);
  });
});

function isOver(promise: Promise<void>): () => boolean {
  let over = false;
  void promise.then(() => {
    over = true;
  });
  return () => over;
}
