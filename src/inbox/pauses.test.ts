import { expect, it, onTestFinished } from 'vitest';
import { fakeClock } from '../../test/support/fake-clock.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { createPauses } from './pauses.ts';

const by = { kind: 'person', name: 'ada', surface: 'test' } as const;

function pauses() {
  const journal = openSqliteJournal(':memory:');
  const place = (folder: string) => folder.replace(/^\/link(?=\/|$)/, '/srv/shop');
  const clock = fakeClock(1);
  const all = createPauses({ journal, clock, onError: (error) => expect.fail(String(error)), place });
  onTestFinished(async () => {
    all.stop();
    await journal.close();
  });
  return { ...all, journal, clock };
}

it('a pause of a folder applies under every name of that folder', async () => {
  const here = pauses();
  await here.pause({ kind: 'project', project: '/srv/shop' }, by);
  expect(here.over({ project: '/link/sub', session: 's' })).toBeDefined();
  expect(here.over({ project: '/srv/shopping', session: 's' })).toBeUndefined();
  await here.lift(undefined, by);
  expect(here.over({ project: '/link', session: 's' })).toBeUndefined();
  await here.pause({ kind: 'project', project: '/link' }, by);
  expect(here.over({ project: '/srv/shop', session: 's' })).toBeDefined();
});

it('a pause of a session follows it when it continues under another id', async () => {
  const here = pauses();
  await here.pause({ kind: 'session', session: 's1' }, by, 50);
  await here.pause({ kind: 'session', session: 'other' }, by);
  await here.follow('s1', 's2');
  expect(here.over({ project: '/p', session: 's2' })).toMatchObject({ by, until: 50 });
  expect(here.over({ project: '/p', session: 's1' })).toBeUndefined();
  expect(here.over({ project: '/p', session: 'other' })).toBeDefined();
});

it('a pause that ended while the computer was suspended ends on waking up', async () => {
  const { pause, journal, clock } = pauses();
  await pause({ kind: 'all' }, by, 1_000);
  await clock.jump(900);
  expect(await journal.pauses()).toHaveLength(1);
  await clock.jump(5_000);
  await clock.advance(5_000);
  expect(await journal.pauses()).toEqual([]);
});
