// Property test: whatever answerers and people do, there is at most one decision, nothing irreversible without permission, nothing during a pause.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ada,
  asClaw,
  bench,
  chooses,
  claw,
  deletion,
  EXPIRE_AFTER_AN_HOUR,
  fails,
  fakeAgent,
  never,
  passes,
  turns,
  yesNo,
} from '../../test/support/auto-answer-harness.ts';
import { answers, aQuestion } from '../../test/support/samples.ts';
import { openSqliteJournal } from '../journal/sqlite/journal.ts';
import type { Outcome } from './answerers/answering-agent.ts';

const QUESTIONS = [
  yesNo,
  deletion,
  aQuestion(),
  aQuestion({ text: 'Drop the database and push with force?', options: [{ label: 'Yes, go on' }, { label: 'No' }] }),
];

const NAMED = { when: { text: ['go on', 'old tables', 'database'] } };

const outcomes: fc.Arbitrary<() => Outcome | Promise<Outcome>> = fc.oneof(
  fc.integer({ min: 0, max: 4 }).map((n) => () => chooses(n)),
  fc.constantFrom('Delete them', 'Yes', 'Yes, go on', 'SQLite').map((label) => () => chooses(label)),
  fc.constantFrom('delete everything', 'go on', 'rm -rf /').map(
    (words) => () =>
      ({
        kind: 'replied',
        reply: { kind: 'answers', answers: [{ words }], reason: 'so', risk: words === 'go on' ? 'reversible' : 'irreversible' },
        effort: { via: 'fake' },
      }) as const,
  ),
  fc.constant(() => passes('no idea')),
  fc.boolean().map((again) => () => fails('broken', again)),
  fc.constant(() => {
    throw new Error('kaboom');
  }),
  fc.constant(never),
  fc.constant(() => ({ kind: 'woken', effort: { via: 'hook' } }) as const),
);

const steps = fc.constantFrom<unknown>(
  { rule: 'affirm' },
  { rule: { choose: ['Delete', 'SQLite'] } },
  { rule: { precedent: { times: 1 } } },
  claw('30s'),
  claw('5s'),
  { people: { within: '1m' } },
);

type Act =
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'person' | 'agent'; readonly choice: number }
  | { readonly kind: 'pause' | 'lift' | 'withdraw' };
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(0, 1_000, 2_000, 5_000, 31_000, 61_000) }),
  fc.record({ kind: fc.constantFrom('person' as const, 'agent' as const), choice: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constantFrom('pause' as const, 'lift' as const) }),
  fc.record({ kind: fc.constant('withdraw' as const) }),
);

it('an ask is settled at most once, and by a rule or agent only if allowed', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { maxLength: 4 }),
      fc.constantFrom<unknown>('people', EXPIRE_AFTER_AN_HOUR),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(...QUESTIONS),
      fc.array(outcomes, { minLength: 1, maxLength: 6 }),
      fc.array(acts, { maxLength: 12 }),
      async (some, last, allow, name, question, said, doings) => {
        const agent = fakeAgent('claw', (_, __, attempt) => (said[attempt % said.length] as () => Outcome)());
        const routing = {
          routes: [{ name: 'any', ...(name ? NAMED : {}), decide: [...some, last], irreversible: allow ? 'allow' : 'people' }],
        };
        const at = bench({ journal: openSqliteJournal(':memory:'), routing, agents: [agent] });
        let paused = false;
        try {
          await at.ask({ questions: [question] });
          for (const act of doings) {
            const before = await at.now();
            if (act.kind === 'pass') await at.pass(act.ms);
            if (act.kind === 'person') await at.broker.decide(before, answers(act.choice), { by: ada, key: 'person' });
            if (act.kind === 'agent')
              await at.broker.decide(before, answers(act.choice), {
                by: asClaw,
                key: 'agent',
                reason: 'so',
                risk: act.choice === 1 ? 'reversible' : 'unsure',
              });
            if (act.kind === 'withdraw') await at.broker.withdraw(before.id, 'gone', 'agent');
            if (act.kind === 'pause') await at.pauses.pause({ kind: 'all' }, ada);
            if (act.kind === 'lift') await at.pauses.lift(undefined, ada);
            await turns();
            const after = await at.now();
            if (paused && act.kind !== 'lift' && before.state === 'open' && after.decision) expect(after.decision.by.kind).toBe('person');
            if (act.kind === 'pause') paused = true;
            if (act.kind === 'lift') paused = false;
          }
          await at.pauses.lift(undefined, ada);
          for (let i = 0; i < 12; i += 1) await at.pass(61_000);

          const view = await at.now();
          const history = await at.journal.history(view.id);
          expect(history.filter(({ happening }) => happening.kind === 'settled').length).toBe(view.decision ? 1 : 0);
          expect(at.errors).toEqual([]);
          // Every failure moves on in time, so an ask that is still open is waiting for people.
          if (view.state === 'open') expect(view.route?.waitingFor?.kind).toBe('people');
          if (view.decision && view.decision.by.kind !== 'person' && !allow) {
            const answered = history.flatMap(({ happening }) =>
              happening.kind === 'considered' && happening.outcome === 'answered' ? [happening] : [],
            );
            if (view.decision.by.kind === 'rule') expect(name || view.decision.by.name.startsWith('precedent')).toBe(true);
            else expect(answered).toMatchObject([{ risk: 'reversible', reason: expect.any(String) }]);
          }
        } finally {
          await at.stop();
          await at.journal.close();
        }
      },
    ),
    { numRuns: 250 },
  );
});
