// Whatever the filter, the pages together are what a look at every ask would find, in either order.
import { expect, it, onTestFinished } from 'vitest';
import { anAsk } from '../../../test/support/samples.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { settle } from '../../inbox/settle.ts';
import type { AskFilter, Journal, Page, PageRequest } from '../journal.ts';
import { openSqliteJournal } from './journal.ts';

const ASKS = 2_400;
const by = (name: string) => ({ kind: 'person', name, surface: 'test' }) as const;

/** Two of three asks are decided, in another order than they were asked. */
async function filled(): Promise<Journal> {
  const journal = openSqliteJournal(':memory:');
  onTestFinished(() => journal.close());
  const ask = (i: number) =>
    anAsk({
      id: `id${i}`,
      toolUseId: `t${i}`,
      createdAt: i,
      kind: i % 11 === 0 ? 'plan' : 'question',
      project: i % 600 === 3 ? '/home/ada/attic' : `/srv/${i % 2 === 0 ? 'busy' : 'other'}`,
      program: i % 5 === 0 ? 'codex' : 'tester',
      session: i % 400 === 0 ? 'rare' : `s${i % 3}`,
      questions: [{ text: i % 500 === 7 ? 'hieroglyphs?' : `Which ${i}?`, options: [], multiSelect: false }],
    });
  await Promise.all(Array.from({ length: ASKS }, (_, i) => journal.open(ask(i), undefined, 'a')));
  for (let n = 0; n < ASKS; n += 1) {
    const i = (n * 1_009) % ASKS;
    if (i % 3 !== 0)
      await settle(journal, `id${i}`, { kind: 'decline', key: `k${i}`, by: by(i % 700 === 1 ? 'bob' : 'ada'), at: 10_000 + n });
  }
  await journal.see({ id: 'rare', program: 'tester', project: '/p', name: 'warden', startedAt: 1, seenAt: 1 }, 'a');
  return journal;
}

async function every(read: (page: PageRequest) => Promise<Page<AskView>>, limit: number): Promise<readonly AskView[]> {
  const all: AskView[] = [];
  let cursor: number | undefined;
  do {
    const page = await read({ limit, cursor });
    expect(page.items.length).toBe(page.next === undefined ? page.items.length : limit);
    all.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}

const FILTERS: readonly (readonly [AskFilter, (view: AskView) => boolean])[] = [
  [{}, () => true],
  [{ states: ['open'] }, ({ state }) => state === 'open'],
  [{ states: ['open', 'declined'], kinds: ['plan'] }, ({ kind }) => kind === 'plan'],
  [{ project: 'busy' }, ({ project }) => project === '/srv/busy'],
  [{ project: 'attic' }, ({ project }) => project === '/home/ada/attic'],
  [{ project: '/srv/other', states: ['declined'] }, ({ project, state }) => project === '/srv/other' && state === 'declined'],
  [{ program: 'codex', kinds: ['plan'] }, ({ program, kind }) => program === 'codex' && kind === 'plan'],
  [{ session: 'rare' }, ({ session }) => session === 'rare'],
  [{ sessionNamed: 'warden', states: ['declined'] }, ({ session, state }) => session === 'rare' && state === 'declined'],
  [{ by: 'bob' }, ({ decision }) => decision?.by.name === 'bob'],
  [{ text: 'HIEROGLYPHS' }, ({ createdAt }) => createdAt % 500 === 7],
  [{ text: '9?' }, ({ questions }) => questions[0]?.text.includes('9?') === true],
  [
    { text: 'which 1', project: 'busy', states: ['open'] },
    ({ questions, project, state }) => questions[0]?.text.startsWith('Which 1') === true && project === '/srv/busy' && state === 'open',
  ],
  [{ ids: ['id1', 'id5', 'id9', 'nobody'] }, ({ id }) => ['id1', 'id5', 'id9'].includes(id)],
  [{ project: 'nowhere' }, () => false],
];

it('the pages of a filter have every ask that fits it once, in the order they were asked or decided', async () => {
  const journal = await filled();
  const all = (await every((page) => journal.list({}, page), 500)).toSorted((a, b) => b.createdAt - a.createdAt);
  expect(all).toHaveLength(ASKS);
  const decided = all.filter(({ decision }) => decision).toSorted((a, b) => (b.decision?.at ?? 0) - (a.decision?.at ?? 0));
  for (const [filter, fits] of FILTERS)
    for (const limit of [50, 170]) {
      const of = (views: readonly AskView[]) => [filter, ...views.map(({ id }) => id)];
      expect(of(await every((page) => journal.list(filter, page), limit))).toEqual(of(all.filter(fits)));
      expect(of(await every((page) => journal.decided(filter, page), limit))).toEqual(of(decided.filter(fits)));
    }
}, 60_000);
