// Asks whose run along their route failed because of an error of ours: people decide them. That is recorded, so they are notified, and it is shown in the status.

import { isOpen } from '../../ask/lifecycle.ts';
import type { AskView, JournalEvent } from '../../ask/schema/history.ts';
import type { StepName } from '../../ask/schema/route.ts';
import { amend } from '../../inbox/amend.ts';
import type { Entry, Journal } from '../../journal/journal.ts';
import type { Clock } from '../../system/clock.ts';
import { shortened } from '../../text/shortened.ts';
import type { RunPlace } from './run.ts';

type FailedRunsParts = { readonly journal: Journal; readonly clock: Clock; readonly onError: (error: unknown) => void };

/** Everything else on a route is recorded by the route itself. */
const ACTOR = 'broker';
const PEOPLE: StepName = { kind: 'people', name: 'people' };
const RETRY_MS = 10_000;
const MOST_REASON = 300;

export function createFailedRuns({ journal, clock, onError }: FailedRunsParts) {
  const failed = new Map<string, string>();
  /** What could not be recorded yet, because the journal failed too. */
  const timers = new Map<string, () => void>();
  let stopped = false;

  async function handOver(id: string, at: RunPlace | undefined, error: unknown): Promise<void> {
    onError(error);
    await record(
      id,
      at,
      `auto-answer failed, so people decide: ${shortened(error instanceof Error ? error.message : String(error), MOST_REASON)}`,
    );
  }

  async function record(id: string, at: RunPlace | undefined, reason: string): Promise<void> {
    failed.set(id, reason);
    try {
      const { kind } = await amend(journal, id, (view) => entries(view, at, reason));
      const view = kind === 'unknown' ? undefined : await journal.get(id);
      if (!view || !isOpen(view)) failed.delete(id);
    } catch (error) {
      onError(error);
      if (stopped) return;
      timers.set(
        id,
        clock.at(clock.now() + RETRY_MS, () => {
          timers.delete(id);
          void record(id, at, reason);
        }),
      );
    }
  }

  /** Nothing, if it is with people already: it failed again after a restart. */
  function entries(view: AskView, at: RunPlace | undefined, reason: string): readonly Entry[] {
    if (!isOpen(view) || view.route?.waitingFor?.kind === 'people') return [];
    const { name = UNKNOWN, step = 0, waitingFor = PEOPLE } = view.route ?? {};
    const { last, ...where } = at ?? { route: name, step, answerer: waitingFor, last: step };
    const by = { at: clock.now(), actor: ACTOR };
    return [
      { ...by, happening: { kind: 'considered', ...where, outcome: 'failed', reason } },
      { ...by, happening: { kind: 'considered', route: where.route, step: last, answerer: PEOPLE, outcome: 'asked' } },
    ];
  }

  return {
    handOver,
    /** After a restart: the ask still waits for people because its run failed. */
    remember(id: string, history: readonly JournalEvent[]): void {
      const considered = history.filter(({ happening }) => happening.kind === 'considered');
      const [before, last] = considered.slice(-2);
      if (last?.actor !== ACTOR || before?.happening.kind !== 'considered' || before.happening.outcome !== 'failed') return;
      failed.set(id, before.happening.reason ?? '');
    },
    forget(id: string): void {
      failed.delete(id);
      timers.get(id)?.();
      timers.delete(id);
    },
    /** Why, by the id of the ask. */
    all: (): ReadonlyMap<string, string> => failed,
    stop(): void {
      stopped = true;
      for (const cancel of timers.values()) cancel();
    },
  };
}

/** Its route could not even be computed. */
const UNKNOWN = '(unknown)';
