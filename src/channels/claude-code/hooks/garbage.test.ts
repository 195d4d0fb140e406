// Malformed hook payloads: whatever arrives, nothing is decided and nothing breaks. `npm run test:hard` sends 100,000 of them.
import { expect, it } from 'vitest';
import { never, pipeline, pre } from '../../../../test/support/claude-code/hooks-harness.ts';
import { recorded, recordedNames } from '../../../../test/support/claude-code/payloads.ts';
import { runs } from '../../../../test/support/runs.ts';
import { openSqliteJournal } from '../../../drivers/sqlite/journal.ts';

const COUNT = runs(10_000);
const HOSTILE = [
  null,
  0,
  -1,
  true,
  '',
  'x'.repeat(5_000),
  '\u001b[2J\u202e\u0000',
  [],
  {},
  [[[[]]]],
  { questions: null },
  { questions: [{}] },
  { questions: 'x' },
  '__proto__',
  1e308,
  ['A', 1, null],
];

it(`survives ${COUNT} mutated payloads without deciding anything`, { timeout: 3_600_000 }, async () => {
  const world = pipeline(openSqliteJournal(':memory:'));
  const source = randoms(20_261_115);
  const random = () => source.next().value as number;
  const disconnected = AbortSignal.abort();
  const originals = recordedNames.map(recorded);
  for (let i = 0; i < COUNT; i += 1) {
    const original = originals[i % originals.length] as Record<string, unknown>;
    const body = mutated({ ...original, session_id: `s${i % 50}`, tool_use_id: original.tool_use_id && `t${i}` }, random);
    const reply = await world.hooks.receive(body, disconnected);
    if (Object.keys(reply.body).length > 0) throw new Error(`a decision that nobody made: ${JSON.stringify(body)}`);
  }
  expect(world.errors).toEqual([]);
  expect(await world.journal.check()).toEqual([]);
  await world.hooks.receive(pre({ session_id: 'after' }), never);
  expect((await world.journal.list({ session: 'after' }, { limit: 1 })).items).toHaveLength(1);
});

/** A seeded random generator, so that every run sends the same payloads. */
function* randoms(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

function mutated(value: unknown, random: () => number): unknown {
  if (random() < 0.08) return HOSTILE[Math.floor(random() * HOSTILE.length)];
  if (Array.isArray(value)) {
    const kept = value.filter(() => random() > 0.1).map((inner) => mutated(inner, random));
    return random() < 0.05 ? [...kept, ...kept] : kept;
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) =>
        random() < 0.06 ? [] : [[random() < 0.03 ? `${key}x` : key, mutated(inner, random)]],
      ),
    );
  }
  if (typeof value === 'string' && random() < 0.1) return value.slice(0, Math.floor(random() * value.length));
  return value;
}
