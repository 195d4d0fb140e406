import { describe, expect, it } from 'vitest';
import { dueAt, type Moment } from './due.ts';
import { notifyShape } from './notifier-kind.ts';
import { NOTIFIERS } from './notifiers/list.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When somebody is told of an ask that came at `since`, in hours: looks again each time it is said to. */
function toldAt(quiet: string, since: number, offsetAt: (time: number) => number): number {
  const { notify } = notifyShape(NOTIFIERS).notify.parse({ notify: { kind: 'command', run: ['x'], quiet } });
  for (let now = since; ; ) {
    const minuteOfDay = Math.floor((now + offsetAt(now)) / MINUTE) % (24 * 60);
    const due = dueAt(notify as never, { now, since, minuteOfDay } satisfies Moment);
    if (due <= now) return now / HOUR;
    now = due;
  }
}

describe('quiet hours', () => {
  it.each([
    ['before midnight', 23, 31],
    ['after midnight', 25, 31],
    ['at their end', 31, 31],
    ['before they begin', 21.5, 21.5],
  ])('cross midnight: what comes %s', (_, since, expected) => {
    expect(toldAt('22:00-07:00', since * HOUR, () => 0)).toBe(expected);
  });

  it.each([
    ['begins', HOUR, 30],
    ['ends', -HOUR, 32],
  ])('are over at seven on the clock on the wall, also if summer time %s in them', (_, change, expected) => {
    expect(toldAt('22:00-07:00', 23 * HOUR, (time) => (time >= 26 * HOUR ? change : 0))).toBe(expected);
  });
});
