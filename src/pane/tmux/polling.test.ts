// How often a pane is looked at: often when something happens, less and less often while nothing does, never while nobody waits.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPolling, type Polling } from './polling.ts';

let polling: Polling;
let looks: number[];
let start: number;
const watch = () => polling.onDue(() => looks.push(Date.now() - start));
/** The pauses between the looks of the last while. */
const pauses = () => looks.map((at, i) => at - (looks[i - 1] ?? 0));
const during = (ms: number): number => {
  const before = looks.length;
  vi.advanceTimersByTime(ms);
  return looks.length - before;
};

beforeEach(() => {
  vi.useFakeTimers();
  polling = createPolling();
  looks = [];
  start = Date.now();
});
afterEach(() => vi.useRealTimers());

describe('polling', () => {
  it('begins after 8 ms, slows down, and goes on once a second', () => {
    watch();
    vi.advanceTimersByTime(60_000);
    expect(pauses()[0]).toBe(8);
    expect(pauses().every((pause, i) => pause >= (pauses()[i - 1] ?? 0))).toBe(true);
    expect(
      pauses()
        .slice(-50)
        .every((pause) => pause === 1_000),
    ).toBe(true);
  });

  it('starts over after input and for everybody who begins to wait', () => {
    watch();
    vi.advanceTimersByTime(60_000);
    polling.sent();
    expect(during(8)).toBe(1);
    vi.advanceTimersByTime(60_000);
    watch();
    expect(during(8)).toBe(2);
  });

  it('is four times a second while the screen changes', () => {
    polling.onDue(() => {
      looks.push(Date.now() - start);
      polling.changed();
    });
    vi.advanceTimersByTime(60_000);
    expect(during(10_000)).toBe(40);
  });

  it('does not ask for a look while one is running', async () => {
    watch();
    let end = () => {};
    const running = polling.during(
      new Promise<void>((resolve) => {
        end = resolve;
      }),
    );
    expect(during(10_000)).toBe(0);
    end();
    await running;
    expect(during(1_000)).toBe(1);
  });

  it('ends when nobody waits any more, and does not begin before', () => {
    polling.sent();
    polling.changed();
    expect(vi.getTimerCount()).toBe(0);
    const [one, two] = [watch(), watch()];
    one();
    expect(during(8)).toBe(1);
    two();
    polling.sent();
    expect(vi.getTimerCount()).toBe(0);
  });
});
