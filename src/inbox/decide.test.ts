// What is asked before any decision is stored.
import { expect, it } from 'vitest';
import { fakeBroker, refusing } from '../../test/support/broker-harness.ts';
import { anAsk } from '../../test/support/samples.ts';
import type { Answerer } from '../ask/schema/decision.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { createDecider } from './decide.ts';

const ada = { kind: 'person', name: 'ada', surface: 'test' } as const;
const claw = { kind: 'agent', name: 'claw', surface: 'test' } as const;
const decision = (by: Answerer) => ({ kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }], key: by.name, by, at: 1 }) as const;

async function opened() {
  const { journal, pauses, decider } = fakeBroker(openSqliteJournal(':memory:'));
  const { view } = await journal.open(anAsk(), undefined, 'agent:tester');
  return { journal, pauses, decider, view };
}

it('while auto-answer is paused, only people decide', async () => {
  const { decider, pauses, view } = await opened();
  await pauses.pause({ kind: 'all' }, ada);
  expect(await decider.store(view, decision(claw))).toMatchObject({ kind: 'refused', reason: 'automatic answers were paused by ada' });
  expect(await decider.store(view, decision(ada))).toMatchObject({ kind: 'won' });
});

it('a pause that starts while its conditions are asked is seen', async () => {
  const { decider, pauses, view } = await opened();
  const refuses = async () => void (await pauses.pause({ kind: 'all' }, ada));
  expect(await decider.store(view, decision(claw), { refuses })).toMatchObject({ kind: 'refused' });
});

it('what cannot be delivered is not stored, but what is stored already was decided, also sent again', async () => {
  const { journal, pauses, decider, view } = await opened();
  const strict = createDecider({ journal, pauses, channels: refusing(async () => 'the dialog is closed') });
  expect(await strict.store(view, decision(ada))).toMatchObject({ kind: 'undeliverable', reason: 'the dialog is closed' });
  expect((await journal.get(view.id))?.state).toBe('open');
  await decider.store(view, decision(ada));
  expect(await strict.store(view, decision(ada))).toMatchObject({ kind: 'won' });
});
