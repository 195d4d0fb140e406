// Deadlines: an ask whose time is over expires, and is reported as expired. Deadlines are in the journal, so they survive restarts.
import { isOpen } from '../question/lifecycle.ts';
import type { Clock } from './clock.ts';
import type { Journal } from './journal.ts';

const AT_ONCE = 100;

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
    if (stopped) return;
    try {
      for (;;) {
        const due = await journal.nextDeadlines(AT_ONCE);
        const now = clock.now();
        const over = due.filter(({ deadline }) => deadline <= now);
        for (const { id } of over) await expire(journal, id, now);
        if (over.length < due.length || due.length === 0) {
          const next = due.find(({ deadline }) => deadline > now);
          if (next && next.deadline < armedFor) arm(next.deadline);
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

  running = expireDue();
  return {
    ready: running,
    async stop() {
      stopped = true;
      cancel();
      unsubscribe();
      await running;
    },
  };
}

/** If somebody answered in the same instant, the answer wins. */
async function expire(journal: Journal, id: string, at: number): Promise<void> {
  const view = await journal.get(id);
  if (view && isOpen(view)) await journal.append(id, view.version, [{ at, actor: 'clock', happening: { kind: 'expired' } }]);
}
