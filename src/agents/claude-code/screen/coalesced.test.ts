// Calls that arrive while the work is running.
import { expect, it } from 'vitest';
import { coalesced } from './pane-watcher.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

it('runs at once, and one more time for all requests that came meanwhile', async () => {
  let done = 0;
  let release = () => {};
  const request = coalesced(
    () =>
      new Promise((resolve) => {
        done += 1;
        release = resolve;
      }),
    () => {},
  );
  request();
  expect(done).toBe(1);
  request();
  request();
  await soon();
  expect(done).toBe(1);
  release();
  await soon();
  expect(done).toBe(2);
  release();
  await soon();
  expect(done).toBe(2);
});

it('does not lose a request that comes just as a run ends, and goes on after an error', async () => {
  const errors: unknown[] = [];
  let done = 0;
  const request = coalesced(
    async () => {
      done += 1;
      if (done === 1) throw new Error('once');
      if (done < 4) queueMicrotask(request);
    },
    (error) => errors.push(error),
  );
  request();
  await soon();
  request();
  await soon();
  expect(errors).toHaveLength(1);
  expect(done).toBeGreaterThanOrEqual(4);
});
