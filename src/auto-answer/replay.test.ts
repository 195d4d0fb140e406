// Today's routes tried on earlier decisions.
import { expect, it } from 'vitest';
import { ada, asClaw, bench, claw, deletion, fakeAgent, never, yesNo } from '../../test/support/auto-answer-harness.ts';
import { anAsk, aQuestion } from '../../test/support/samples.ts';
import type { Verdict } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import { replay } from './replay.ts';

const chosen = (...numbers: number[]): Verdict => ({ kind: 'answers', answers: [{ kind: 'chosen', chosen: numbers }] });
let count = 0;
const past = (over: Partial<AskView>, verdict: Verdict, after = 1_000, by = ada): AskView => {
  count += 1;
  const createdAt = over.createdAt ?? count * 10_000;
  return {
    ...anAsk({ id: `past${count}`, createdAt }),
    state: 'verified',
    version: 3,
    updatedAt: 1,
    decision: { ...verdict, key: 'k', by, at: createdAt + after },
    ...over,
  };
};

async function tried(decide: unknown[], asks: readonly AskView[]) {
  const at = bench({
    journal: openSqliteJournal(':memory:'),
    routing: { routes: [{ name: 'r', when: { text: ['go on', 'old tables', 'database', 'colour'] }, decide }] },
    agents: [fakeAgent('claw', never)],
  });
  const results = await replay(at.judge, asks);
  await at.stop();
  await at.journal.close();
  return results.map(({ would }) =>
    would.kind === 'rule' ? `${would.answer} ${would.agrees ? 'as people did' : 'otherwise'}` : would.kind,
  );
}

it('a rule agrees with people or not, and what it passes goes to the next step', async () => {
  const asks = [
    past({ questions: [yesNo] }, chosen(1)),
    past({ questions: [yesNo] }, chosen(2)),
    past({ questions: [deletion] }, chosen(1)),
    past({}, chosen(2)),
  ];
  expect(await tried([{ rule: 'affirm' }, claw()], asks)).toEqual(['Yes as people did', 'Yes otherwise', 'agent', 'agent']);
  expect(await tried(['people'], asks)).toEqual(['people', 'people', 'people', 'people']);
});

it('people who answered in their time are shown as such; later ones would have been too late', async () => {
  const asks = [past({ questions: [yesNo] }, chosen(1), 59_000), past({ questions: [yesNo] }, chosen(1), 61_000)];
  expect(await tried([{ people: { within: '1m' } }, { rule: 'affirm' }], asks)).toEqual(['people', 'Yes as people did']);
});

it('a precedent only uses earlier decisions, never later ones or the ask itself', async () => {
  const colour = aQuestion({ text: 'Which colour?', header: 'Colour', options: [{ label: 'Red' }, { label: 'Blue' }] });
  const asks = [
    past({ questions: [colour] }, chosen(2)),
    past({ questions: [colour] }, chosen(2)),
    past({ questions: [colour] }, chosen(2)),
  ];
  expect(await tried([{ rule: { precedent: { times: 2 } } }], asks.toReversed())).toEqual(['people', 'people', 'Blue as people did']);
});

it('automatic decisions and undecided asks are not compared', async () => {
  const { decision: _, ...open } = past({}, chosen(1));
  expect(await tried(['people'], [past({}, chosen(1), 1, asClaw), open])).toEqual([]);
});

it('doctor’s own test questions do not count as history', async () => {
  const own = past({ questions: [yesNo] }, chosen(2));
  const byDoctor = { ...own, decision: { ...own.decision, by: { kind: 'person', name: 'doctor', surface: 'self-test' } } } as AskView;
  expect(await tried([{ rule: 'affirm' }], [byDoctor, past({ questions: [yesNo] }, chosen(1))])).toEqual(['Yes as people did']);
});
