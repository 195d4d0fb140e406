// The pauses in effect: kept in the journal, ended by hand or by time, and announced to auto-answer at once.
import type { Clock } from '../decide/clock.ts';
import type { Journal } from '../decide/journal.ts';
import { isActive, nextEnd, pauseOver, withoutPause, withPause } from '../decide/pause.ts';
import { actorName } from '../decide/settle.ts';
import type { Answerer, Ask, Pause, PauseScope } from '../question/words.ts';

export type PausesParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** The real path of a folder, which may have several names. */
  readonly place: (folder: string) => string;
};
export type Pauses = ReturnType<typeof createPauses>;

export function createPauses({ journal, clock, onError, place }: PausesParts) {
  let active: readonly Pause[] = [];
  let cancelTimer = () => {};
  /** Changes run one after the other, because each depends on the one before. */
  let changing: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();
  const unsubscribe = journal.onCommit(({ happening }) => {
    if (happening.kind === 'paused') take(happening.pauses);
  });

  return {
    /** After a start. */
    async resume(): Promise<void> {
      take(await journal.pauses());
    },
    list: (): readonly Pause[] => active.filter((pause) => isActive(pause, clock.now())),
    over: (ask: Pick<Ask, 'project' | 'session'>): Pause | undefined =>
      pauseOver(active, ask, clock.now()) ?? pauseOver(active.map(placed), { ...ask, project: place(ask.project) }, clock.now()),
    pause: (scope: PauseScope, by: Answerer, until?: number): Promise<readonly Pause[]> =>
      change(by, (before) => withPause(before, { scope, by, at: clock.now(), ...(until === undefined ? {} : { until }) })),
    /** Without a scope, all pauses end. */
    lift: (scope: PauseScope | undefined, by: Answerer): Promise<readonly Pause[]> => change(by, (before) => withoutPause(before, scope)),
    /** Called after every change; returns how to unsubscribe. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop(): void {
      unsubscribe();
      cancelTimer();
    },
  };

  function placed(pause: Pause): Pause {
    const { scope } = pause;
    return scope.kind === 'project' && scope.project.startsWith('/')
      ? { ...pause, scope: { ...scope, project: place(scope.project) } }
      : pause;
  }

  function change(by: Answerer, next: (before: readonly Pause[]) => readonly Pause[]): Promise<readonly Pause[]> {
    const changed = changing.then(async () => {
      const before = active.filter((pause) => isActive(pause, clock.now()));
      await journal.setPauses(next(before), clock.now(), actorName(by));
      return active;
    });
    changing = changed.catch(() => {});
    return changed;
  }

  function take(pauses: readonly Pause[]): void {
    active = pauses;
    cancelTimer();
    const end = nextEnd(pauses);
    cancelTimer = end === undefined ? () => {} : clock.at(end, () => void endOverdue().catch(onError));
    for (const listener of [...listeners]) listener();
  }

  function endOverdue(): Promise<unknown> {
    changing = changing.then(() =>
      journal.setPauses(
        active.filter((pause) => isActive(pause, clock.now())),
        clock.now(),
        'clock',
      ),
    );
    return changing;
  }
}
