// A choice in a notification, and what the person learns of it.
import { expect, it, onTestFinished } from 'vitest';
import { fake } from '../../test/support/notify-harness.ts';
import { anAsk, aQuestion } from '../../test/support/samples.ts';
import { createBroker } from '../inbox/broker.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { realClock } from '../system/real-clock.ts';
import { createTaps } from './taps.ts';

const WHY = 'no hook of Claude Code is waiting';

async function setUp(cannotDeliver: () => Promise<string | undefined>) {
  const journal = openSqliteJournal(':memory:');
  onTestFinished(() => journal.close());
  const ask = anAsk({ questions: [aQuestion({ options: [{ label: 'Postgres' }, { label: 'SQLite' }] })], project: '/code/shop' });
  const { view } = await journal.open(ask, undefined, 'agent:tester');
  const taps = createTaps({ journal, decide: createBroker({ journal, clock: realClock, cannotDeliver }).decide });
  const desktop = fake();
  const press = (number: number) => taps.chooseAndTell({ ask: view.id, number }, 'desktop', 'full', desktop);
  return { journal, taps, desktop, press, tap: { ask: view.id, number: 1 }, id: view.id };
}

it('a choice that cannot be delivered is not stored, and the reason is said', async () => {
  const { taps, tap, journal, id, press, desktop } = await setUp(async () => WHY);
  expect(await taps.choose(tap, 'link')).toMatchObject({ kind: 'not-answered', reason: WHY });
  await press(1);
  expect(desktop.sent).toMatchObject([{ title: 'Not answered: shop', body: WHY, open: `answerback answer ${id}`, choices: [] }]);
  expect(await journal.get(id)).toMatchObject({ state: 'open' });
});

it('a choice that is stored says nothing more, also pressed twice or too late', async () => {
  const { taps, tap, press, desktop } = await setUp(async () => undefined);
  await press(1);
  await press(1);
  await press(2);
  expect(desktop.sent).toEqual([]);
  expect(await taps.choose(tap, 'link')).toMatchObject({ kind: 'over', view: { decision: { answers: [{ chosen: [1] }] } } });
});

it('an option that is not there, or an ask that is gone, is unknown', async () => {
  const { taps, tap } = await setUp(async () => undefined);
  expect(await taps.choose({ ...tap, number: 7 }, 'link')).toEqual({ kind: 'unknown' });
  expect(await taps.choose({ ...tap, ask: 'nothing' }, 'link')).toEqual({ kind: 'unknown' });
});
