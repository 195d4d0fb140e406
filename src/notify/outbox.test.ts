import { expect, it } from 'vitest';
import { fakeClock } from '../../test/support/fake-clock.ts';
import { createOutbox, type Failed } from './outbox.ts';

const down: Failed = { kind: 'failed', reason: 'down', again: true };
const turns = () => new Promise(setImmediate);

function setUp() {
  const clock = fakeClock(0);
  return { clock, outbox: createOutbox({ clock, random: () => 1 }) };
}

it('keeps the order of a line, also after a failure, and lets no line wait for another', async () => {
  const { outbox } = setUp();
  const done: string[] = [];
  let go = () => {};
  const first = outbox.inLine('a', () => new Promise<void>((resolve) => (go = resolve)).then(() => Promise.reject(new Error('oops'))));
  const second = outbox.inLine('a', async () => void done.push('a2'));
  await outbox.inLine('b', async () => void done.push('b1'));
  expect(done).toEqual(['b1']);
  go();
  await expect(first).rejects.toThrow('oops');
  await second;
  expect(done).toEqual(['b1', 'a2']);
});

it('gives up after as many attempts as it may make, or if another cannot help', async () => {
  const { clock, outbox } = setUp();
  let attempts = 0;
  const few = outbox.persist(async () => {
    attempts += 1;
    return down;
  }, 2);
  await turns();
  await clock.advance(2_000);
  expect(await few).toEqual(down);
  expect(attempts).toBe(2);
  expect(await outbox.persist(async () => ({ ...down, again: false }))).toEqual({ ...down, again: false });
});

it('ends what is under way when it stops, also what never returns, and tries nothing again', async () => {
  const { clock, outbox } = setUp();
  let attempts = 0;
  const hanging = outbox.inLine('a', () =>
    outbox.persist(() => {
      attempts += 1;
      return outbox.attempt(() => new Promise<never>(() => {}));
    }),
  );
  await turns();
  await outbox.stop();
  expect(await hanging).toMatchObject({ kind: 'failed' });
  await clock.advance(3_600_000);
  await turns();
  expect(attempts).toBe(1);
});
