// Deadlines: an ask whose time is over expires, and is reported as expired. Deadlines are in the journal, so they survive restarts.
//
// A deadline is a time of day. When the clock is set, or the computer wakes up, whatever is overdue by the clock expires at once. If the clock was
// set back to before an ask was made, that ask gets no more than the time it was given, counted from when this is noticed.
import { isOpen } from '../ask/lifecycle.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../system/clock.ts';
import { nextSlice } from '../system/slices.ts';

/** In one turn: each waits for the disk. */
const AT_ONCE = 10;

type Due = Awaited<ReturnType<Journal['nextDeadlines']>>[number];

/** Keeps one timer, set to the earliest deadline. If the journal fails, `onError` is called and the timer is set again. */
export function watchDeadlines(
  journal: Journal,
  clock: Clock,
  onError: (error: unknown) => void,
): { ready: Promise<void>; stop(): Promise<void> } {
  const RETRY_AFTER = 5_000;
  let cancel = () => {};
  let armedFor = Number.POSITIVE_INFINITY;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  /** When asks from the future expire. */
  const corrected = new Map<string, number>();

  const endOf = ({ id, deadline, createdAt }: Due, now: number): number => {
    if (createdAt <= now) return deadline;
    const end = corrected.get(id) ?? now + deadline - createdAt;
    corrected.set(id, end);
    return end;
  };

  const arm = (time: number) => {
    if (stopped) return;
    cancel();
    armedFor = time;
    cancel = clock.at(time, () => {
      armedFor = Number.POSITIVE_INFINITY;
      running = running.then(expireDue);
    });
  };

  const expireDue = async () => {
    try {
      for (; !stopped; await nextSlice()) {
        const now = clock.now();
        const due = (await journal.nextDeadlines(AT_ONCE)).map((each) => ({ ...each, end: endOf(each, now) }));
        const over = due.filter(({ end }) => end <= now);
        for (const each of over) {
          await expire(journal, each, now);
          corrected.delete(each.id);
        }
        if (over.length < due.length || due.length === 0) {
          const next = Math.min(...due.flatMap(({ end }) => (end > now ? [end] : [])));
          if (next < armedFor) arm(next);
          return;
        }
      }
    } catch (error) {
      onError(error);
      arm(clock.now() + RETRY_AFTER);
    }
  };

  const unsubscribe = journal.onCommit((event) => {
    if (event.happening.kind !== 'asked') return;
    const { deadline } = event.happening.ask;
    if (deadline !== undefined && deadline < armedFor) arm(deadline);
  });

  const forgetJumps = clock.onJump(() => {
    cancel();
    armedFor = Number.POSITIVE_INFINITY;
    running = running.then(expireDue);
  });

  running = expireDue();
  return {
    ready: running,
    async stop() {
      stopped = true;
      cancel();
      forgetJumps();
      unsubscribe();
      await running;
    },
  };
}

/** If somebody answered in the same instant, the answer wins. A deadline that was listed wrongly (damage) is listed right after this. */
async function expire(journal: Journal, { id, deadline }: Due, at: number): Promise<void> {
  const view = await journal.get(id);
  if (!view || !isOpen(view) || view.deadline !== deadline) return;
  await journal.append(id, view.version, [{ at, actor: 'clock', happening: { kind: 'expired' } }]);
}
