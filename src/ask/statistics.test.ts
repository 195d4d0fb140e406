// Statistics: what is counted, and what is not.
import { expect, it } from 'vitest';
import type { AskView } from './schema/history.ts';
import type { Category } from './schema/route.ts';
import type { Statistics } from './schema/statistics.ts';
import { type Counted, counted, dayOf, nothingShared, Tally } from './statistics.ts';

const NOON = new Date(2026, 10, 16, 12).getTime();
const MINUTE = 60_000;
const A_DAY = 24 * 60 * MINUTE;

function ask(over: Partial<AskView> = {}): AskView {
  return {
    id: 'a',
    kind: 'question',
    session: 's',
    toolUseId: 't',
    program: 'claude-code',
    project: '/home/ada/shop',
    source: 'hook',
    questions: [{ text: 'Which database should we use?', options: [{ label: 'Postgres' }, { label: 'SQLite' }], multiSelect: false }],
    createdAt: NOON,
    state: 'open',
    version: 1,
    updatedAt: NOON,
    ...over,
  };
}

const decided = (by: { kind: 'person' | 'rule' | 'agent'; name: string }, afterMs: number, over: Partial<AskView> = {}): AskView => {
  const createdAt = over.createdAt ?? NOON;
  return ask({
    state: 'verified',
    decision: { kind: 'decline', key: 'k', at: createdAt + afterMs, by: { ...by, surface: 'web' } },
    ...over,
  });
};

const ADA = { kind: 'person', name: 'ada' } as const;
const CLAW = { kind: 'agent', name: 'claw' } as const;
const waiting = (view: AskView): Counted => counted(view, view.createdAt);
const byMachine = (view: AskView): Counted => counted(view, undefined);

function statisticsOf(asks: readonly Counted[], now: number): Statistics {
  const tally = new Tally();
  for (const ask of asks) tally.add(ask);
  return tally.figures(now);
}

it('says who decided, how long it took, and what became of it', () => {
  const { answerers, decidedBy, medianWaitMs, states } = statisticsOf(
    [
      waiting(decided(ADA, MINUTE)),
      waiting(decided(ADA, 3 * MINUTE, { state: 'mismatched' })),
      waiting(decided(ADA, 9 * MINUTE, { state: 'undelivered' })),
      byMachine(decided(CLAW, MINUTE / 6, { overruled: { by: { ...ADA, surface: 'cli' }, message: 'no', key: 'k', at: NOON } })),
      waiting(ask()),
    ],
    NOON,
  );
  expect(decidedBy).toEqual({ 'person ada': 3, 'agent claw': 1 });
  expect(states).toEqual({ verified: 2, mismatched: 1, undelivered: 1, open: 1 });
  expect(medianWaitMs).toBe(3 * MINUTE);
  expect(answerers).toMatchObject([
    { ...ADA, decided: 3, medianMs: 3 * MINUTE, p90Ms: 9 * MINUTE, verified: 1, mismatched: 1, undelivered: 1, overruled: 0 },
    { ...CLAW, decided: 1, medianMs: MINUTE / 6, verified: 1, overruled: 1 },
  ]);
});

it('counts how long agents waited for people, but not for machines, and not for their next prompt', () => {
  const { waitedForPeopleMs } = statisticsOf(
    [
      waiting(decided(ADA, 5 * MINUTE)),
      // It reached people two minutes before it was decided.
      counted(decided(ADA, 10 * MINUTE), NOON + 8 * MINUTE),
      byMachine(decided(CLAW, 4 * MINUTE)),
      waiting(ask({ kind: 'idle' })),
      waiting(ask({ state: 'withdrawn', updatedAt: NOON + MINUTE })),
      waiting(ask()),
    ],
    NOON + 20 * MINUTE,
  );
  expect(waitedForPeopleMs).toBe((5 + 2 + 1 + 20) * MINUTE);
});

it('has every day from the first to the last, whatever the order', () => {
  const views = [0, -3, -1].map((days) => ask({ createdAt: NOON + days * A_DAY }));
  const { perDay, asks } = statisticsOf(views.map(waiting), NOON);
  expect(perDay.map(({ asks: count }) => count)).toEqual([1, 0, 1, 1]);
  expect(perDay.at(0)?.day).toBe(dayOf(NOON - 3 * A_DAY));
  expect(asks).toBe(3);
  expect(statisticsOf([], NOON)).toMatchObject({ asks: 0, perDay: [], medianWaitMs: null, answerers: [] });
});

it('counts the kinds of asks', () => {
  const { kinds, perDay } = statisticsOf([waiting(ask()), waiting(ask({ kind: 'permission' })), waiting(ask())], NOON);
  expect(kinds).toEqual({ question: 2, permission: 1 });
  expect(perDay[0]?.kinds).toEqual(kinds);
});

it('counts the categories that an answering agent stated, for what it decided', () => {
  const stated = (by: typeof ADA | typeof CLAW, category: Category) =>
    waiting(decided(by, 1, { route: { name: 'night', step: 0, category } }));
  const { answerers } = statisticsOf(
    [stated(CLAW, 'scope'), stated(CLAW, 'style'), stated(CLAW, 'scope'), waiting(decided(CLAW, 1)), stated(ADA, 'scope')],
    NOON,
  );
  expect(answerers).toMatchObject([
    { ...CLAW, decided: 4, categories: { scope: 2, style: 1 } },
    { ...ADA, decided: 1, categories: {} },
  ]);
});

it('is not confused by names that every object has', () => {
  const { projects, decidedBy } = statisticsOf(
    [waiting(decided({ kind: 'person', name: '__proto__' }, 1, { project: '/srv/constructor' })), waiting(ask({ project: '/__proto__' }))],
    NOON,
  );
  expect(Object.entries(projects)).toEqual([
    ['__proto__', 1],
    ['constructor', 1],
  ]);
  expect(Object.entries(decidedBy)).toEqual([['person __proto__', 1]]);
});

it('a project that is called like what is remembered of an answerer keeps its name', () => {
  const shared = nothingShared();
  const tally = new Tally();
  const ada = { kind: 'person', name: 'ada' } as const;
  for (const name of ['by person ada', 'person ada', 'by person ada'])
    tally.add(counted(decided(ada, MINUTE, { project: `/home/ada/${name}` }), undefined, shared));
  const { projects, answerers } = tally.figures(NOON);
  expect(projects).toEqual({ 'by person ada': 2, 'person ada': 1 });
  expect(answerers).toMatchObject([{ name: 'ada', decided: 3 }]);
});
