// Loaded into a broker before its own code: at a SIGUSR2 it writes for how long its event loop was blocked at most since the last one.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** In milliseconds: by the clock, and without the time in which other processes had the processor. */
export type LoopDelay = { readonly clock: number; readonly own: number };

const file = process.env.ANSWERBACK_LOOP_DELAY;
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let own = 0;
  let [at, waited] = [performance.now(), waitedMs()];
  setInterval(() => {
    const [now, waitedNow] = [performance.now(), waitedMs()];
    own = Math.max(own, now - at - (waitedNow - waited));
    [at, waited] = [now, waitedNow];
  }, 1).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, JSON.stringify({ clock: delay.max / 1e6, own } satisfies LoopDelay));
    renameSync(`${file}.new`, file);
    delay.reset();
    own = 0;
  });
}

/** How long this thread was ready to run and did not get a processor. Linux only. */
function waitedMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}
