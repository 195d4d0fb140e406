import { expect, it } from 'vitest';
import { onceMore } from './once-more.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

it('is done at once, and once more for everything that was asked meanwhile', async () => {
  let done = 0;
  let release = () => {};
  const ask = onceMore(
    () =>
      new Promise((resolve) => {
        done += 1;
        release = resolve;
      }),
    () => {},
  );
  ask();
  expect(done).toBe(1);
  ask();
  ask();
  await soon();
  expect(done).toBe(1);
  release();
  await soon();
  expect(done).toBe(2);
  release();
  await soon();
  expect(done).toBe(2);
});

it('forgets nothing that is asked in the very moment it ends, and goes on after an error', async () => {
  const errors: unknown[] = [];
  let done = 0;
  const ask = onceMore(
    async () => {
      done += 1;
      if (done === 1) throw new Error('once');
      if (done < 4) queueMicrotask(ask);
    },
    (error) => errors.push(error),
  );
  ask();
  await soon();
  ask();
  await soon();
  expect(errors).toHaveLength(1);
  expect(done).toBeGreaterThanOrEqual(4);
});
