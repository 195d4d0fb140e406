// Malformed hook payloads: whatever arrives, nothing is decided and nothing breaks. `npm run test:hard` sends 20,000 of them.
import { expect, it } from 'vitest';
import { never, pipeline, pre } from '../../../../test/support/claude-code/hooks-harness.ts';
import { mutated, randoms } from '../../../../test/support/claude-code/mutate.ts';
import { recorded, recordedNames } from '../../../../test/support/claude-code/payloads.ts';
import { figure } from '../../../../test/support/figures.ts';
import { runs } from '../../../../test/support/runs.ts';
import { openSqliteJournal } from '../../../journal/sqlite/journal.ts';

const COUNT = runs(5_000);

it(`survives ${COUNT} mutated payloads without deciding anything`, { timeout: 3_600_000 }, async () => {
  const world = pipeline(openSqliteJournal(':memory:'));
  const random = randoms(20_261_115);
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
  figure(`${COUNT.toLocaleString('en')} mutated payloads of hooks, in process`, 'no decision that nobody made, no error, journal sound');
});
