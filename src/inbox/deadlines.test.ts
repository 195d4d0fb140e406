// Deadlines, with a fake clock.
import { afterEach, expect, it } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/support/fake-clock.ts';
import { anAsk } from '../../test/support/samples.ts';
import type { Journal } from '../journal/journal.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import type { Clock } from '../system/clock.ts';
import { watchDeadlines } from './deadlines.ts';
import { settle } from './settle.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function setUp(start = 0): { journal: Journal; clock: FakeClock } {
  const journal = openSqliteJournal(':memory:');
  closing.push(() => journal.close());
  return { journal, clock: fakeClock(start) };
}

const watched = async (journal: Journal, clock: Clock, errors: unknown[] = []) => {
  const deadlines = watchDeadlines(journal, clock, (error) => errors.push(error));
  closing.push(() => deadlines.stop());
  await deadlines.ready;
};
const withDeadline = (n: number, deadline: number) => anAsk({ id: `ask${n}`, toolUseId: `t${n}`, createdAt: 0, deadline });
const state = async (journal: Journal, n: number) => (await journal.get(`ask${n}`))?.state;

it('an ask expires when its time is over, not before, and with one timer for all asks', async () => {
  const { journal, clock } = setUp();
  await watched(journal, clock);
  await journal.open(withDeadline(1, 500), undefined, 'a');
  await journal.open(withDeadline(2, 200), undefined, 'a');
  expect(clock.waiting()).toBe(1);
  await clock.advance(199);
  expect([await state(journal, 1), await state(journal, 2)]).toEqual(['open', 'open']);
  await clock.advance(200);
  expect([await state(journal, 1), await state(journal, 2)]).toEqual(['open', 'expired']);
  await clock.advance(1_000);
  expect(await state(journal, 1)).toBe('expired');
});

it('deadlines survive a restart, including those that passed in the meantime', async () => {
  const { journal, clock } = setUp(1_000);
  for (let n = 0; n < 250; n += 1) await journal.open(withDeadline(n, 500), undefined, 'a');
  await journal.open(withDeadline(999, 2_000), undefined, 'a');
  await watched(journal, clock);
  expect(await journal.countOpen()).toBe(1);
  await clock.advance(2_000);
  expect(await journal.countOpen()).toBe(0);
});

it('an answer that came first wins over the deadline', async () => {
  const { journal, clock } = setUp();
  await watched(journal, clock);
  const { view } = await journal.open(withDeadline(1, 100), undefined, 'a');
  const by = { kind: 'person', name: 'ada', surface: 'test' } as const;
  await settle(journal, view.id, { kind: 'decline', key: 'k', by, at: 50 });
  await clock.advance(100);
  expect(await state(journal, 1)).toBe('declined');
});

it('retries when the journal fails for a while', async () => {
  const { journal, clock } = setUp();
  const errors: unknown[] = [];
  await journal.open(withDeadline(1, 100), undefined, 'a');
  let failing = true;
  const flaky = new Proxy(journal, {
    get: (target, key: keyof Journal) =>
      key === 'append' && failing
        ? () => Promise.reject(new Error('disk full'))
        : typeof target[key] === 'function'
          ? (target[key] as (...args: unknown[]) => unknown).bind(target)
          : target[key],
  });
  await watched(flaky, clock, errors);
  await clock.advance(100);
  expect(errors).toHaveLength(1);
  failing = false;
  await clock.advance(10_000);
  expect(await state(journal, 1)).toBe('expired');
});

it('a deadline that passed while the computer was suspended expires on waking up', async () => {
  const { journal, clock } = setUp();
  await watched(journal, clock);
  await journal.open(withDeadline(1, 1_000), undefined, 'a');
  await journal.open(withDeadline(2, 50_000), undefined, 'a');
  await clock.jump(20_000);
  expect([await state(journal, 1), await state(journal, 2)]).toEqual(['expired', 'open']);
  await clock.advance(49_999);
  expect(await state(journal, 2)).toBe('open');
  await clock.advance(50_000);
  expect(await state(journal, 2)).toBe('expired');
});

it('when the clock is set back, nothing expires before its time of day, and nothing stays longer than the time it was given', async () => {
  const [day, hour] = [86_400_000, 3_600_000];
  const { journal, clock } = setUp(100 * day);
  await watched(journal, clock);
  const open = (n: number, createdAt: number, deadline: number) =>
    journal.open({ ...withDeadline(n, deadline), createdAt }, undefined, 'a');
  await open(1, 100 * day, 100 * day + hour);
  await clock.jump(3 * day);
  await open(2, 3 * day, 3 * day + 2 * hour);
  await clock.advance(3 * day + hour - 1);
  expect([await state(journal, 1), await state(journal, 2)]).toEqual(['open', 'open']);
  await clock.advance(3 * day + hour);
  expect([await state(journal, 1), await state(journal, 2)]).toEqual(['expired', 'open']);
  await clock.jump(3 * day + hour / 2);
  await clock.advance(3 * day + 2 * hour - 1);
  expect(await state(journal, 2)).toBe('open');
  await clock.advance(3 * day + 2 * hour);
  expect(await state(journal, 2)).toBe('expired');
});

it('many that are overdue expire a few at a time, so that others get their turn', async () => {
  const { journal, clock } = setUp(1_000);
  await Promise.all(Array.from({ length: 95 }, (_, n) => journal.open(withDeadline(n, 500), undefined, 'a')));
  const open: number[] = [];
  const look = async () => {
    open.push(await journal.countOpen());
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  await watched(journal, clock);
  clearImmediate(next);
  expect(open.length).toBeGreaterThanOrEqual(9);
  expect(Math.max(...open.slice(1).map((left, i) => (open[i] ?? 0) - left))).toBeLessThanOrEqual(10);
  expect(await journal.countOpen()).toBe(0);
});
