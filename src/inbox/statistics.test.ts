// Figures are read in slices, are those of one moment, and are not read again.
import { expect, it, onTestFinished } from 'vitest';
import { anAsk } from '../../test/support/samples.ts';
import type { AskFilter, Journal, PageRequest } from '../journal/journal.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { settle } from './settle.ts';
import { createStatistics } from './statistics.ts';

const EVER = { from: 0, to: Number.POSITIVE_INFINITY };
const by = { kind: 'person', name: 'ada', surface: 'test' } as const;
const now = () => 100_000;

/** A journal that counts the asks that are read in each turn of the event loop. */
function counting(journal: Journal) {
  const turns: number[] = [0];
  const tick = () => {
    turns.push(0);
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  onTestFinished(() => clearImmediate(next));
  let whileListing: (() => unknown) | undefined;
  const list = async (filter: AskFilter, page: PageRequest) => {
    const found = await journal.list(filter, page);
    turns[turns.length - 1] = (turns.at(-1) ?? 0) + found.items.length;
    await whileListing?.();
    return found;
  };
  return {
    journal: { list, history: journal.history.bind(journal), onCommit: journal.onCommit.bind(journal) } as unknown as Journal,
    most: () => Math.max(...turns),
    read: () => turns.reduce((a, b) => a + b, 0),
    whileListing: (work: (() => unknown) | undefined) => {
      whileListing = work;
    },
  };
}

async function filled(asks: number): Promise<Journal> {
  const journal = openSqliteJournal(':memory:');
  onTestFinished(() => journal.close());
  await Promise.all(Array.from({ length: asks }, (_, i) => open(journal, i)));
  return journal;
}

const open = (journal: Journal, i: number) =>
  journal.open(anAsk({ id: `id${i}`, toolUseId: `t${i}`, createdAt: 1_000 + i, project: `/p${i % 3}` }), undefined, 'a');
const decide = (journal: Journal, i: number) => settle(journal, `id${i}`, { kind: 'decline', key: `k${i}`, by, at: 5_000 });

it('no more than fifty asks are read in one turn, however many want to know', async () => {
  const counted = counting(await filled(1_050));
  const statistics = createStatistics(counted.journal);
  const filters = Array.from({ length: 20 }, (_, i) => ({ project: `p${i % 3}` }));
  const all = await Promise.all(filters.map((filter) => statistics.of(filter, EVER, now)));
  expect(all.map(({ asks }) => asks)).toEqual(filters.map(() => 350));
  expect(counted.most()).toBeLessThanOrEqual(50);
  // Those who want the same share the work.
  expect(counted.read()).toBe(1_050);
});

it('what was read is remembered; after that, only asks that changed are read, and new ones', async () => {
  const journal = await filled(250);
  const counted = counting(journal);
  const statistics = createStatistics(counted.journal);
  const before = await statistics.of({}, EVER, now);
  expect(await statistics.of({}, EVER, now)).toEqual(before);
  expect(counted.read()).toBe(250);
  await decide(journal, 7);
  await open(journal, 250);
  const after = await statistics.of({}, EVER, now);
  expect([after.asks, after.states]).toEqual([251, { open: 250, declined: 1 }]);
  expect(counted.read()).toBe(252);
  expect(after).toEqual(await createStatistics(journal).of({}, EVER, now));
  statistics.startOver();
  await statistics.of({}, EVER, now);
  expect(counted.read()).toBe(252 + 251);
});

it('how long open asks have waited grows, also if nothing was read again', async () => {
  const statistics = createStatistics(await filled(2));
  expect((await statistics.of({}, EVER, () => 2_000)).waitedForPeopleMs).toBe(1_999);
  expect((await statistics.of({}, EVER, () => 3_000)).waitedForPeopleMs).toBe(3_999);
});

it('the figures are those of one moment, also if asks change while they are read', async () => {
  const journal = await filled(450);
  const counted = counting(journal);
  let i = 0;
  counted.whileListing(async () => {
    if (i === 450) return;
    // Of these, some were read and others were not.
    await decide(journal, i);
    await decide(journal, 449 - i);
    await open(journal, 1_000 + i);
    i += 50;
  });
  const { asks, states, decidedBy } = await createStatistics(counted.journal).of({}, EVER, now);
  const settled = new Set(Array.from({ length: 9 }, (_, n) => [n * 50, 449 - n * 50]).flat()).size;
  expect({ asks, states, decidedBy }).toEqual({
    asks: 459,
    states: { open: 459 - settled, declined: settled },
    decidedBy: { 'person ada': settled },
  });
});

it('an ask that no longer fits the filter does not count any more', async () => {
  const journal = await filled(3);
  const statistics = createStatistics(journal);
  expect((await statistics.of({ states: ['open'] }, EVER, now)).asks).toBe(3);
  await decide(journal, 1);
  expect((await statistics.of({ states: ['open'] }, EVER, now)).asks).toBe(2);
});

it('nothing is read any more when nobody waits, and others who wait get theirs', async () => {
  const counted = counting(await filled(1_000));
  const statistics = createStatistics(counted.journal);
  const leaving = new AbortController();
  const alone = statistics.of({ program: 'tester' }, EVER, now, leaving.signal);
  const [one, other] = [statistics.of({}, EVER, now, leaving.signal), statistics.of({}, EVER, now)];
  counted.whileListing(() => counted.read() >= 500 && leaving.abort());
  await Promise.all([alone, one].map((left) => expect(left).rejects.toThrow('aborted')));
  expect((await other).asks).toBe(1_000);
  expect(counted.read()).toBeLessThan(1_600);
});

it('older asks are only read if somebody wants to know about them', async () => {
  const counted = counting(await filled(1_000));
  const statistics = createStatistics(counted.journal);
  expect((await statistics.of({}, { from: 1_000 + 950, to: 1_000 + 980 }, now)).asks).toBe(30);
  expect(counted.read()).toBe(100);
  expect((await statistics.of({}, { from: 1_000 + 750, to: Number.POSITIVE_INFINITY }, now)).asks).toBe(250);
  expect(counted.read()).toBe(300);
});

it('after each ask with a route, whose whole history is read, others get their turn', async () => {
  const journal = await filled(0);
  for (let i = 0; i < 30; i += 1) {
    const { view } = await open(journal, i);
    const answerer = { kind: 'people', name: 'people' } as const;
    const happening = { kind: 'considered', route: 'night', step: 0, answerer, outcome: 'asked' } as const;
    await journal.append(view.id, view.version, [{ at: 2_000, actor: 'route:night', happening }]);
  }
  let [turns, perTurn, most] = [0, 0, 0];
  const tick = () => {
    [turns, perTurn] = [turns + 1, 0];
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  onTestFinished(() => clearImmediate(next));
  const history: Journal['history'] = (id) => {
    perTurn += 1;
    most = Math.max(most, perTurn);
    return journal.history(id);
  };
  const counted = { list: journal.list.bind(journal), history, onCommit: journal.onCommit.bind(journal) } as unknown as Journal;
  expect(await createStatistics(counted).of({}, EVER, now)).toMatchObject({ asks: 30 });
  expect(most).toBe(1);
  expect(turns).toBeGreaterThanOrEqual(30);
});
