import { expect, it, onTestFinished } from 'vitest';
import { fakeClock } from '../../test/support/fake-clock.ts';
import { openSqliteJournal } from '../drivers/sqlite/journal.ts';
import { createPauses } from './pauses.ts';

const by = { kind: 'person', name: 'ada', surface: 'test' } as const;

function pauses() {
  const journal = openSqliteJournal(':memory:');
  const place = (folder: string) => folder.replace(/^\/link(?=\/|$)/, '/srv/shop');
  const all = createPauses({ journal, clock: fakeClock(1), onError: (error) => expect.fail(String(error)), place });
  onTestFinished(async () => {
    all.stop();
    await journal.close();
  });
  return all;
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
